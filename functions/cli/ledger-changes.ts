import { type Entry, holderName, isHeld, isLeaving } from '../../lib/domain/ledger/entry.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import type { TextChange } from '../allocate/tree-changes.ts'

/** What happened to one claim in one state commit. */
export interface LedgerChange {
  /** `freed`: what it held is proven gone; or, where it held nothing, it is forgotten. */
  readonly action: 'allocated' | 'waiting' | 'rejected' | 'released' | 'freed'
  /** `EipClaim photon-prod/web`. */
  readonly claim: string
  readonly address?: string
  /** Why it is rejected. */
  readonly rule?: string
}

/** What the changed files of the ledger say, sorted by environment and claim. */
export function ledgerChanges(changes: ReadonlyMap<string, TextChange>): readonly LedgerChange[] {
  const before = readState(textsOf(changes, 'before')).value.books
  const after = readState(textsOf(changes, 'after')).value.books
  const namespaces = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  return namespaces.flatMap((namespace) => {
    const [old, now] = [before.get(namespace), after.get(namespace)]
    const keys = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].toSorted()
    return keys.flatMap((key) => entryChange(namespace, old?.get(key), now?.get(key)))
  })
}

function textsOf(changes: ReadonlyMap<string, TextChange>, side: keyof TextChange): StateTree {
  const texts = new Map<string, string>()
  for (const [path, change] of changes) {
    const text = change[side]
    if (/^allocations\/[^/]+\.yaml$/.test(path) && text !== undefined) texts.set(path, text)
  }
  return texts
}

function entryChange(namespace: string, old?: Entry, now?: Entry): readonly LedgerChange[] {
  const entry = now ?? old
  const action = actionOf(old, now)
  if (entry === undefined || action === undefined) return []
  return [
    {
      action,
      claim: holderName(namespace, entry),
      ...(entry.address === undefined ? {} : { address: entry.address }),
      ...(entry.rejected === undefined ? {} : { rule: entry.rejected.rule }),
    },
  ]
}

function actionOf(old?: Entry, now?: Entry): LedgerChange['action'] | undefined {
  if (now === undefined) return 'freed'
  if (isLeaving(now)) return old !== undefined && isLeaving(old) ? undefined : 'released'
  if (isHeld(now)) return isHeld(old) && old.address === now.address ? undefined : 'allocated'
  if (now.phase === old?.phase) return undefined
  return now.phase === 'rejected' ? 'rejected' : 'waiting'
}
