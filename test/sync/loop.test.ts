import { describe, expect, test, vi } from 'vitest'
import { again } from '../../functions/cli/sync-loop.ts'
import { alarm } from '../../functions/sync/alarm.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'

const HOUR = 3_600_000

/** A loop whose rounds take as long as they are told to, and a clock that is moved by hand. */
function given(round: (nth: number) => Promise<void> = async () => undefined) {
  vi.useFakeTimers()
  const bell = alarm()
  const told: unknown[] = []
  const errors: string[] = []
  let rounds = 0
  const terminal = {
    out: () => undefined,
    err: (text: string) => void errors.push(text),
    colour: false,
    interactive: false,
    width: 80,
    cwd: '/',
  }
  const ended = again(
    async () => {
      await round((rounds += 1))
      return 0
    },
    {
      every: HOUR,
      alarm: bell,
      invocation: { options: {}, operands: [], env: {}, terminal },
      failed: async (error) => void told.push(error),
    },
  )
  return {
    bell,
    told,
    errors,
    ended,
    rounds: () => rounds,
    pass: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
    async end() {
      process.emit('SIGTERM', 'SIGTERM')
      await vi.advanceTimersByTimeAsync(1_000)
      const code = await ended
      expect(vi.getTimerCount()).toBe(0)
      vi.useRealTimers()
      return code
    },
  }
}

describe('rounds of the sync', () => {
  test('begin when their time has come, or at once when the alarm is rung', async () => {
    const loop = given()
    await loop.pass(HOUR - 1)
    expect(loop.rounds()).toBe(1)
    await loop.pass(1)
    expect(loop.rounds()).toBe(2)
    await loop.pass(60_000)
    loop.bell.ring()
    await loop.pass(0)
    expect(loop.rounds()).toBe(3)
    expect(await loop.end()).toBe(0)
  })

  test('are one for all that rings while another is under way, and none is missed', async () => {
    let finish = () => undefined as void
    const loop = given((nth) =>
      nth === 1
        ? new Promise((done) => {
            finish = done
          })
        : Promise.resolve(),
    )
    await loop.pass(10)
    for (let count = 0; count < 1_000; count += 1) loop.bell.ring()
    expect(loop.rounds()).toBe(1)
    finish()
    await loop.pass(1_000)
    expect(loop.rounds()).toBe(2)
    await loop.pass(60_000)
    expect(loop.rounds()).toBe(2)
    await loop.end()
  })

  test('begin once a second at most, however often the alarm is rung', async () => {
    const loop = given()
    for (let tenth = 0; tenth < 100; tenth += 1) {
      loop.bell.ring()
      await loop.pass(100)
    }
    expect(loop.rounds()).toBeGreaterThanOrEqual(9)
    expect(loop.rounds()).toBeLessThanOrEqual(11)
    await loop.end()
  })

  test('go on after one that the world refused, which is told', async () => {
    const error = new OutsideError('git does not answer', { system: 'git', retryable: true })
    const loop = given(async (nth) => {
      if (nth === 1) throw error
    })
    await loop.pass(0)
    expect(loop.told).toEqual([error])
    expect(loop.errors).toEqual(['netclaim: git does not answer\n'])
    await loop.pass(HOUR)
    expect(loop.rounds()).toBe(2)
    expect(await loop.end()).toBe(0)
  })
})
