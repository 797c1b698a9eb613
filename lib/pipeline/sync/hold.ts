import { printable } from '../../domain/printable.ts'

type Annotated = {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> }
}

const HOLD = 'netclaim.dev/hold'
const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?$/

/**
 * Why an object is to be left alone; undefined where it is not, or no longer.
 *
 * The annotation's value is a reason, or `reason=…; until=2026-12-01T00:00:00Z`, in UTC; a time that cannot be read never
 * comes. `now` is written the same way.
 */
export function holdOf({ metadata }: Annotated, now: string): string | undefined {
  const text = metadata.annotations?.[HOLD]
  if (text === undefined) return undefined
  const until = /(?:^|[;,]\s*)until\s*[=:]\s*(\S+?)\s*(?:[;,]|$)/.exec(text)?.[1]
  if (until !== undefined && TIME.test(until) && until <= now) return undefined
  const reason = /(?:^|[;,]\s*)reason\s*[=:]\s*([^;]*)/.exec(text)?.[1] ?? text
  const end = until === undefined ? '' : ` until ${printable(until, 40)}`
  return `on hold${end}: ${printable(reason.trim(), 200)}`
}
