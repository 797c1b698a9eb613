import { type Entry, holderName, isHeld, isLeaving } from '../../lib/domain/ledger/entry.ts'
import type { State } from '../../lib/domain/ledger/state.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import type { TextChange } from './tree-changes.ts'

/** What happened to one claim in one state commit. */
export interface LedgerChange {
  /** `freed`: what it held is proven gone; or, where it held nothing, it is forgotten. `moved`: a Transfer gave it what another had. */
  readonly action: 'allocated' | 'moved' | 'waiting' | 'rejected' | 'released' | 'freed'
  /** `EipClaim photon-prod/web`. */
  readonly claim: string
  readonly address?: string
  /** VIP blocks of a cluster. */
  readonly blocks?: readonly string[]
  /** Why it is rejected. */
  readonly rule?: string
  /** The claim that had it before. */
  readonly from?: string
}

/** What the changed files of the ledger say, sorted by environment and claim. */
export function ledgerChanges(changes: ReadonlyMap<string, TextChange>): readonly LedgerChange[] {
  const [before, after] = [booksIn(changes, 'before'), booksIn(changes, 'after')]
  const namespaces = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  const pairs = namespaces.flatMap((namespace) => {
    const [old, now] = [before.get(namespace), after.get(namespace)]
    const keys = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].toSorted()
    return keys.map((key): Pair => ({ namespace, old: old?.get(key), now: now?.get(key) }))
  })
  const givers = giversIn(pairs)
  const all = pairs.flatMap((pair) => entryChange(pair, givers))
  // What was handed over was never free.
  const moved = new Set(all.map(({ from }) => from))
  return all.filter(({ action, claim }) => action !== 'freed' || !moved.has(claim))
}

/** A claim before and after. */
interface Pair {
  readonly namespace: string
  readonly old: Entry | undefined
  readonly now: Entry | undefined
}

/** Who let go of something in this very commit, by what it was: an address of a pool, a VIP block. */
function giversIn(pairs: readonly Pair[]): ReadonlyMap<string, readonly string[]> {
  const left = pairs.flatMap(({ namespace, old, now }) =>
    isHeld(old) && !isHeld(now)
      ? held(old).map((what) => ({ what, holder: holderName(namespace, old) }))
      : [],
  )
  const byWhat = Map.groupBy(left, ({ what }) => what)
  return new Map([...byWhat].map(([what, all]) => [what, all.map(({ holder }) => holder)]))
}

function held({ pool, address, blocks = [] }: Entry): readonly string[] {
  return address === undefined ? blocks.map(({ cidr }) => cidr) : [`${pool} ${address}`]
}

/** Whose allocation a claim took over in this commit. */
function giverOf(
  { old, now }: Pair,
  givers: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  if (isHeld(old) || now?.origin !== 'transferred') return undefined
  const [first] = held(now).flatMap((what) => givers.get(what) ?? [])
  return first
}

/** The ledgers of the environments that a state commit changed, as they were or as they are. */
export function booksIn(
  changes: ReadonlyMap<string, TextChange>,
  side: keyof TextChange,
): State['books'] {
  const texts = new Map<string, string>()
  for (const [path, change] of changes) {
    const text = change[side]
    if (/^allocations\/[^/]+\.yaml$/.test(path) && text !== undefined) texts.set(path, text)
  }
  return readState(texts).value.books
}

function entryChange(
  pair: Pair,
  givers: ReadonlyMap<string, readonly string[]>,
): readonly LedgerChange[] {
  const { namespace, old, now } = pair
  const from = giverOf(pair, givers)
  const action = from === undefined ? actionOf(old, now) : 'moved'
  // What was freed, nobody has any more.
  const entry = action === 'freed' ? old : now
  if (entry === undefined || action === undefined) return []
  return [
    {
      action,
      claim: holderName(namespace, entry),
      ...(entry.address === undefined ? {} : { address: entry.address }),
      ...(entry.blocks === undefined ? {} : { blocks: entry.blocks.map(({ cidr }) => cidr) }),
      ...(entry.rejected === undefined ? {} : { rule: entry.rejected.rule }),
      ...(from === undefined ? {} : { from }),
    },
  ]
}

function actionOf(old?: Entry, now?: Entry): LedgerChange['action'] | undefined {
  if (now === undefined) return 'freed'
  if (isLeaving(now)) return old !== undefined && isLeaving(old) ? undefined : 'released'
  if (isHeld(now)) return heldAction(isHeld(old) ? old : undefined, now)
  if (now.phase === old?.phase) return undefined
  return now.phase === 'rejected' ? 'rejected' : 'waiting'
}

function heldAction(old: Entry | undefined, now: Entry): LedgerChange['action'] | undefined {
  if (now.kind === 'KdcCluster') return blocksAction(old, now)
  return old?.address === now.address && old ? undefined : 'allocated'
}

/** A cluster is held before it has any blocks, may get more of them, and gives them back where the pool is migrated. */
function blocksAction(old: Entry | undefined, now: Entry): LedgerChange['action'] | undefined {
  const [had, has] = [old?.blocks?.length ?? 0, now.blocks?.length ?? 0]
  if (has > had) return 'allocated'
  if (has < had) return 'freed'
  if (old?.releasedAt === undefined && now.releasedAt !== undefined) return 'released'
  return old === undefined ? 'waiting' : undefined
}
