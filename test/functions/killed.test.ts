import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Job } from '../../lib/ports/job-queue.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { eip, environment } from './claims.ts'
import { type Kill, Killed, killing } from './killing.ts'
import { runOn, STATE, Stage } from './stage.ts'

const scratch = scratchFolder()
const name = 'example/claims'

/** Two merged pull requests that collide, one that the move affects, one that it does not, and a draft not looked at. */
async function prepared(folder: string): Promise<Stage> {
  const stage = await Stage.open(join(scratch, folder), {
    ...environment('photon-prod'),
    ...environment('solar-prod', 101),
    ...eip('solar-prod', 'broken', 'nonsense'),
  })
  const one = await stage.propose(eip('photon-prod', 'web', '198.51.100.30'))
  const two = await stage.propose(eip('solar-prod', 'web', '198.51.100.30'))
  await stage.propose(eip('photon-prod', 'mail'))
  await stage.propose({ 'README.md': 'nothing of claims' })
  for (const number of [1, 2, 3, 4])
    stage.jobs.push({ kind: 'pull-request', repository: name, number })
  await stage.work()
  await stage.merge(one)
  await stage.merge(two)
  await stage.propose(eip('solar-prod', 'late'), { draft: true })
  return stage
}

/** What the next runs do: the job comes again, what is queued is done, and then the sweep. */
async function finish(stage: Stage, job: Job): Promise<unknown> {
  await runOn(stage.context, job)
  await stage.work()
  stage.now += 11 * 60_000
  await runOn(stage.context, { kind: 'sweep', repository: name })
  await stage.work()
  return { state: stage.tip(STATE), shown: stage.forge.shown }
}

const jobs: readonly Job[] = [
  { kind: 'allocate', repository: name },
  { kind: 'pull-request', repository: name, number: 5 },
  { kind: 'sweep', repository: name },
]

const kills = ['before', 'after'] as const
const cases = jobs.flatMap((job) => kills.map((when) => ({ job, when, kind: job.kind })))

test.each(cases)(
  '$kind killed $when any call ends as if it had not been',
  async ({ job, when }) => {
    const start = await prepared(`${job.kind}-${when}.git`)
    const wanted = await finish(start.fork(), job)
    let at = 0
    for (let wasKilled = true; wasKilled; ) {
      at += 1
      const stage = start.fork()
      wasKilled = await runKilled(stage, job, { at, when })
      expect(await finish(stage, job), `killed ${when} call ${at}`).toEqual(wanted)
    }
    expect(at).toBeGreaterThan(when === 'before' ? 10 : 1)
  },
  300_000,
)

async function runKilled(stage: Stage, job: Job, kill: Kill): Promise<boolean> {
  try {
    await runOn(killing(stage.context, kill).context, job)
    return false
  } catch (error) {
    if (error instanceof Killed) return true
    throw error
  }
}
