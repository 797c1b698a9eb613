import { isLeaving } from '../../domain/ledger/entry.ts'
import { holderParts } from '../../domain/ledger/holder-name.ts'
import type { Draft } from './draft.ts'

/** Why somebody still has what they gave back, to stand behind their name. */
export const NOT_YET_GONE = ', which is not yet proven gone'

/** Whether the holder `SubnetClaim photon-prod/edge` is a claim that is on its way out. */
export function isGoing({ books }: Draft, holder: string): boolean {
  const { kind, namespace, name } = holderParts(holder)
  const entry = books.get(namespace)?.get(`${kind} ${name}`)
  return entry !== undefined && isLeaving(entry)
}
