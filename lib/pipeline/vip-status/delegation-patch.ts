import type { Condition } from '../../domain/claims/status.ts'
import { same } from '../../domain/same.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import type { ClaimEvent } from '../claims-status/claim-events.ts'
import { fieldOf } from '../sync/loose.ts'
import { blockReady, type DelegationStatus } from './delegation-statuses.ts'
import type { KdcCluster } from './kdc-cluster.ts'

/** Kubernetes takes no longer message of a condition, and of an event. */
const [MAX_MESSAGE, MAX_EVENT] = [32_768, 1_024]

/**
 * What is to be applied to the `status` of a KdcCluster; undefined where it says all of it. Kube-DC's list of conditions has
 * one owner as a whole, so that the others' are written again as they were read: the revision sees to it that they still
 * are. `now` as for claims.
 */
export function delegationPatch(status: DelegationStatus, now: string): KubeObject | undefined {
  const { cluster, loadBalancer } = status
  const { apiVersion, kind, metadata } = cluster
  const { name, namespace, resourceVersion } = metadata
  const former = formerOf(cluster)
  const condition = conditionOf(status, now)
  if (same(former, condition) && same(cluster.status.loadBalancer, loadBalancer)) return undefined
  const others = cluster.status.conditions.filter(({ type }) => type !== blockReady)
  return {
    apiVersion,
    kind,
    metadata: { name, namespace, ...(resourceVersion === undefined ? {} : { resourceVersion }) },
    status: { loadBalancer, conditions: [...(isByType(cluster) ? [] : others), condition] },
  }
}

/** An event where the condition says something else than before; nothing for what was said already. */
export function delegationEvent({ cluster, condition }: DelegationStatus): ClaimEvent | undefined {
  const { reason, message, status } = condition
  const former = formerOf(cluster)
  const isSame = fieldOf(former, 'reason') === reason && fieldOf(former, 'status') === status
  if (isSame && (status === 'True' || fieldOf(former, 'message') === message)) return undefined
  const isFault = reason === 'PoolExhausted' || reason === 'TenantNetworkConflict'
  return {
    claim: claimOf(cluster),
    type: isFault ? 'Warning' : 'Normal',
    reason: status === 'True' ? 'LoadBalancerBlockReady' : reason,
    message: message.slice(0, MAX_EVENT),
  }
}

/** What names a KdcCluster in an event. */
export function claimOf({ apiVersion, kind, metadata }: KdcCluster): ClaimEvent['claim'] {
  const { name, namespace, uid } = metadata
  return { apiVersion, kind, namespace, name, ...(uid === undefined ? {} : { uid }) }
}

function conditionOf({ cluster, condition }: DelegationStatus, now: string): Condition {
  const former = formerOf(cluster)
  const time = fieldOf(former, 'lastTransitionTime')
  const isSame = fieldOf(former, 'status') === condition.status && typeof time === 'string'
  const message = condition.message.slice(0, MAX_MESSAGE)
  return { ...condition, message, lastTransitionTime: isSame ? time : now }
}

function formerOf({ status }: KdcCluster): object | undefined {
  return status.conditions.find(({ type }) => type === blockReady)
}

/** Does the API keep the conditions apart, each with an owner? Then the others' are theirs. */
function isByType({ metadata }: KdcCluster): boolean {
  return metadata.managedFields.some(({ fieldsV1 }) => {
    const conditions = fieldOf(fieldOf(fieldsV1, 'f:status'), 'f:conditions')
    return Object.keys(Object(conditions)).some((key) => key.startsWith('k:'))
  })
}
