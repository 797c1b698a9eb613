import { callOf } from '../../lib/adapters/github/call.ts'
import { urlOf } from './url-of.ts'

/** When a run is killed: before its n-th call is sent, or once the answer came and nobody read it. */
export interface Kill {
  readonly at: number
  readonly when: 'before' | 'after'
}

/** `fetch` of a run that is killed at its n-th call and sends nothing from then on; without `kill`, one that counts. */
export function killingFetch(kill?: Kill) {
  let count = 0
  /** By call, whether it writes. */
  const calls: boolean[] = []
  const isDead = (): boolean =>
    kill !== undefined && (count > kill.at || (count === kill.at && kill.when === 'before'))
  const send: typeof fetch = async (input, init) => {
    count += 1
    calls.push(callOf(urlOf(input), init ?? {}).isWrite)
    if (isDead()) throw new TypeError('killed')
    const response = await fetch(input, init)
    if (count !== kill?.at) return response
    await response.arrayBuffer()
    count += 1
    throw new TypeError('killed')
  }
  return { send, isDead, calls }
}
