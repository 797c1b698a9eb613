import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trendOf } from '../../lib/domain/trend.ts'
import { forecast } from '../../lib/pipeline/forecast/forecast.ts'
import { PoolCounts } from '../../lib/pipeline/forecast/pool-counts.ts'
import type { Count } from '../../lib/pipeline/forecast/samples.ts'
import { netclaim } from '../cli/fake-terminal.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { reservation } from '../plan/files.ts'
import { ClaimsHistory, eip } from './claims-history.ts'

const scratch = scratchFolder()
const DAY = 86_400
const WINDOW = 90

/** A pool from which one more address is taken whenever a whole one is due. */
function growth(perDay: number): readonly Count[] {
  const steps = Math.floor(WINDOW * perDay)
  const counts = Array.from({ length: steps }, (_, n) => ({
    at: Math.round(((n + 1) / perDay) * DAY),
    taken: n + 1,
  }))
  return [{ at: 0, taken: 0 }, ...counts]
}

const pool = { pool: 'ext-a', family: 'IPv4', size: 1_000n, free: 300n } as const
const window = { from: 0, now: WINDOW * DAY }

describe('a forecast', () => {
  test('of steady growth names the day on which the pool is full', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.15, max: 20, noNaN: true }), (perDay) => {
        const { outlook, full } = forecast({ ...pool, counts: growth(perDay) }, window)
        const exact = window.now + (300 / perDay) * DAY
        const off = ((full?.expected ?? 0) - exact) / (exact - window.now)
        expect([outlook, Math.abs(off) < 0.2]).toEqual(['fills', true])
        expect(full?.earliest).toBeLessThanOrEqual(full?.expected ?? 0)
        expect(full?.latest ?? Infinity).toBeGreaterThanOrEqual(full?.expected ?? 0)
      }),
    )
  })
  test('is not moved by a burst that was given back', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 10, noNaN: true }),
        fc.integer({ min: 0, max: 70 }),
        fc.integer({ min: 10, max: 500 }),
        (perDay, day, more) => {
          const inBurst = ({ at }: Count) => at >= day * DAY && at < (day + 12) * DAY
          const counts = growth(perDay).map((one) =>
            inBurst(one) ? { ...one, taken: one.taken + more } : one,
          )
          const calm = forecast({ ...pool, counts: growth(perDay) }, window).perDay ?? 0
          const shaken = forecast({ ...pool, counts }, window).perDay ?? 0
          expect(Math.abs(shaken - calm) / calm).toBeLessThan(0.35)
        },
      ),
    )
  })
  test('of a single jump in a long calm is no growth', () => {
    const counts = [0, 0, 1, 2, 3, 50].map((taken, n) => ({ at: n * 3_600, taken }))
    expect(forecast({ ...pool, counts }, window).outlook).toBe('steady')
  })
  test.each([
    ['a young repository', [0, 1, 2, 3, 4, 5], 10, 'unknown'],
    ['a few changes', [0, 1, 2, 3, 4], 90, 'unknown'],
    ['no change at all', [7], 90, 'steady'],
    ['a pool that shrinks', [9, 8, 7, 6, 5, 4], 90, 'steady'],
  ])('of %s is honest', (_, taken, days, outlook) => {
    const counts = taken.map((one, n) => ({ at: (n * days * DAY) / taken.length, taken: one }))
    const told = forecast({ ...pool, counts }, { from: 0, now: days * DAY })
    expect([told.outlook, told.full]).toEqual([outlook, undefined])
    expect([told.changes, told.days]).toEqual([taken.length - 1, days])
  })
  test('of a full pool says so, and of a huge one that it is far', () => {
    const counts = growth(1)
    expect(forecast({ ...pool, free: 0n, counts }, window).outlook).toBe('full')
    expect(forecast({ ...pool, free: 1n << 64n, counts }, window).outlook).toBe('far')
  })
  test('goes by nothing that came before the days that are wanted', () => {
    const counts = [{ at: 0, taken: 0 }, ...growth(5).slice(1, 200)]
    const last = { from: 60 * DAY, now: WINDOW * DAY }
    expect(forecast({ ...pool, counts }, last)).toMatchObject({ outlook: 'steady', days: 30 })
  })
})

test('a trend is the middle slope, whatever the order of a fifth of the points', () => {
  expect(trendOf([{ at: 1, value: 1 }])).toBeUndefined()
  const line = Array.from({ length: 50 }, (_, at) => ({ at, value: 2 * at + 3 }))
  expect(trendOf(line)?.slope).toBe(2)
  const wild = line.map((point) => (point.at % 5 === 4 ? { ...point, value: 10_000 } : point))
  expect(Math.abs((trendOf(wild)?.slope ?? 0) - 2)).toBeLessThan(0.5)
})

