import { sha256 } from '../../domain/sha256.ts'
import type { ClaimStatus } from './claim-statuses.ts'
import type { Verdict } from './verdict.ts'

/** Something that happened to a claim, for `kubectl describe`. */
export interface ClaimEvent {
  readonly claim: Pick<ClaimStatus, 'apiVersion' | 'namespace' | 'name' | 'uid'> & {
    readonly kind: string
  }
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
}

/** Kubernetes refuses an event with a longer message. */
const MAX_MESSAGE = 1024

/** An event for each claim whose `Ready` says something else than before; nothing for what was said already. */
export function claimEvents(statuses: readonly ClaimStatus[]): readonly ClaimEvent[] {
  return statuses.flatMap((status) => {
    const { former, ready, apiVersion, kind, namespace, name, uid } = status
    const before = former.find(({ type }) => type === 'Ready')
    if (before !== undefined && isSame(before, ready)) return []
    const claim = { apiVersion, kind, namespace, name, ...(uid === undefined ? {} : { uid }) }
    const isFine = ready.status === 'True' || ready.reason === 'Releasing'
    const type = isFine ? 'Normal' : 'Warning'
    return [{ claim, type, reason: ready.reason, message: ready.message.slice(0, MAX_MESSAGE) }]
  })
}

/** What is ready, or on its way out, says nothing new by other words or another count. */
function isSame(before: Verdict, now: Verdict): boolean {
  if (before.status !== now.status || before.reason !== now.reason) return false
  return now.status === 'True' || now.reason === 'Releasing' || before.message === now.message
}

/**
 * The Kubernetes object of an event at `now` (RFC 3339, to the second). The same event at the same time has the same name;
 * `standing`: at whatever time, so that it is told once as long as the cluster remembers it.
 */
export function eventObject(
  { claim, type, reason, message }: ClaimEvent,
  now: string,
  { standing = false }: { readonly standing?: boolean } = {},
) {
  const { apiVersion, kind, namespace, name, uid } = claim
  const about = [kind, namespace, name, reason, message, ...(standing ? [] : [now])]
  const digest = sha256(JSON.stringify(about)).slice(0, 16)
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${name}.${digest}`, namespace },
    involvedObject: { apiVersion, kind, namespace, name, ...(uid === undefined ? {} : { uid }) },
    type,
    reason,
    message,
    source: { component: 'netclaim' },
    reportingComponent: 'netclaim',
    firstTimestamp: now,
    lastTimestamp: now,
    count: 1,
  }
}
