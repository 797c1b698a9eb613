import type { Json } from '../emit.ts'
import type { Settings } from '../settings.ts'
import { arenaMetrics } from '../vip/arena-metrics.ts'
import type { Manifest } from './manifest.ts'
import { metadataOf } from './origin.ts'

type Alerts = NonNullable<Settings['alerts']>

/** The alerts of VIP pools, for Prometheus' operator. */
export function renderVipAlerts({ namespace, labels }: Alerts): Manifest {
  const metadata = metadataOf('netclaim-vips', 'PrometheusRule', { platform: 'alerts' })
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { ...metadata, namespace, labels: { ...labels, ...metadata.labels } },
    spec: { groups: [{ name: 'netclaim-vips', rules: [...high, ...exhausted] }] },
  }
}

const { used, maximum, blocks } = arenaMetrics

/** What bounds an arena: its slots, or a pool that has fewer blocks than that. Whichever is reached is named. */
const limits = [
  { limit: 'slots', most: maximum, what: 'claim slots' },
  { limit: 'pool', most: `(${blocks} < ${maximum})`, what: 'blocks of its pool' },
] as const

/** 48 of 64 slots are 75 %. No `for`: what they count moves by commits alone, and never to and fro. */
const high = limits.map(({ limit, most, what }): Json => {
  return {
    alert: 'KubeDcAddressArenaClaimSlotsHigh',
    expr: `${used} >= 0.75 * ${most}`,
    labels: { severity: 'warning', service: 'netclaim', limit },
    annotations: {
      summary: `{{ $labels.arena }} has three quarters of the ${what} taken`,
      description: `{{ $value }} VIP blocks of AddressArena {{ $labels.arena }} are taken, tombstones included. Delete clusters that are no longer needed, or move the project to a larger pool, before the next cluster gets none.`,
    },
  }
})

const exhausted = limits.map(({ limit, most, what }): Json => {
  return {
    alert: 'KubeDcAddressReservationExhausted',
    expr: `${used} >= ${most}`,
    labels: { severity: 'critical', service: 'netclaim', limit },
    annotations: {
      summary: `{{ $labels.arena }} has all ${what} taken`,
      description: `All {{ $value }} VIP blocks that AddressArena {{ $labels.arena }} can hold are taken, tombstones included. The next block that a cluster asks for is refused with reason PoolExhausted.`,
    },
  }
})
