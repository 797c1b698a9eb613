import { type Entry, type EntryOf, isHeld } from '../../domain/ledger/entry.ts'
import { isEgress } from '../../domain/ledger/release.ts'
import { renderClaim, type ShownEntry } from '../../domain/manifests/claim.ts'
import {
  eipManifests,
  subnetManifests,
  vpcManifests,
} from '../../domain/manifests/claim-manifests.ts'
import { type Manifest, objectId } from '../../domain/manifests/manifest.ts'
import { egressEipName, subnetName, vpcName } from '../../domain/names.ts'
import { claimPath } from '../state/state-paths.ts'
import { isDropped } from './is-dropped.ts'
import { renderVips } from './render-vips.ts'
import {
  externalOf,
  groundOf,
  isPortReturning,
  isReturning,
  isVpcReady,
  liveVpc,
  type RenderContext,
  type RenderGround,
} from './vpc-port.ts'

/** What goes below `rendered/environments/<namespace>/`: a file for each claim that has something, and one for the arena, made when asked. */
export function renderEnvironment(
  context: RenderContext,
): ReadonlyMap<string, () => readonly Manifest[]> {
  const ground = groundOf(context)
  const files = new Map<string, () => readonly Manifest[]>()
  for (const entry of context.book.values()) {
    if (!isShown(entry)) continue
    files.set(claimPath(context.namespace, entry), () => [
      renderClaim(context.namespace, entry, isOperators(context) ? 'held' : 'written'),
      ...manifestsOf(entry, ground).filter((one) => !isDropped(objectId(one), entry, context.view)),
    ])
  }
  for (const [path, manifests] of renderVips(context)) files.set(path, manifests)
  return files
}

/**
 * A claim is in the cluster from when it holds something until the last of its objects is dropped. One that waits can
 * still be edited, which the API server would refuse; one that was imported is somebody else's there.
 */
export function isShown(entry: Entry): entry is ShownEntry {
  if (entry.kind === 'Cluster' || entry.kind === 'KdcCluster' || entry.imported === true)
    return false
  return isHeld(entry) || entry.phase === 'releasing'
}

function isOperators({ settings }: RenderContext): boolean {
  return settings.target === 'operator'
}

function manifestsOf(entry: ShownEntry, context: RenderGround): readonly Manifest[] {
  if (isOperators(context)) return []
  switch (entry.kind) {
    case 'VpcClaim':
      return vpcOfEntry(entry, context)
    case 'SubnetClaim':
      return subnetOfEntry(entry, context)
    case 'EipClaim':
      return eipOfEntry(entry, context)
  }
}

function vpcOfEntry(entry: EntryOf<'VpcClaim'>, context: RenderGround): readonly Manifest[] {
  if (!isVpcReady(entry, context)) return []
  const { namespace, platform, settings } = context
  const external = externalOf(entry, context)
  const subnets = [...context.book.values()]
    .filter((one): one is EntryOf<'SubnetClaim'> => one.kind === 'SubnetClaim' && isHeld(one))
    .map((one) => one.spec)
  const base = { namespace, claim: entry.name, spec: entry.spec, platform, settings, subnets }
  return vpcManifests(external === undefined ? base : { ...base, external })
}

function subnetOfEntry(entry: EntryOf<'SubnetClaim'>, context: RenderGround): readonly Manifest[] {
  const vpc = liveVpc(context)
  if (vpc === undefined) return []
  const { namespace, settings, view } = context
  // What a Subnet carries was gone before it went, and comes after it.
  if (isReturning(entry, view, `Subnet ${subnetName(namespace, entry.name)}`)) return []
  const base = { namespace, claim: entry.name, spec: entry.spec, settings }
  const external = externalOf(vpc, context)
  if (external === undefined) return subnetManifests(base)
  return subnetManifests({ ...base, snatEip: egressEipName(vpcName(namespace), external.name) })
}

function eipOfEntry(entry: EntryOf<'EipClaim'>, context: RenderGround): readonly Manifest[] {
  const { pool, address, spec, name } = entry
  if (pool === undefined || address === undefined || !isEipReady(entry, context)) return []
  const { namespace, settings } = context
  return eipManifests({
    namespace,
    claim: name,
    type: spec.type,
    subnet: pool,
    address,
    egress: isEgress(entry),
    settings,
  })
}

function isEipReady(entry: EntryOf<'EipClaim'>, context: RenderGround): boolean {
  if (entry.pool === undefined || entry.address === undefined) return false
  if (!context.open.has(entry.pool)) return false
  const { vpc } = context
  if (!isEgress(entry)) return vpc !== undefined || entry.phase !== 'held'
  // The router port's address is of no use without a VPC, and its name is the VPC's.
  if (vpc?.kind !== 'VpcClaim' || vpc.phase === 'tombstone') return false
  return vpc.externalSubnet === entry.pool && !isPortReturning(vpc, context)
}
