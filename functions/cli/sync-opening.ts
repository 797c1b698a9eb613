import { kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { tenantClusters } from '../../lib/adapters/kubernetes/tenant-clusters.ts'
import type { Alarm } from '../sync/alarm.ts'
import type { SyncOptions } from '../sync/options.ts'
import { systemClock } from '../system-clock.ts'
import type { Invocation } from './command.ts'
import { type Listening, wakening } from './sync-listen.ts'
import { accessOf } from './sync-options.ts'
import { openSource } from './sync-source.ts'

/** What is open while a sync is at work. */
export interface Opened extends Pick<SyncOptions, 'cluster' | 'source' | 'repository' | 'tenants'> {
  /** Rung by webhooks, where any are taken. */
  readonly alarm: Alarm
}

/** Opens the state, the cluster and the ears, and closes them when the work is done. */
export async function opening<T>(
  invocation: Invocation,
  listening: Listening | undefined,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const opened = await openSource(invocation)
  const { repository } = opened
  try {
    const cluster = kubernetesCluster({ access: await accessOf(invocation), clock: systemClock })
    try {
      const woken = await wakening(opened.source, listening, invocation)
      const { source, alarm } = woken
      try {
        const tenants = tenantClusters(systemClock)
        return await work({ cluster, source, alarm, tenants, ...(repository && { repository }) })
      } finally {
        await woken.close()
      }
    } finally {
      await cluster.close()
    }
  } finally {
    opened.close()
  }
}
