import { turns } from '../../lib/adapters/kubernetes/turns.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Clock } from '../../lib/ports/clock.ts'
import type { Cluster, ObjectRef } from '../../lib/ports/cluster.ts'
import { breaker } from './breaker.ts'
import type { HeldLease } from './lease.ts'

/** What the writes of one run share. */
export interface Session {
  readonly cluster: Cluster
  readonly clock: Clock
  /** Milliseconds for each wait: until something is gone, or healthy. */
  readonly waitMs: number
  /** Fields are taken from whoever has them: all that is applied is ours by its name. */
  readonly force?: true
  /**
   * Does one write to an object, under the Lease, a few at a time. Throws `OutsideError` for what failed, and at once where
   * the last writes to that kind, or to all, failed too: then it is not the object.
   */
  write<T>(object: Pick<ObjectRef, 'kind'>, work: () => Promise<T>): Promise<T>
}

/** Writes at a time; the connections are as many. */
const WIDTH = 8

export function openSession(
  base: Pick<Session, 'cluster' | 'clock' | 'waitMs' | 'force'>,
  lease: HeldLease,
): Session {
  const inTurn = turns(WIDTH)
  const tries = breaker(() => answers(base.cluster))
  return {
    ...base,
    write: ({ kind }, work) =>
      inTurn(async () => {
        await lease.keep()
        return tries.try(kind, work)
      }),
  }
}

async function answers(cluster: Cluster): Promise<boolean> {
  try {
    await cluster.get({ apiVersion: 'v1', kind: 'Namespace', name: 'kube-system' })
    return true
  } catch (error) {
    if (!isOutage(error)) throw error
    return false
  }
}

/** An error of the world's that is one object's: anything else is a bug, or ends the run. */
export function isOutage(error: unknown): error is OutsideError {
  return error instanceof OutsideError && error.system !== 'lease'
}

/** Waits until the object of that uid is gone; false: it is still there when the time is over. */
export async function untilGone(
  { cluster, clock }: Session,
  ref: ObjectRef,
  { uid, until }: { readonly uid: string; readonly until: number },
): Promise<boolean> {
  for (let wait = 50; ; wait = Math.min(2_000, wait * 1.5)) {
    const there = await cluster.get(ref)
    if (there === undefined || there.metadata.uid !== uid) return true
    if (clock.now() + wait > until) return false
    await clock.pause(wait)
  }
}
