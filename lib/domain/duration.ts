import * as z from 'zod'

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

/** A length of time as people write it: a whole number and a unit, `24h`; `0s` is none. */
export const duration = z
  .string()
  .regex(/^\d{1,6}[smhd]$/, 'is no duration like "24h": a whole number, and s, m, h or d')

/** Its seconds. Expects what `duration` has accepted. */
export function secondsOf(text: string): number {
  const unit = text.at(-1) as keyof typeof SECONDS
  return Number(text.slice(0, -1)) * SECONDS[unit]
}
