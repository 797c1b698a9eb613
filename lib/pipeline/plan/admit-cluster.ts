import { type Claim, type Cluster, objectName } from '../../domain/claims/claim.ts'
import { poolAddressOf } from '../../domain/claims/cluster.ts'
import type { Finding } from '../../domain/finding.ts'
import { cidrsOf } from '../../domain/ledger/blocks.ts'
import { type EntryOf, isHeld } from '../../domain/ledger/entry.ts'
import type { PoolBook } from '../../domain/ledger/pool-book.ts'
import { subnetName } from '../../domain/names.ts'
import { formatCidr } from '../../domain/net/cidr.ts'
import { rangesOver } from '../../domain/rules/cluster-ranges.ts'
import { controlPlaneSpot, variableSpot } from '../../domain/rules/cluster-spot.ts'
import { lifeRules } from '../../domain/rules/life-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { coolingFindings } from './cooling-finding.ts'
import { bookOf, claimIn, type Draft } from './draft.ts'
import { keptFindings } from './kept.ts'
import { takenFinding } from './taken.ts'
import { findTransfer, finishTransfer } from './transfers.ts'
import type { Verdict } from './verdict.ts'

/** Judges a new Cluster: its control plane's address is in a pool and nobody else's. */
export function admitCluster(draft: Draft, claim: Cluster): Verdict {
  const address = poolAddressOf(claim.seen)
  const pool = address === undefined ? undefined : poolWith(draft, address)
  if (claim.spec === undefined) return { findings: [] }
  const { kind, name, spec } = claim
  const entry: EntryOf<'Cluster'> = { kind, name, phase: 'held', spec }
  if (pool === undefined || address === undefined) return { findings: [], entry }
  const held: EntryOf<'Cluster'> = { ...entry, origin: 'pinned', pool: pool.name, address }
  const take = () => pool.take(address, objectName(claim))
  const transfer = findTransfer(draft, claim, { pool, object: serviceOf(claim) })
  if (transfer.from !== undefined) {
    return { findings: [], entry: finishTransfer(draft, held, transfer.from), take }
  }
  const findings = [
    ...transfer.findings,
    ...takenBy(draft, claim, pool),
    ...heldOff(claim, pool, address),
    ...hasOther(draft, claim, address),
  ]
  return { findings, entry: held, take }
}

/** Whether the subnet that a cluster names is there, by the claim's own name, and its ranges are off it. */
export function checkClusterSubnet(draft: Draft, claim: Cluster): readonly Finding[] {
  const name = claim.seen.subnet
  if (name === undefined) return []
  const book = bookOf(draft, claim.namespace)
  const wanted = { kind: 'SubnetClaim', name } as const
  const entry = book.get(`SubnetClaim ${name}`)
  const written = claimIn(draft.inputs, claim.namespace, wanted)
  const block =
    isHeld(entry) && entry.kind === 'SubnetClaim' ? entry.spec.cidrBlock : blockOf(written)
  if (block !== undefined) {
    return cidrsOf(block).flatMap((cidr) =>
      rangesOver(
        claim,
        cidr,
        `SubnetClaim "${name}" (${formatCidr(cidr)}), where its machines are`,
      ),
    )
  }
  if (isHeld(entry) || written) return []
  const own = book
    .values()
    .find(
      (entry) => entry.kind === 'SubnetClaim' && subnetName(claim.namespace, entry.name) === name,
    )
  // It may stand in the file that cannot be read.
  const isFrozen = draft.inputs.environments.get(claim.namespace)?.readable === false
  if (isFrozen && own === undefined) return []
  const message = `network.subnet "${name}" of Cluster "${claim.name}" is no SubnetClaim of environment "${claim.namespace}"`
  const hint =
    own === undefined
      ? undefined
      : `write the claim's own name, "${own.name}": "${name}" is the Kube-OVN Subnet's`
  return [
    breach(lifeRules.unknownSubnet, message, {
      ...variableSpot(claim, 'network', ['subnet']),
      ...(hint === undefined ? {} : { hint }),
    }),
  ]
}

function blockOf(claim: Claim | undefined): string | undefined {
  return claim?.kind === 'SubnetClaim' ? claim.seen.cidrBlock : undefined
}

function poolWith(draft: Draft, address: string): PoolBook | undefined {
  return draft.platform.pools
    .flatMap((pool) => draft.pools.get(pool.name) ?? [])
    .find((pool) => pool.isUsable(address))
}

/** The Service of its control plane, which is in the same namespace and called like the Cluster. */
function serviceOf({ namespace, name }: Cluster): string {
  return `Service ${namespace}/${name}`
}

/** A control plane that runs keeps its address: a pin can only tell which one that is. */
function hasOther(draft: Draft, claim: Cluster, address: string): readonly Finding[] {
  const service = serviceOf(claim)
  const seen = draft.view.addressesOf(service)
  if (seen.length === 0 || seen.includes(address)) return []
  const message = `control-plane address "${address}" is not the one that ${service} has: ${seen.join(', ')}`
  const hint = `write ${seen.join(' or ')}: it is in kubeconfigs and certificates already`
  return [
    breach(lifeRules.addressPermanent, message, {
      ...controlPlaneSpot(claim, 'serviceAddress'),
      hint,
    }),
  ]
}

function heldOff(claim: Cluster, pool: PoolBook, address: string): readonly Finding[] {
  const what = `control-plane address "${address}"`
  const spot = controlPlaneSpot(claim, 'serviceAddress')
  const asked = { pool, address, namespace: claim.namespace, what, spot }
  return [...keptFindings(asked), ...coolingFindings(asked, objectName(claim))]
}

/** The control plane's own Service is no stranger: it is in the same namespace and called like the Cluster. */
function takenBy(draft: Draft, claim: Cluster, pool: PoolBook): readonly Finding[] {
  const address = claim.seen.serviceAddress ?? ''
  const foreign = pool.foreignHolderOf(address)
  const own = serviceOf(claim)
  // Kamaji calls the Service like its TenantControlPlane: the Cluster's name, or that with a generated ending.
  const isOwn = foreign === own || foreign?.startsWith(`${own}-`)
  const holder = pool.holderOf(address)
  const who = holder?.holder ?? (isOwn ? undefined : foreign)
  if (who === undefined || who === objectName(claim)) return []
  const spot = controlPlaneSpot(claim, 'serviceAddress')
  const taken = { claim, address, what: `control-plane address "${address}"`, who, holder, spot }
  return [takenFinding(draft, taken, 'pin another address of tenant-cp-pool')]
}
