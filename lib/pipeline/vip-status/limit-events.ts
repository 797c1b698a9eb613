import type { Vip } from '../../domain/facts.ts'
import type { VipBlock } from '../../domain/vip/delegation.ts'
import { mirroredVips } from '../../domain/vip/mirrored-vips.ts'
import type { ClaimEvent } from '../claims-status/claim-events.ts'

/** Events of one cluster that are told in a run: a stranger may make any number of Services. */
const MAX_EVENTS = 20

/** What is said of a VIP that leads nowhere, to whom it concerns. */
export interface LimitEvent {
  /** `shop/web`. */
  readonly service: string
  readonly reason: 'VipNotMirrored'
  readonly message: string
}

/** Services of a tenant cluster whose VIP is not led to it, and why (K-089 to K-092). */
export function limitEvents(
  vips: readonly Vip[],
  blocks: readonly VipBlock[],
): readonly LimitEvent[] {
  const { left } = mirroredVips(vips, blocks)
  return left.slice(0, MAX_EVENTS).map(({ vip: { service, address }, why }) => ({
    service,
    reason: 'VipNotMirrored',
    message: `${address} leads nowhere: ${why}`,
  }))
}

/** The event on the Service itself, in its cluster. */
export function onService({ service, reason, message }: LimitEvent): ClaimEvent {
  const [namespace = '', name = ''] = service.split('/', 2)
  const claim = { apiVersion: 'v1', kind: 'Service', namespace, name }
  return { claim, type: 'Warning', reason, message: message.slice(0, 1_000) }
}

/** The same on its KdcCluster, where an operator sees it. */
export function onCluster(
  { service, reason, message }: LimitEvent,
  claim: ClaimEvent['claim'],
): ClaimEvent {
  return {
    claim,
    type: 'Warning',
    reason,
    message: `Service ${service}: ${message}`.slice(0, 1_000),
  }
}
