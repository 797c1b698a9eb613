import type { Condition, Reason } from '../../domain/claims/status.ts'
import type { Entry } from '../../domain/ledger/entry.ts'
import { isLeaving } from '../../domain/ledger/entry.ts'
import { printable } from '../../domain/printable.ts'
import { type ClaimObject, holdOf } from './claim-object.ts'

/** What the condition `Ready` of a claim is to say. */
export interface Verdict {
  readonly status: Condition['status']
  /** Ours, or Kube-OVN's own. */
  readonly reason: string
  readonly message: string
}

/** Not ready, and why. */
export function notReady(reason: Reason, message: string): Verdict {
  return { status: 'False', reason, message }
}

/** Is the claim on its way out, by Git or by somebody who deleted it in the cluster? */
export function isGoing(claim: ClaimObject, entry: Entry | undefined): boolean {
  return claim.metadata.deletionTimestamp !== undefined || (entry !== undefined && isLeaving(entry))
}

/** What holds whatever kind the claim is of: a person keeps something as it is, or the ledger rejects it. */
export function stopped(
  entry: Entry | undefined,
  held: readonly (ClaimObject | HeldObject | undefined)[],
): Verdict | undefined {
  for (const object of held) {
    const why = object && holdOf(object)
    if (object === undefined || why === undefined) continue
    const { name } = object.metadata
    return notReady('OnHold', `"${name}" is kept as it is: ${printable(why)}`)
  }
  if (entry?.phase !== 'rejected') return undefined
  const { rule = 'unknown', winner } = entry.rejected ?? {}
  const whose = winner === undefined ? '' : ` in favour of ${printable(winner)}`
  return notReady('Rejected', `rule ${rule} keeps it out${whose}`)
}

type HeldObject = Parameters<typeof holdOf>[0]
