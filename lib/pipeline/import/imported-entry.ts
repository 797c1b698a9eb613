import type { Claim, Cluster } from '../../domain/claims/claim.ts'
import { poolAddressOf } from '../../domain/claims/cluster.ts'
import type { Entry } from '../../domain/ledger/entry.ts'
import type { PoolBook } from '../../domain/ledger/pool-book.ts'
import type { VipBlock } from '../../domain/vip/delegation.ts'
import { type ClaimDraft, draftName } from './claim-draft.ts'

/** What the ledger has of a claim: what it holds, marked as imported where anything would be rendered of it. */
export function entryFor(
  draft: ClaimDraft,
  claim: Claim | undefined,
  pools: ReadonlyMap<string, PoolBook>,
): Entry {
  const { name, blocks = [], isLeaving } = draft
  if (isLeaving) return leaving(name, blocks)
  if (claim?.spec === undefined) throw new Error(`${draftName(draft)} cannot be read again`)
  const held = blocks.length === 0 ? {} : { blocks }
  if (claim.kind === 'KdcCluster')
    return {
      kind: claim.kind,
      name,
      phase: 'held',
      spec: claim.spec,
      imported: true,
      ...held,
    } as Entry
  if (claim.kind === 'Cluster') return clusterEntry(claim, pools)
  return entryOf(claim, draft)
}

/** Nothing of a Cluster is ever rendered, so there is nothing to take over either. */
function clusterEntry({ kind, name, spec }: Cluster, pools: ReadonlyMap<string, PoolBook>): Entry {
  if (spec === undefined) throw new Error(`Cluster ${name} has no spec`)
  const entry = { kind, name, phase: 'held', spec } as const
  const address = poolAddressOf(spec)
  const pool = address && pools.values().find((one) => one.isUsable(address))
  if (!address || !pool || pool.holderOf(address) !== undefined) return entry
  return { ...entry, origin: 'pinned', pool: pool.name, address }
}

/** Its blocks are free once they are proven gone. */
function leaving(name: string, blocks: readonly VipBlock[]): Entry {
  return {
    kind: 'KdcCluster',
    name,
    phase: 'releasing',
    spec: { blocks: blocks.length, providers: [] },
    imported: true,
    releasedAt: 0,
    blocks: blocks.map((block) => ({ ...block, phase: 'Releasing' })),
  }
}

function entryOf(
  { kind, name, spec }: Claim,
  { address, pool, externalSubnet, spec: written }: ClaimDraft,
): Entry {
  const origin = written['v4Ip'] === undefined ? 'allocated' : 'pinned'
  return {
    kind,
    name,
    phase: 'held',
    spec,
    imported: true,
    ...(address === undefined ? {} : { origin, pool, address }),
    ...(externalSubnet === undefined ? {} : { externalSubnet }),
  } as Entry
}
