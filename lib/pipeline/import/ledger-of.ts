import type { Claim } from '../../domain/claims/claim.ts'
import { noFacts } from '../../domain/facts.ts'
import { type Entry, entryKey, holderName } from '../../domain/ledger/entry.ts'
import { platformText } from '../../domain/ledger/platform-text.ts'
import { emptyState, type State } from '../../domain/ledger/state.ts'
import { partsOf } from '../../domain/manifests/platform-parts.ts'
import { segmentsOf } from '../../domain/segments.ts'
import { arenaPart } from '../../domain/vip/arena-part.ts'
import type { VipConfig } from '../../domain/vip/vip-config.ts'
import { crdsPart } from '../plan/imported.ts'
import { openPools } from '../plan/open-pools.ts'
import type { FoundArena } from './blocks-found.ts'
import { type ClaimDraft, draftName } from './claim-draft.ts'
import { entryFor } from './imported-entry.ts'
import type { PlatformDraft } from './platform-draft.ts'
import type { FoundProject } from './projects-found.ts'

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
  readonly projects: ReadonlyMap<string, FoundProject>
  readonly vip: VipConfig | undefined
}

/** The state that goes before the first plan: whoever has something holds it, and nothing of it is rendered. */
export function ledgerOf({
  platform,
  drafts,
  claims,
  hasKinds,
  arenas,
  projects,
  vip,
}: Parts): State {
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
  const recorded = [...books.keys()].filter((namespace) => arenas.has(namespace))
  const hasPlatform = platform.text !== undefined
  return {
    ...emptyState,
    ...(hasPlatform ? { platform: platformText(declared), vlans: platform.vlans } : {}),
    open: [...segmentsOf(declared).subnets.keys()].toSorted(),
    imported: [
      ...(hasKinds ? [] : [crdsPart]),
      ...(hasPlatform ? partsOf(declared) : []),
      ...arenaPartsOf(books, [arenas, projects]),
    ],
    ...(vip === undefined ? {} : { vip }),
    arenas: new Map(recorded.map((name) => [name, arenas.get(name)?.cidr ?? ''])),
    books,
    pools: new Map([...pools].map(([name, pool]) => [name, pool.index()])),
  }
}

/** The arenas of projects of Kube-DC, which are there or its own to make, as parts that were imported. */
function arenaPartsOf(
  books: State['books'],
  known: readonly ReadonlyMap<string, unknown>[],
): readonly string[] {
  return [...books].flatMap(([namespace, book]) => {
    const hasCluster = book.values().some(({ kind }) => kind === 'KdcCluster')
    const isProject = hasCluster || known.some((one) => one.has(namespace))
    return isProject ? [arenaPart(namespace)] : []
  })
}

function nameOf({ kind, namespace, name }: Claim): string {
  return `${kind} ${namespace}/${name}`
}
