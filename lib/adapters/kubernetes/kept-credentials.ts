import type { Clock } from '../../ports/clock.ts'
import type { Access, Credentials } from './access.ts'
import { CREDENTIALS_MS } from './limits.ts'

/**
 * Credentials that are read again after a minute, or at once when the API took the last ones no more. Those who ask
 * meanwhile share one reading. `isRefused` tells the reader that what it may remember itself is of no use.
 */
export function keptCredentials(
  clock: Clock,
  read: (isRefused: boolean) => Promise<Credentials>,
): Access['credentials'] {
  let kept: { readonly value: Credentials; readonly until: number } | undefined
  let reading: Promise<Credentials> | undefined

  async function readAgain(isRefused: boolean): Promise<Credentials> {
    const value = await read(isRefused)
    kept = { value, until: clock.now() + CREDENTIALS_MS }
    return value
  }

  function forget(): void {
    reading = undefined
  }

  return (refused) => {
    const isRefused = refused !== undefined && refused === kept?.value
    if (!isRefused && kept !== undefined && clock.now() < kept.until)
      return Promise.resolve(kept.value)
    if (reading === undefined) {
      reading = readAgain(isRefused)
      reading.then(forget, forget)
    }
    return reading
  }
}
