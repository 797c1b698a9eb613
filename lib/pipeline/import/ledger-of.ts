import type { Claim } from '../../domain/claims/claim.ts'
import { noFacts } from '../../domain/facts.ts'
import { type Entry, entryKey, holderName } from '../../domain/ledger/entry.ts'
import { platformText } from '../../domain/ledger/platform-text.ts'
import { emptyState, type State } from '../../domain/ledger/state.ts'
import { partsOf } from '../../domain/manifests/platform-parts.ts'
import { segmentsOf } from '../../domain/segments.ts'
import { crdsPart } from '../plan/imported.ts'
import { openPools } from '../plan/open-pools.ts'
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
}

/** The state that goes before the first plan: whoever has something holds it, and nothing of it is rendered. */
export function ledgerOf({ platform, drafts, claims, hasKinds }: Parts): State {
  const byName = new Map(claims.map((claim) => [nameOf(claim), claim]))
  const books = new Map<string, Map<string, Entry>>()
  const { platform: declared } = platform
  const pools = openPools(declared, { state: emptyState, facts: noFacts, reservations: [] })
  for (const draft of drafts) {
    const claim = byName.get(draftName(draft))
    if (claim?.spec === undefined) throw new Error(`${draftName(draft)} cannot be read again`)
    const { namespace, pool, address } = draft
    const book = books.get(namespace) ?? new Map<string, Entry>()
    books.set(namespace, book)
    const entry = entryOf(claim, draft)
    book.set(entryKey(entry), entry)
    if (pool !== undefined && address !== undefined)
      pools.get(pool)?.take(address, holderName(namespace, entry))
  }
  const hasPlatform = platform.text !== undefined
  return {
    ...emptyState,
    ...(hasPlatform ? { platform: platformText(declared), vlans: platform.vlans } : {}),
    open: [...segmentsOf(declared).subnets.keys()].toSorted(),
    imported: [...(hasKinds ? [] : [crdsPart]), ...(hasPlatform ? partsOf(declared) : [])],
    books,
    pools: new Map([...pools].map(([name, pool]) => [name, pool.index()])),
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
