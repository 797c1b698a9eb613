import { type Trend, trendOf } from '../../domain/trend.ts'
import { type Count, samples, type Window } from './samples.ts'

/** One family of a pool: how many of its addresses were taken when, and what is free now. */
export interface PoolHistory {
  readonly pool: string
  readonly family: 'IPv4' | 'IPv6'
  readonly size: bigint
  readonly free: bigint
  /** From the beginning of the state on, the oldest first; one a commit that changed the number. */
  readonly counts: readonly Count[]
}

/** When a pool is full, should it go on like that. */
export interface Forecast extends Omit<PoolHistory, 'counts'> {
  /**
   * `full`: already. `fills`: on the day told. `steady`: it does not grow. `far`: not within ten years. `unknown`: there
   * is not enough history.
   */
  readonly outlook: 'full' | 'fills' | 'steady' | 'far' | 'unknown'
  /** Commits that changed the number, and the days that were looked at. */
  readonly changes: number
  readonly days: number
  /** Addresses a day; absent: unknown. */
  readonly perDay?: number
  /** Seconds since 1970; `latest` is absent where it may as well never be full. */
  readonly full?: {
    readonly expected: number
    readonly earliest: number
    readonly latest?: number
  }
}

const DAY = 86_400
/** Less than this says more about chance than about growth. */
export const ENOUGH = { days: 14, changes: 5 } as const
const FAR_DAYS = 3_653

/** When the pool is full, by the trend of the window. */
export function forecast(history: PoolHistory, { from, now }: Window): Forecast {
  const { counts, ...pool } = history
  const start = Math.max(from, counts[0]?.at ?? now)
  const days = Math.max(0, Math.floor((now - start) / DAY))
  const changes = counts.slice(1).filter(({ at }) => at > start && at <= now).length
  const known = { ...pool, changes, days }
  if (pool.free === 0n) return { ...known, outlook: 'full' }
  if (days >= ENOUGH.days && changes === 0) return { ...known, outlook: 'steady', perDay: 0 }
  if (days < ENOUGH.days || changes < ENOUGH.changes) return { ...known, outlook: 'unknown' }
  const trend = trendOf(samples(counts, { from: start, now }))
  if (trend === undefined || trend.slope <= 0)
    return { ...known, outlook: 'steady', perDay: (trend?.slope ?? 0) * DAY }
  return { ...known, perDay: trend.slope * DAY, ...outlookOf(Number(pool.free), now, trend) }
}

function outlookOf(
  free: number,
  now: number,
  { slope, low, high }: Trend,
): Pick<Forecast, 'outlook' | 'full'> {
  if (free / slope > FAR_DAYS * DAY) return { outlook: 'far' }
  const at = (rate: number) => Math.round(now + free / rate)
  const latest = low > 0 && free / low <= FAR_DAYS * DAY ? { latest: at(low) } : {}
  return { outlook: 'fills', full: { expected: at(slope), earliest: at(high), ...latest } }
}
