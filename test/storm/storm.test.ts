import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { planner } from '../../functions/allocate/planner.ts'
import { makeState } from '../../functions/make-state.ts'
import { calm } from '../../lib/adapters/embedded-forge/nasty.ts'
import { type RunningForge, startForge } from '../../lib/adapters/embedded-forge/start-forge.ts'
import { SECRET } from '../app/environment.ts'
import type { Files } from '../functions/stage.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { Chance } from './chance.ts'
import { ENGINE, Fleet, NAME } from './fleet.ts'
import { holdings, replayed, stateOf } from './holdings.ts'
import { hurriedClock } from './hurried-clock.ts'
import { Person } from './person.ts'
import { said } from './said.ts'
import { firstFiles, proposal } from './scenario.ts'
import { limitOf, worst } from './weather.ts'

const folder = scratchFolder()
/** Pull requests: as many as `STORM` says, 200 every night. */
const SIZE = Number(process.env['STORM'] ?? (process.env['LONG'] ? 50 : 8))
const SEED = Number(process.env['SEED'] ?? 7)
/** Calls of one job on average, those that are made again included. */
const MAX_CALLS = {
  sweep: 150,
  allocate: 60,
  'pull-request': 30,
  'merge-group': 0,
  commit: 50,
  report: 0,
} as const
const running: RunningForge[] = []
afterAll(async () => {
  for (const forge of running) await forge.stop()
})

test(
  `${SIZE} pull requests merged in a storm, four allocators at once`,
  async () => {
    const chance = new Chance(SEED)
    const clock = hurriedClock()
    const forge = await startForge({
      folder: join(folder, 'forge'),
      inMemory: true,
      webhook: {
        url: 'http://netclaim.example/webhooks/github',
        secret: SECRET,
        fetch: (request) => fleet.take(request),
      },
    })
    running.push(forge)
    const fleet = new Fleet({ forge, clock, chance, size: 4 })
    const { dir } = await forge.createRepository({
      owner: 'octo',
      name: 'claims',
      files: firstFiles,
    })
    await makeState(dir, { planner, engine: ENGINE })
    await forge.scan()
    const first = gitIn(dir, 'rev-parse', 'main')

    const person = new Person(forge, dir)
    Object.assign(forge.nasty, worst, { seed: SEED })
    let turn = 0
    forge.nasty.onCall = async ({ route }) => {
      turn += 1
      Object.assign(forge.nasty, limitOf(turn))
      // Main moves between two calls of whoever looks at it.
      if (/compare|ref/i.test(route) && turn % 97 === 0)
        await person.pushToMain({ 'README.md': `${turn}\n` })
    }
    let over = false
    async function people(): Promise<void> {
      const open: { readonly number: number; readonly after?: Files }[] = []
      for (let n = 0; n < SIZE || open.length > 1 + SIZE / 8; n += 1) {
        if (n < SIZE) {
          const { files, ...more } = proposal(n, chance)
          open.push({ number: await person.propose(`p${n}`, files), ...more })
        }
        if (n < 3 || (n < SIZE && chance.next() < 0.3)) continue
        const one = chance.take(open)
        if (one === undefined) continue
        await person.merge(one.number)
        if (one.after !== undefined)
          open.push({ number: await person.propose(`p${one.number}-back`, one.after) })
        if (n % 5 === 0) fleet.send({ kind: 'sweep', repository: NAME })
        await setTimeout(5)
      }
      over = true
    }
    const since = performance.now()
    await Promise.all([people(), fleet.work(() => over)])
    const stormMs = performance.now() - since

    Object.assign(forge.nasty, calm())
    await forge.settle()
    await fleet.work()
    // A ref lags for so many reads, not for seconds, and a sweep may be all that reads it.
    for (let nth = 0; nth < 2 + (worst.refLag ?? 0); nth += 1) {
      await clock.pause(11 * 60_000)
      fleet.send({ kind: 'sweep', repository: NAME })
      await fleet.work()
    }
    await forge.settle()
    const calmMs = performance.now() - since - stormMs
    const { retried, givenUp } = fleet.ends
    const commits = Number(gitIn(dir, 'rev-list', '--first-parent', '--count', `${first}..main`))
    const calls = [...fleet.spent.values()].reduce((sum, one) => sum + one.calls, 0)
    console.info(
      `${SIZE} pull requests, seed ${SEED}: ${Math.round(stormMs)} ms of storm and ${Math.round(calmMs)} ms after it; ` +
        `${retried} jobs again, ${givenUp} given up; calls: ${costs(fleet)}; ` +
        `${Math.round(calls / commits)} for each of ${commits} commits of main`,
    )

    expect(forge.failures).toEqual([])
    const state = await stateOf(dir)
    expect(state).toEqual(await replayed(dir, { first, copy: join(folder, 'replay.git') }))
    const { held, missing } = holdings(dir, state)
    expect(missing).toEqual([])
    expect(new Set(held).size).toBe(held.length)
    const words = await said(forge, dir, first)
    expect(words.unanswered).toEqual([])
    expect(words.doubled).toEqual([])
    expect(words.heads.size).toBeGreaterThan(0)
    const dear = [...fleet.spent].filter(
      ([kind, { jobs, calls }]) => calls / Math.max(1, jobs) > MAX_CALLS[kind],
    )
    expect(dear).toEqual([])
    expect(forge.deliveries.filter(({ statusCode }) => statusCode !== 202)).not.toEqual([])

    // Asked again, every head gets the answer that stands there.
    for (const sha of words.heads.keys()) fleet.send({ kind: 'commit', repository: NAME, sha })
    await fleet.work()
    expect((await said(forge, dir, first)).heads).toEqual(words.heads)
  },
  900_000 + SIZE * 30_000,
)

/** `3 sweep 150 (20 written)` of every kind of job. */
function costs({ spent }: Fleet): string {
  const parts = [...spent].map(
    ([kind, { jobs, calls, writes }]) => `${jobs} ${kind} ${calls} (${writes} written)`,
  )
  return parts.join(', ')
}
