import { styleFor } from '../../lib/adapters/terminal.ts'
import { printable } from '../../lib/domain/printable.ts'
import { forecastJson, forecastText } from '../../lib/summary/forecast-text.ts'
import { forecastOf } from '../history/forecast.ts'
import { type ExitCode, type Invocation, type Option, UsageError } from './command.ts'
import { historyOf, historyOptions } from './history-options.ts'
import { progressOn } from './progress.ts'
import { isJson } from './text-or-json.ts'
import { wordOf } from './word-of.ts'

/** What `netclaim capacity --forecast` is told. */
export const forecastOptions = {
  forecast: { type: 'boolean', about: 'when each pool is full, by the history of the state' },
  days: {
    type: 'string',
    placeholder: 'N',
    about: 'how many days of that history (default: 90)',
  },
  ...historyOptions,
} as const satisfies Readonly<Record<string, Option>>

const DAYS = 90

/** Runs `capacity --forecast`. */
export async function runForecast(invocation: Invocation): Promise<ExitCode> {
  const { options, terminal } = invocation
  const other = ['head', 'base', 'state', 'observed'].find((name) => name in options)
  if (other !== undefined) throw new UsageError(`--forecast and --${other} exclude each other`)
  const wantsJson = isJson(invocation, 'capacity --forecast')
  const days = daysOf(invocation)
  const progress = progressOn(terminal, options['quiet'] === true)
  progress.step('reading the history')
  const history = await historyOf(invocation)
  const forecasts = await forecastOf(history, days)
  progress.done()
  const frame = { now: history.now, days, state: history.tip }
  terminal.out(
    wantsJson
      ? forecastJson(forecasts, frame)
      : forecastText(forecasts, frame, styleFor(terminal.colour)),
  )
  return 0
}

function daysOf(invocation: Invocation): number {
  const text = wordOf(invocation, 'days') ?? `${DAYS}`
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text)
  throw new UsageError(`"${printable(text)}" is no number of days from 1 to 99999`)
}

/** Throws `UsageError` for what says something about a forecast that nobody wants. */
export function requireNoForecast({ options }: Invocation): void {
  const stray = Object.keys(forecastOptions).find((name) => name in options)
  if (stray !== undefined) throw new UsageError(`--${stray} needs --forecast`)
}
