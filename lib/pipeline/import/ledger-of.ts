import type { Claim, Cluster } from '../../domain/claims/claim.ts'
import { poolAddressOf } from '../../domain/claims/cluster.ts'
import { noFacts } from '../../domain/facts.ts'
import { type Entry, entryKey, holderName } from '../../domain/ledger/entry.ts'
import { platformText } from '../../domain/ledger/platform-text.ts'
import type { PoolBook } from '../../domain/ledger/pool-book.ts'
import { emptyState, type State } from '../../domain/ledger/state.ts'
import { partsOf } from '../../domain/manifests/platform-parts.ts'
import { segmentsOf } from '../../domain/segments.ts'
import { arenaPart } from '../../domain/vip/arena-part.ts'
import type { VipBlock } from '../../domain/vip/delegation.ts'
import type { VipConfig } from '../../domain/vip/vip-config.ts'
import { crdsPart } from '../plan/imported.ts'
import { openPools } from '../plan/open-pools.ts'
import type { FoundArena } from './blocks-found.ts'
import { type ClaimDraft, draftName } from './claim-draft.ts'
import type { PlatformDraft } from './platform-draft.ts'

/** What a ledger is made of. */
interface Parts {
  readonly platform: PlatformDraft
  readonly drafts: readonly ClaimDraft[]
  /** As they are read from the files that were written, by environment. */
  readonly claims: readonly Claim[]
  /** Whether the cluster has our kinds already. */
  readonly hasKinds: boolean
  /** By namespace. */
  readonly arenas: ReadonlyMap<string, FoundArena>
  readonly vip: VipConfig | undefined
}

/** The state that goes before the first plan: whoever has something holds it, and nothing of it is rendered. */
export function ledgerOf({ platform, drafts, claims, hasKinds, arenas, vip }: Parts): State {
  const byName = new Map(claims.map((claim) => [nameOf(claim), claim]))
  const books = new Map<string, Map<string, Entry>>()
  const { platform: declared } = platform
  const pools = openPools(declared, { state: emptyState, facts: noFacts, reservations: [] })
  for (const draft of drafts) {
    const { namespace } = draft
    const book = books.get(namespace) ?? new Map<string, Entry>()
    books.set(namespace, book)
    const entry = entryFor(draft, byName.get(draftName(draft)), pools)
    book.set(entryKey(entry), entry)
    const { pool, address } = entry
    if (pool !== undefined && address !== undefined)
      pools.get(pool)?.take(address, holderName(namespace, entry))
  }
  const projects = [...books.keys()].filter((namespace) => arenas.has(namespace))
  const hasPlatform = platform.text !== undefined
  return {
    ...emptyState,
    ...(hasPlatform ? { platform: platformText(declared), vlans: platform.vlans } : {}),
    open: [...segmentsOf(declared).subnets.keys()].toSorted(),
    imported: [
      ...(hasKinds ? [] : [crdsPart]),
      ...(hasPlatform ? partsOf(declared) : []),
      ...projects.map(arenaPart),
    ],
    ...(vip === undefined ? {} : { vip }),
    arenas: new Map(projects.map((name) => [name, arenas.get(name)?.cidr ?? ''])),
    books,
    pools: new Map([...pools].map(([name, pool]) => [name, pool.index()])),
  }
}

function entryFor(
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

function nameOf({ kind, namespace, name }: Claim): string {
  return `${kind} ${namespace}/${name}`
}
