import type { Entry } from '../../domain/ledger/entry.ts'
import type { FactsView } from '../../domain/ledger/facts-view.ts'
import { isReturning } from './vpc-port.ts'

/** An object that a release has dropped is not wanted; one that returns waits until the old one is gone. */
export function isDropped(id: string, entry: Entry, view: FactsView): boolean {
  if (entry.dropped?.some((one) => one.object === id)) return true
  // An address taken over from another claim waits for all of that claim's objects.
  if (entry.origin === 'transferred') return isReturning(entry, view)
  return isReturning(entry, view, id)
}
