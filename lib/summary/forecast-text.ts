import { dayText, instantText } from '../domain/date-text.ts'
import { printable } from '../domain/printable.ts'
import type { Forecast } from '../pipeline/forecast/forecast.ts'
import { jsonText } from './json-text.ts'
import { plain, type Style, type Tone } from './style.ts'
import { plural } from './summary.ts'
import { type Cell, table } from './table.ts'

/** The day that a forecast starts from, and how many days it looks back. */
export interface ForecastFrame {
  /** Seconds since 1970. */
  readonly now: number
  readonly days: number
}

/** When each pool is full, a line each. */
export function forecastText(
  forecasts: readonly Forecast[],
  { now, days }: ForecastFrame,
  style: Style = plain,
): string {
  const title = style('bold', `Forecast of ${dayText(now)}, by the last ${plural(days, 'day')}`)
  const rows = forecasts.map((one): readonly Cell[] => [
    printable(one.pool),
    ['dim', one.family],
    `${one.size - one.free} taken`,
    `of ${one.size}`,
    one.perDay === undefined ? '' : rateText(one.perDay),
    [tones[one.outlook], outlookText(one)],
  ])
  const lines = table(rows, { style, right: [2] }).map((line) => `  ${line}`)
  return `${[title, ...(rows.length === 0 ? ['  no pools'] : lines)].join('\n')}\n`
}

const tones = {
  full: 'red',
  fills: 'yellow',
  far: 'green',
  steady: 'green',
  unknown: 'dim',
} as const satisfies Record<Forecast['outlook'], Tone>

function rateText(perDay: number): string {
  const rate = perDay.toFixed(Math.abs(perDay) < 1 ? 2 : 1)
  return `${perDay > 0 ? '+' : ''}${rate} a day`
}

function outlookText({ outlook, full, changes, days }: Forecast): string {
  if (outlook === 'full') return 'full'
  if (outlook === 'steady') return 'does not grow'
  if (outlook === 'far') return 'not full within ten years'
  if (outlook === 'unknown')
    return `not enough history: ${plural(changes, 'change')} in ${plural(days, 'day')}`
  if (full === undefined) return ''
  const latest = full.latest === undefined ? 'or later, if at all' : `to ${dayText(full.latest)}`
  return `full on ${dayText(full.expected)} (${dayText(full.earliest)} ${latest})`
}

/** The same as one JSON object, version 1; counts are decimal texts. */
export function forecastJson(
  forecasts: readonly Forecast[],
  { now, days, state }: ForecastFrame & { readonly state: string },
): string {
  return jsonText({
    version: 1,
    state,
    now: instantText(now),
    days,
    forecast: forecasts.map(({ pool, family, size, free, outlook, perDay, full, ...seen }) => ({
      pool,
      family,
      size: `${size}`,
      free: `${free}`,
      outlook,
      perDay,
      full: full && {
        expected: instantText(full.expected),
        earliest: instantText(full.earliest),
        latest: full.latest === undefined ? undefined : instantText(full.latest),
      },
      changes: seen.changes,
      days: seen.days,
    })),
  })
}
