import { printable } from '../../lib/domain/printable.ts'
import type { Clock } from '../../lib/ports/clock.ts'
import type { Cluster, KubeObject } from '../../lib/ports/cluster.ts'
import { annotationsOf, type Memory } from './memory.ts'

/** Where the Lease is, and as whom it is taken. */
export interface LeaseOptions {
  readonly cluster: Cluster
  readonly clock: Clock
  readonly namespace: string
  /** No two that run at a time have the same. */
  readonly identity: string
  /** How long a run that was killed keeps the others waiting (default 60 s). */
  readonly durationMs?: number
}

export const NAME = 'netclaim-sync'
export const DURATION_MS = 60_000

/** Who else holds it now; undefined: nobody. */
export function holderOf(
  object: KubeObject,
  { clock, identity }: LeaseOptions,
): string | undefined {
  const { holderIdentity, renewTime, leaseDurationSeconds } = specOf(object)
  if (typeof holderIdentity !== 'string' || holderIdentity === '' || holderIdentity === identity)
    return undefined
  const seconds = Number(leaseDurationSeconds) || DURATION_MS / 1_000
  const end = Date.parse(String(renewTime)) + seconds * 1_000
  // A time that cannot be read, or one far ahead of our clock, must not lock everybody out for ever.
  const isOver = Number.isNaN(end) || end <= clock.now() || end > clock.now() + 10 * 60_000
  return isOver ? undefined : printable(holderIdentity, 100)
}

/** The Lease as it is to be written. */
export function leaseOf(
  former: KubeObject | undefined,
  { clock, namespace, durationMs = DURATION_MS }: LeaseOptions,
  { holder, memory }: { readonly holder: string; readonly memory: Memory },
): KubeObject {
  const time = new Date(clock.now()).toISOString().replace('Z', '000Z')
  const {
    annotations,
    managedFields: _,
    ...metadata
  } = former?.metadata ?? { name: NAME, namespace }
  const before = former === undefined ? {} : specOf(former)
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { ...metadata, annotations: { ...annotations, ...annotationsOf(memory) } },
    spec: {
      ...before,
      holderIdentity: holder,
      leaseDurationSeconds: Math.ceil(durationMs / 1_000),
      renewTime: time,
      ...(before['holderIdentity'] === holder ? {} : { acquireTime: time }),
    },
  }
}

function specOf(object: KubeObject): Readonly<Record<string, unknown>> {
  const spec = object['spec']
  return typeof spec === 'object' && spec !== null ? (spec as Record<string, unknown>) : {}
}
