import type { Clock } from '../../ports/clock.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Access } from './access.ts'
import { attempts, type Send } from './attempts.ts'
import { discovery } from './discovery.ts'
import { MAX_ANSWER_BYTES, MAX_CONNECTIONS } from './limits.ts'
import { lists } from './list.ts'
import { reads } from './reads.ts'
import { removes } from './removes.ts'
import { transport } from './transport.ts'
import { turns } from './turns.ts'
import { writes } from './write.ts'

export interface KubernetesOptions {
  readonly access: Access
  readonly clock: Clock
  /** 0 ≤ n < 1. */
  readonly random?: () => number
  /** Sockets, and calls at a time (default 8). */
  readonly connections?: number
  /** Of one attempt with its whole answer (default 30,000). */
  readonly timeoutMs?: number
  /** Of one call with all its attempts (default 60,000): an API server is back within that. */
  readonly patienceMs?: number
  /** Objects of one page of a list (default 5,000, and 500 where such a page is too large). */
  readonly pageSize?: number
  /** Objects of one list. */
  readonly maxItems?: number
  readonly maxAnswerBytes?: number
  /** Bytes of all answers together; absent: any. */
  readonly maxBytesInAll?: number
  /** Milliseconds of the clock after which nothing is sent any more; absent: for ever. */
  readonly until?: number
}

/** A cluster, and its connections, which are open until they are closed. */
export interface KubernetesCluster extends Cluster {
  close(): Promise<void>
}

/** The cluster whose API server `access` names. */
export function kubernetesCluster(options: KubernetesOptions): KubernetesCluster {
  const { access, clock, random = Math.random, pageSize, maxItems, until } = options
  const connections = Math.min(options.connections ?? MAX_CONNECTIONS, MAX_CONNECTIONS)
  const wire = transport(access.server, {
    connections,
    timeoutMs: options.timeoutMs ?? 30_000,
    maxBytes: options.maxAnswerBytes ?? MAX_ANSWER_BYTES,
    maxBytesInAll: options.maxBytesInAll ?? Number.POSITIVE_INFINITY,
  })
  // Waiting here and not in the pool: a call's time begins when it is sent, and where one waits because the API is
  // away or has too much to do, those behind it do not come at it as well.
  const inTurn = turns(connections)
  const attempt = attempts(access, wire, {
    clock,
    random,
    patienceMs: options.patienceMs ?? 60_000,
    ...(until === undefined ? {} : { until }),
  })
  const send: Send = (call) => inTurn(() => attempt(call))
  const kinds = discovery(send, clock)
  const get = reads(send, kinds)
  return {
    ...writes(send, kinds),
    get: (ref) => get(ref),
    list: lists(send, kinds, {
      ...(pageSize === undefined ? {} : { pageSize }),
      ...(maxItems === undefined ? {} : { maxItems }),
    }),
    remove: removes(send, kinds, get),
    close: () => wire.close(),
  }
}
