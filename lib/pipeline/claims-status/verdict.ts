import type { Condition, Reason } from '../../domain/claims/status.ts'
import type { Entry } from '../../domain/ledger/entry.ts'
import { isLeaving } from '../../domain/ledger/entry.ts'
import { printable } from '../../domain/printable.ts'
import type { ClaimObject } from './claim-object.ts'

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

/** An object that somebody may keep as it is. */
export interface Held {
  readonly metadata: {
    readonly name: string
    readonly annotations: Readonly<Record<string, string>>
  }
}

/** Why a person keeps an object as it is, one clause; undefined where nobody does. */
export type HoldOf = (object: Held) => string | undefined

/** What holds whatever kind the claim is of: a person keeps something as it is, or the ledger rejects it. */
export function stopped(
  entry: Entry | undefined,
  objects: readonly (Held | undefined)[],
  holdOf: HoldOf,
): Verdict | undefined {
  for (const object of objects) {
    const why = object && holdOf(object)
    if (object === undefined || why === undefined) continue
    return notReady('OnHold', `"${object.metadata.name}" is kept as it is, ${printable(why, 400)}`)
  }
  if (entry?.phase !== 'rejected') return undefined
  const { rule = 'unknown', winner } = entry.rejected ?? {}
  const whose = winner === undefined ? '' : ` in favour of ${printable(winner)}`
  return notReady('Rejected', `rule ${rule} keeps it out${whose}`)
}
