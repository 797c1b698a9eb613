import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planner } from '../../functions/allocate/planner.ts'
import { makeState } from '../../functions/make-state.ts'
import type { Job } from '../../lib/ports/job-queue.ts'
import { eip, environment } from '../functions/claims.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { claim, documents, platformFile } from '../plan/files.ts'
import { ENGINE, NAME } from './fleet.ts'
import { KeptForge } from './kept-forge.ts'
import { type Kill, killingFetch } from './killing-fetch.ts'
import { Person } from './person.ts'
import { shown } from './shown.ts'

const scratch = scratchFolder()
const isLong = Boolean(process.env['LONG'])

/** Sixty claims that cannot be read: more annotations than one call takes. */
const broken = {
  'environments/solar/broken.yaml': documents(
    ...Array.from({ length: 60 }, (_, n) =>
      claim('EipClaim', `b${n}`, '{type: nat, v4Ip: nonsense}'),
    ),
  ),
}

/** Two merged pull requests that collide, one that the move affects, one that it does not, and one not looked at. */
async function prepared(folder: string): Promise<KeptForge> {
  const kept = await KeptForge.open(folder)
  const texts = {
    'platform/kmetal.yaml': platformFile(),
    ...environment('photon'),
    ...environment('solar', 101),
  } as Record<string, string>
  await kept.forge.createRepository({ owner: 'octo', name: 'claims', files: texts })
  await makeState(kept.dir, { planner, engine: ENGINE })
  await kept.forge.scan()
  const person = new Person(kept.forge, kept.dir)
  const one = await person.propose('one', eip('photon', 'web', '198.51.100.30'))
  const two = await person.propose('two', eip('solar', 'web', '198.51.100.30'))
  await person.propose('mail', eip('photon', 'mail'))
  await person.propose('readme', { 'README.md': 'nothing of claims' })
  for (const number of [1, 2, 3, 4])
    await kept.run({ kind: 'pull-request', repository: NAME, number })
  await person.merge(one)
  await person.merge(two)
  await person.propose('late', broken)
  await kept.stop()
  return kept
}

const jobs: readonly Job[] = [
  { kind: 'allocate', repository: NAME },
  { kind: 'pull-request', repository: NAME, number: 5 },
]
const kills = ['before', 'after'] as const
const cases = jobs.flatMap((job) => kills.map((when) => ({ job, when, kind: job.kind })))
const start = prepared(join(scratch, 'start'))

test.each(cases)(
  '$kind killed $when any call ends as if it had not been',
  async ({ job, when }) => {
    const { calls, end: wanted } = await runKilled(job, 'whole')
    expect(wanted.checks.find(({ annotations }) => annotations > 50)?.conclusion).toBe('failure')
    // Where nothing was written between two calls, to be killed at either is the same.
    const all = calls.flatMap((isWrite, nth) => (isLong || isWrite ? [nth + 1] : []))
    // Every call of the port is killed in test/functions; here the writes of a whole run stand for the rest.
    const points = isLong ? all : all.filter((_, nth) => nth % 3 === 0)
    for (const at of points) {
      const { end } = await runKilled(job, `${when}-${at}`, { at, when })
      expect(end, `killed ${when} call ${at}`).toEqual(wanted)
    }
    console.info(`${job.kind}: ${calls.length} calls, killed ${when} ${points.length} of them`)
    expect(all.length).toBeGreaterThan(job.kind === 'allocate' ? 5 : 2)
  },
  600_000,
)

/** Kills a run of a job, lets the next ones finish, and gives all that is seen then. */
async function runKilled(job: Job, name: string, kill?: Kill) {
  const folder = join(scratch, `${job.kind}-${name}`)
  const kept = await (await start).copy(folder)
  const { send, isDead, calls } = killingFetch(kill)
  const whole = kept.run(job, send, isDead)
  const fate = await whole.then(
    () => 'ended',
    () => 'killed',
  )
  expect(fate).toBe(kill === undefined ? 'ended' : 'killed')
  const made = [...calls]
  await kept.finish(job)
  const end = await shown(kept)
  expect(kept.forge.failures).toEqual([])
  await kept.stop()
  rmSync(folder, { recursive: true })
  return { calls: made, end }
}
