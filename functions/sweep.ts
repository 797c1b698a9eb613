import { OutsideError } from '../lib/adapters/outside-error.ts'
import { digestOf } from '../lib/pipeline/facts-digest.ts'
import type { Job } from '../lib/ports/job-queue.ts'
import { readObserved } from './allocate/observed.ts'
import { planner } from './allocate/planner.ts'
import { readResting, restEnd } from './allocate/rest-end.ts'
import { isUnheard } from './allocate/unheard.ts'
import { type Ground, groundOf } from './check/ground.ts'
import type { Context } from './context.ts'
import { isHung } from './recheck/is-hung.ts'
import { jobsForAffected } from './recheck/jobs-for-affected.ts'
import { tellSilence } from './sweep/tell-silence.ts'
import { headerOf } from './tell/state-step.ts'
import { tellAll } from './tell/tell-planned.ts'

/**
 * Repairs what lost events and runs that died left: heads without an answer, or with one that could be another by now,
 * merge groups that wait, commits and facts that are not allocated for, words that were not said, silent clusters.
 * What has rested long enough is given again, though nothing is merged.
 */
export async function sweep(context: Context): Promise<void> {
  const { queue, name } = context
  const ground = await groundOrNone(context)
  const allocate: Job = { kind: 'allocate', repository: name }
  // Nothing can be judged: `allocate` says why.
  if (ground?.state === undefined) await queue.send([allocate])
  if (ground === undefined) return
  const jobs = [...(await jobsForAffected(context, ground)), ...(await jobsForGroups(context))]
  if (ground.state !== undefined && (await isBehind(context, ground, ground.state)))
    jobs.push(allocate)
  if (jobs.length > 0) await queue.send(jobs)
  if (ground.state === undefined) return
  if (!(await tellAll(context, [], { tip: ground.state, thorough: true })))
    await queue.send([allocate])
  await tellSilence(context, ground.state, ground.observed)
}

async function groundOrNone(context: Context): Promise<Ground | undefined> {
  try {
    return await groundOf(context)
  } catch (error) {
    if (error instanceof OutsideError && !error.retryable) return undefined
    throw error
  }
}

async function jobsForGroups({ forge, clock, main, name }: Context): Promise<readonly Job[]> {
  const jobs: Job[] = []
  for (const head of await forge.mergeGroups(main)) {
    const answered = await forge.answered(head)
    if (answered === undefined || isHung(answered, clock))
      jobs.push({ kind: 'merge-group', repository: name, base: main, head })
  }
  return jobs
}

/** Whether main or the facts are ahead of the state, or something has rested long enough since it was planned. */
async function isBehind(
  { repository, clock }: Context,
  ground: Ground,
  state: string,
): Promise<boolean> {
  const header = await headerOf(repository, state)
  const { main } = ground
  if (header?.source !== main) return true
  const now = Math.floor(clock.now() / 1_000)
  const end = await restEnd(repository, await readResting(repository, state), { main, now })
  if (end !== undefined) return true
  const { files } = await readObserved(repository, ground.observed)
  if (files.size === 0) return false
  const facts = planner.readFacts(files, header.gone)
  return !isUnheard(facts, header) && digestOf(facts.value) !== header.facts
}
