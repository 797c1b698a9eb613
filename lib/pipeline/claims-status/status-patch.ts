import type { Condition } from '../../domain/claims/status.ts'
import type { ClaimStatus } from './claim-statuses.ts'

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

function readyCondition({ former, generation, ready }: ClaimStatus, now: string): Condition {
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
