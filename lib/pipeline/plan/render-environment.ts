import { type Book, type Entry, type EntryOf, isHeld } from '../../domain/ledger/entry.ts'
import type { FactsView } from '../../domain/ledger/facts-view.ts'
import { isEgress, vpcOf } from '../../domain/ledger/release.ts'
import {
  eipManifests,
  subnetManifests,
  vpcManifests,
} from '../../domain/manifests/claim-manifests.ts'
import { type Manifest, objectId, renderManifests } from '../../domain/manifests/manifest.ts'
import { egressEipName, vpcName } from '../../domain/names.ts'
import type { Platform } from '../../domain/platform.ts'
import { segmentsOf } from '../../domain/segments.ts'
import type { Settings } from '../../domain/settings.ts'
import { renderedFolder } from '../state/state-paths.ts'

/** What an environment is rendered with. */
export interface RenderContext {
  readonly namespace: string
  readonly book: Book
  readonly platform: Platform
  readonly settings: Settings
  readonly view: FactsView
}

/** The files below `rendered/environments/<namespace>/`: one for each claim that causes anything. */
export function renderEnvironment(context: RenderContext): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const entry of context.book.values()) {
    const manifests = manifestsOf(entry, context).filter((one) => isWanted(one, entry, context))
    if (manifests.length === 0) continue
    const path = `${renderedFolder(context.namespace)}${entry.kind.toLowerCase()}-${entry.name}.yaml`
    files.set(path, renderManifests(manifests))
  }
  return files
}

function manifestsOf(entry: Entry, context: RenderContext): readonly Manifest[] {
  if (!isHeld(entry) && entry.phase !== 'releasing') return []
  switch (entry.kind) {
    case 'VpcClaim':
      return vpcOfEntry(entry, context)
    case 'SubnetClaim':
      return subnetOfEntry(entry, context)
    case 'EipClaim':
      return eipOfEntry(entry, context)
    case 'Cluster':
      return []
  }
}

/** An object that a release has dropped is not wanted; one that returns waits until the old one is gone. */
function isWanted(manifest: Manifest, entry: Entry, { view }: RenderContext): boolean {
  const id = objectId(manifest)
  if (entry.dropped?.some((one) => one.object === id)) return false
  // A name taken over from another claim waits for all of that claim's objects.
  const blockers = entry.awaits ?? []
  const own = blockers.filter((one) => one.object === id)
  const foreign = entry.origin === 'transferred' ? blockers : own
  return foreign.every((one) => view.isGone(one))
}

function vpcOfEntry(entry: EntryOf<'VpcClaim'>, context: RenderContext): readonly Manifest[] {
  const { namespace, platform, settings } = context
  const external = externalOf(entry, context)
  if (entry.spec.externalAccess && external === undefined) return []
  const subnets = [...context.book.values()]
    .filter((one): one is EntryOf<'SubnetClaim'> => one.kind === 'SubnetClaim' && isHeld(one))
    .map((one) => one.spec)
  const base = { namespace, claim: entry.name, spec: entry.spec, platform, settings, subnets }
  return vpcManifests(external === undefined ? base : { ...base, external })
}

/** The segment of a VPC, once its egress address is there: the pin must exist before the Vpc. */
function externalOf(vpc: EntryOf<'VpcClaim'>, { book, platform }: RenderContext) {
  if (!vpc.spec.externalAccess || vpc.externalSubnet === undefined) return undefined
  const egress = book.values().find((one) => isEgress(one) && one.address !== undefined)
  if (egress?.pool !== vpc.externalSubnet) return undefined
  return segmentsOf(platform).subnets.get(vpc.externalSubnet)
}

/** The environment's VPC when it is rendered, too. */
function liveVpc(context: RenderContext): EntryOf<'VpcClaim'> | undefined {
  const vpc = vpcOf(context.book)
  if (vpc?.kind !== 'VpcClaim' || vpc.phase === 'tombstone') return undefined
  return manifestsOf(vpc, context).length > 0 ? vpc : undefined
}

function subnetOfEntry(entry: EntryOf<'SubnetClaim'>, context: RenderContext): readonly Manifest[] {
  const vpc = liveVpc(context)
  if (vpc === undefined) return []
  const { namespace, settings } = context
  const base = { namespace, claim: entry.name, spec: entry.spec, settings }
  const external = externalOf(vpc, context)
  if (external === undefined) return subnetManifests(base)
  return subnetManifests({ ...base, snatEip: egressEipName(vpcName(namespace), external.name) })
}

function eipOfEntry(entry: EntryOf<'EipClaim'>, context: RenderContext): readonly Manifest[] {
  const { pool, address, spec, name } = entry
  if (pool === undefined || address === undefined) return []
  const egress = isEgress(entry)
  const vpc = vpcOf(context.book)
  // The router port's address is of no use before there is a VPC, and its name is the VPC's.
  if (egress && (vpc?.kind !== 'VpcClaim' || vpc.externalSubnet !== pool)) return []
  if (vpc === undefined && entry.phase === 'held') return []
  const { namespace, settings } = context
  return eipManifests({
    namespace,
    claim: name,
    type: spec.type,
    subnet: pool,
    address,
    egress,
    settings,
  })
}
