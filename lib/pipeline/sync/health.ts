import type { KubeObject } from '../../ports/cluster.ts'
import { judges, waiting } from './health-kinds.ts'
import { isClaim } from './is-claim.ts'
import type { LiveObjects } from './live-objects.ts'
import { fieldOf, listOf, textOf } from './loose.ts'
import { kindName } from './sync-kinds.ts'

/** Whether the controller of an object has done what its spec says now. */
export interface Health {
  /** `progressing`: may come by itself. `failed`: a person must act. */
  readonly state: 'healthy' | 'progressing' | 'failed'
  /** `NotReady`, `OtherValue`; absent for what is healthy. */
  readonly reason?: string
  readonly message?: string
}

const healthy: Health = { state: 'healthy' }

/**
 * Judges by comparing status with spec, since `ready` of Kube-OVN speaks of the spec that it took up first (observed
 * 0.8). A kind whose controller reports nothing is healthy once it is there.
 */
export function healthOf(object: KubeObject, live: LiveObjects): Health {
  if (object.metadata.deletionTimestamp !== undefined)
    return waiting('Terminating', 'it is being deleted')
  const name = kindName(object)
  const judge = Object.hasOwn(judges, name) ? judges[name] : undefined
  return judge?.(object, live) ?? healthy
}

/** The same where an operator makes what claims cause: of a claim that counts which it says by its condition Ready. */
export function claimHealth(object: KubeObject, live: LiveObjects): Health {
  const health = healthOf(object, live)
  if (!isClaim(object) || health.state !== 'healthy') return health
  const ready = listOf(fieldOf(object['status'], 'conditions')).find(
    (one) => fieldOf(one, 'type') === 'Ready',
  )
  if (ready === undefined) return waiting('NotReady', 'its operator has said nothing of it yet')
  if (fieldOf(ready, 'status') === 'True') return healthy
  const reason = textOf(fieldOf(ready, 'reason')) || 'NotReady'
  return waiting(reason, textOf(fieldOf(ready, 'message')) || 'its operator has not made it ready')
}
