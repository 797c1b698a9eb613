import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MAX_ATTEMPTS, retryDelayMs } from '../../functions/retry.ts'
import { JobRunner, type JobRunnerOptions } from '../../functions/serve/job-runner.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Job } from '../../lib/ports/job-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const check = (number: number, repository = 'a/a'): Job => ({
  kind: 'pull-request',
  repository,
  number,
})
const nameOf = (job: Job) => `${job.repository} ${'number' in job ? job.number : job.kind}`

/** A runner whose jobs end when the test says so. */
function given(options: Partial<JobRunnerOptions> = {}) {
  const started: string[] = []
  const lines: unknown[][] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const runner = new JobRunner({
    atOnce: 2,
    random: () => 0,
    log: (...line) => void lines.push(line),
    run(job) {
      started.push(nameOf(job))
      const end = Promise.withResolvers<void>()
      ends.set(nameOf(job), end)
      return end.promise
    },
    ...options,
  })
  const end = async (name: string, error?: Error) => {
    const { resolve, reject } = ends.get(name) ?? Promise.withResolvers<void>()
    if (error === undefined) resolve()
    else reject(error)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { runner, started, lines, end }
}
const passing = (seconds?: number) =>
  new OutsideError('no answer', {
    system: 'github',
    retryable: true,
    ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
  })

test('a job that hangs does not hold up its repository, and is tried again', async () => {
  const { runner, started, lines } = given({ limitMs: 60_000 })
  await runner.send([check(1), check(2)])
  await vi.advanceTimersByTimeAsync(59_000)
  expect(started).toEqual(['a/a 1'])
  await vi.advanceTimersByTimeAsync(1_500)
  expect(started).toEqual(['a/a 1', 'a/a 2'])
  expect(lines[0]?.[2]).toMatchObject({ why: 'OutsideError: it is not done within 60 seconds' })
  expect(runner.size).toBe(1)
})

describe('order', () => {
  test('one job of a repository at a time, in order', async () => {
    const { runner, started, end } = given()
    await runner.send([check(1), check(2), check(3)])
    expect(started).toEqual(['a/a 1'])
    await end('a/a 1')
    await end('a/a 2')
    expect(started).toEqual(['a/a 1', 'a/a 2', 'a/a 3'])
  })

  test('so many repositories at once, and none starves', async () => {
    const { runner, started, end } = given()
    await runner.send([check(1), check(2), check(3), check(1, 'b/b'), check(1, 'c/c')])
    expect(started).toEqual(['a/a 1', 'b/b 1'])
    await end('a/a 1')
    expect(started).toEqual(['a/a 1', 'b/b 1', 'a/a 2'])
    await end('a/a 2')
    expect(started.slice(3)).toEqual(['c/c 1'])
  })

  test('what waits already is not queued twice, what runs already is', async () => {
    const { runner, started, end } = given()
    await runner.send([check(1)])
    await runner.send([check(1), check(1), check(1)])
    expect(runner.size).toBe(1)
    await end('a/a 1')
    await end('a/a 1')
    expect(started).toEqual(['a/a 1', 'a/a 1'])
    expect(runner.size).toBe(0)
  })

  test('too many are refused, all or none', async () => {
    const { runner } = given({ limit: 3 })
    await runner.send([check(1), check(2), check(3)])
    await expect(runner.send([check(4), check(5)])).rejects.toThrow('too many jobs wait')
    expect(runner.size).toBe(2)
  })
})

describe('failures', () => {
  test('one that may pass is tried again later, and others go first', async () => {
    const { runner, started, end, lines } = given()
    await runner.send([check(1), check(2)])
    await end('a/a 1', passing())
    expect(lines.at(-1)).toEqual([
      'warn',
      'tried again later',
      {
        kind: 'pull-request',
        repository: 'a/a',
        ms: 0,
        why: 'OutsideError: no answer',
        inMs: 2000,
      },
    ])
    await end('a/a 2')
    await vi.advanceTimersByTimeAsync(1_999)
    expect(started).toEqual(['a/a 1', 'a/a 2'])
    await vi.advanceTimersByTimeAsync(1)
    expect(started).toEqual(['a/a 1', 'a/a 2', 'a/a 1'])
  })

  test('asked for again meanwhile, it is done at once and once', async () => {
    const { runner, started, end } = given()
    await runner.send([check(1)])
    await end('a/a 1', passing(60))
    await runner.send([check(1)])
    await end('a/a 1')
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(started).toEqual(['a/a 1', 'a/a 1'])
  })

  test('no earlier than the outside asks for', async () => {
    const { runner, started, end } = given()
    await runner.send([check(1)])
    await end('a/a 1', passing(60))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(started).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(started).toHaveLength(2)
  })

  test('it is given up in the end', async () => {
    let tries = 0
    const { runner, lines } = given({
      run: () => {
        tries += 1
        return Promise.reject(passing())
      },
    })
    await runner.send([check(1)])
    await vi.advanceTimersByTimeAsync(24 * 3_600_000)
    expect(tries).toBe(MAX_ATTEMPTS)
    expect(lines.at(-1)?.slice(0, 2)).toEqual(['error', 'given up'])
    expect(runner.size).toBe(0)
  })

  test.each([
    ['refused', new OutsideError('no permission', { system: 'github', retryable: false })],
    ['bug', new TypeError('x is undefined')],
  ])('%s: not tried again, and the next one runs', async (event, error) => {
    const { runner, started, end, lines } = given()
    await runner.send([check(1), check(2)])
    await end('a/a 1', error)
    await end('a/a 2')
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(started).toEqual(['a/a 1', 'a/a 2'])
    expect(lines[0]?.slice(0, 2)).toEqual(['error', event])
  })

  test.each([
    [0, undefined, 0, 2_000],
    [0, undefined, 1, 1_000],
    [3, undefined, 0, 16_000],
    [30, undefined, 0, 600_000],
    [0, 30, 0.5, 31_500],
    [0, 1e9, 0, 3_602_000],
  ])('after %i failures, asked for %s s, chance %d: %i ms', (failures, asked, random, ms) => {
    expect(retryDelayMs(failures, asked, random)).toBe(ms)
  })
})

describe('stopping', () => {
  test('finishes what runs, forgets what waits, takes no more', async () => {
    const { runner, started, end } = given()
    await runner.send([check(1), check(2)])
    const stopped = runner.stop(10_000)
    await expect(runner.send([check(3)])).rejects.toThrow('it is being stopped')
    await end('a/a 1')
    expect(await stopped).toEqual({ forgotten: 1, unfinished: 0 })
    expect(started).toEqual(['a/a 1'])
  })

  test('waits no longer than it may', async () => {
    const { runner } = given()
    await runner.send([check(1)])
    const stopped = runner.stop(10_000)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await stopped).toEqual({ forgotten: 0, unfinished: 1 })
  })

  test('what was to be tried again is forgotten', async () => {
    const { runner, started, end } = given()
    await runner.send([check(1)])
    await end('a/a 1', passing())
    expect(await runner.stop(10_000)).toEqual({ forgotten: 1, unfinished: 0 })
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(started).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('what fails while it stops is not tried again', async () => {
    const { runner, end } = given()
    await runner.send([check(1)])
    const stopped = runner.stop(10_000)
    await end('a/a 1', passing())
    expect(await stopped).toEqual({ forgotten: 0, unfinished: 0 })
    expect(vi.getTimerCount()).toBe(0)
  })
})