test('counts are of one family, never go back in time, and pass over what cannot be read', () => {
  const counts = new PoolCounts(5)
  const path = 'allocations/pools/ext-a/index.yaml'
  const text = (used: number, leaving: number) =>
    `parts:\n  "198.51.100.0":\n    leaving: ${leaving}\n    used: ${used}\n  "2001:db8::":\n    leaving: 0\n    used: 9\n`
  counts.add(10, path, text(3, 1))
  counts.add(9, path, text(4, 1))
  counts.add(11, path, 'parts: [')
  counts.add(12, path, undefined)
  expect(counts.of('ext-a', 'IPv4')).toEqual([
    { at: 5, taken: 0 },
    { at: 10, taken: 4 },
    { at: 10, taken: 5 },
    { at: 12, taken: 0 },
  ])
  expect(counts.of('ext-a', 'IPv6')).toHaveLength(3)
  expect(counts.of('other', 'IPv4')).toEqual([{ at: 5, taken: 0 }])
})

describe('netclaim capacity --forecast', () => {
  const kmetal = readFileSync(
    join(import.meta.dirname, '../../repo-template/platform/kmetal.yaml'),
    'utf8',
  )

  /** A pool of 20 addresses from which one more goes every ten days of 2026. */
  async function filling(name: string): Promise<ClaimsHistory> {
    const history = await ClaimsHistory.begin(join(scratch, name), {
      'platform/kmetal.yaml': kmetal.replace('198.51.100.200.', '198.51.100.40.'),
      'platform/tenants/example.yaml':
        'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: example\n  annotations:\n    netclaim.dev/provider-networks: provider\n',
    })
    for (const day of ['01-11', '01-21', '01-31', '02-10', '02-20', '03-02', '03-12'])
      history.commit(eip('example', `of-${day}`), `Ask on ${day}`, { day })
    await history.out('allocate')
    return history
  }

  test('tells when a pool is full, from the newest commit or another day on', async () => {
    const history = await filling('filling')
    const told = async (...args: readonly string[]) => {
      const out = await history.out('capacity', '--forecast', '--format', 'json', ...args)
      const { now, forecast: rows } = JSON.parse(out) as {
        now: string
        forecast: { pool: string; outlook: string; perDay?: number; full?: { expected: string } }[]
      }
      return { now, ...rows.find((row) => row.pool === 'ext-a') }
    }
    // 9 are taken on the 12th of March, so that 11 more last for 110 days.
    const then = await told()
    expect(then).toMatchObject({ now: '2026-03-12T10:00:00Z', outlook: 'fills', free: '11' })
    expect(then.perDay).toBeCloseTo(0.1, 1)
    expect(then.full?.expected).toMatch(/^2026-0[67]/)
    expect(await told('--at', '2026-02-01')).toMatchObject({ outlook: 'unknown', changes: 3 })
    expect(await told('--days', '20')).toMatchObject({ outlook: 'unknown', days: 20 })
    expect(await told('--at', '2026-09-30')).toMatchObject({ outlook: 'steady', changes: 0 })
    expect(await history.out('capacity', '--forecast')).toMatch(
      /^Forecast of 2026-03-12, by the last 90 days\n {2}ext-a +IPv4 +9 taken {2}of 20 +\+0\.\d+ a day +full on 2026-0[67]-\d\d \(2026-\d\d-\d\d (?:to|or later)/,
    )
  })
  test('counts what is set aside as taken', async () => {
    const history = await filling('set-aside')
    const kept = ['198.51.100.30..198.51.100.35']
    history.commit({ 'platform/kept.yaml': reservation('partners', kept) }, 'Keep', {
      day: '03-13',
    })
    await history.out('allocate')
    expect(await history.out('capacity', '--forecast')).toMatch(/ext-a +IPv4 +15 taken {2}of 20 /)
    // On the day before nobody kept anything.
    expect(await history.out('capacity', '--forecast', '--at', '2026-03-12')).toMatch(
      /ext-a +IPv4 +9 taken {2}of 20 /,
    )
  })
  test.each([
    [['--days', '30'], '--days needs --forecast'],
    [['--repo', '.'], '--repo needs --forecast'],
    [['--forecast', '--head', '.'], '--forecast and --head exclude each other'],
    [['--forecast', '--days', '0'], '"0" is no number of days'],
    [['--forecast', '--format', 'sarif'], 'text and json only'],
  ])('%j cannot run', async (args, message) => {
    const { code, err } = await netclaim(['capacity', ...args], { cwd: scratch })
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })
})
