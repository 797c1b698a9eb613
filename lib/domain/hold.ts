import * as z from 'zod'
import { printable } from './printable.ts'

/** The annotation by which a person keeps an object as it is. */
export const holdAnnotation = 'netclaim.dev/hold'

/** What the annotation says. */
export interface Hold {
  /** Empty where none is given. */
  readonly reason: string
  /** As it is written. */
  readonly until?: string
  /** `until` is no time, so that it never comes. */
  readonly isEndless: boolean
}

const TIME = /^(?<day>\d{4}-\d\d-\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?Z)?$/
const day = z.iso.date()
/** A comma may stand in a reason. */
const SEPARATOR = /;|,(?=\s*(?:until|reason)\s*[=:])/

/** Reads `racks move`, or `reason=racks move; until=2026-12-01T00:00:00Z`: a part that is neither belongs to the reason. */
export function parseHold(text: string): Hold {
  const parts = text.split(SEPARATOR).map((part) => part.trim())
  const until = valueOf(parts, 'until')
  const others = parts.filter((part) => part !== '' && !/^until\s*[=:]/.test(part))
  const reason = (valueOf(parts, 'reason') ?? others.join('; ')).trim()
  return {
    reason,
    ...(until === undefined ? {} : { until }),
    isEndless: until === undefined || !isTime(until),
  }
}

/** Whether it has ended; `now` is `2026-11-30T12:00:00Z`. A day ends it as it begins. */
export function isHoldOver({ until, isEndless }: Hold, now: string): boolean {
  return until !== undefined && !isEndless && until <= now
}

/** `on hold until 2026-12-01T00:00:00Z: racks move`. */
export function holdText({ reason, until, isEndless }: Hold): string {
  const why = reason === '' ? 'no reason is given' : printable(reason, 200)
  if (until === undefined) return `on hold: ${why}`
  if (!isEndless) return `on hold until ${until}: ${why}`
  const wanted = 'its end is no time such as 2026-12-01T00:00:00Z, so it never comes'
  return `on hold until "${printable(until, 40)}": ${why} (${wanted})`
}

function valueOf(parts: readonly string[], key: string): string | undefined {
  const found = parts.find((part) => new RegExp(`^${key}\\s*[=:]`).test(part))
  return found?.replace(/^\w+\s*[=:]\s*/, '')
}

function isTime(text: string): boolean {
  const found = TIME.exec(text)?.groups?.['day']
  return found !== undefined && day.safeParse(found).success
}
