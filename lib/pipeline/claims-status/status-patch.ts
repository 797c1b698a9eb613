import type { Condition } from '../../domain/claims/status.ts'
import type { ClaimStatus } from './claim-statuses.ts'
import type { Verdict } from './verdict.ts'

/** An object that holds a claim's status and nothing else, to be applied to its `status`. */
export interface StatusPatch {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly status: object
}

/** Kubernetes takes no longer message of a condition. */
const MAX_MESSAGE = 32_768

/**
 * What is to be written. `now` (RFC 3339, to the second) stands in a condition only where its status changed, as
 * Kubernetes wants it; so the same claim gives the same bytes, whenever it is looked at.
 */
export function statusPatch(claim: ClaimStatus, now: string): StatusPatch {
  const { apiVersion, kind, name, namespace, status } = claim
  return {
    apiVersion,
    kind,
    metadata: { name, namespace },
    status: { ...status, conditions: [readyCondition(claim, now)] },
  }
}

/** What an object says of itself by now, and what it is to say. */
export interface Judged {
  readonly former: readonly Condition[]
  readonly generation?: number | undefined
  readonly ready: Verdict
}

/** The condition `Ready`; its time moves only with its status. */
export function readyCondition({ former, generation, ready }: Judged, now: string): Condition {
  const before = former.find(({ type }) => type === 'Ready')
  const isSame = before !== undefined && before.status === ready.status
  return {
    type: 'Ready',
    status: ready.status,
    reason: ready.reason,
    message: ready.message.slice(0, MAX_MESSAGE),
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    lastTransitionTime: isSame ? before.lastTransitionTime : now,
  }
}
