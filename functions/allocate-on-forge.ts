import { OutsideError } from '../lib/adapters/outside-error.ts'
import type { Job } from '../lib/ports/job-queue.ts'
import type { Planned } from './allocate/build.ts'
import { observedPrefix } from './allocate/observed.ts'
import { planner } from './allocate/planner.ts'
import { stateBranchOf } from './allocate/state-branch.ts'
import { allocate } from './allocate.ts'
import { groundOf } from './check/ground.ts'
import type { Context } from './context.ts'
import { eventually } from './eventually.ts'
import { jobsForAffected } from './recheck/jobs-for-affected.ts'
import { endsRefusal, tellAll } from './tell/tell-planned.ts'
import { tellStop } from './tell/tell-stop.ts'

/**
 * Allocates what is new on main or in the facts, says on each commit of main what became of it, and has the open pull
 * requests checked again that this can affect.
 *
 * `atLeast`: a commit of main or of a cluster that is waited for some seconds; where it does not show, the sweep comes
 * back to it. May run several times at once, and be stopped anywhere: the next run says what is unsaid. Throws
 * `OutsideError`, retryable, where the forge or the repository cannot be reached or other runs were faster each time.
 */
export async function allocateOnForge(
  context: Context,
  { atLeast }: { readonly atLeast?: string } = {},
): Promise<void> {
  if (atLeast !== undefined) await eventually(context.clock, () => isSeen(context, atLeast))
  const planned = await allocateOrStop(context)
  // Whoever is waiting then is found by the sweep.
  if (planned instanceof OutsideError) return tellStop(context, planned)
  const ground = await groundOf(context)
  const jobs: Job[] = []
  if (ground.state !== undefined) {
    const telling = { tip: ground.state, thorough: endsRefusal(planned) }
    const isAll = await tellAll(context, planned, telling)
    if (!isAll) jobs.push({ kind: 'allocate', repository: context.name })
  }
  jobs.push(...(await jobsForAffected(context, ground)))
  if (jobs.length > 0) await context.queue.send(jobs)
}

/** What was planned, or why nothing may be: a state branch that is missing, not ours, or of a main that was rewritten. */
async function allocateOrStop(context: Context): Promise<readonly Planned[] | OutsideError> {
  const { repository, clock, engine, main } = context
  try {
    return await allocate(repository, {
      planner,
      engine,
      main,
      state: await stateBranchOf(repository, main),
      now: Math.floor(clock.now() / 1_000),
      wait: (attempt) => clock.pause(waitFor(attempt)),
    })
  } catch (error) {
    if (error instanceof OutsideError && !error.retryable) return error
    throw error
  }
}

async function isSeen({ repository, main }: Context, commit: string): Promise<boolean> {
  const tips = await repository.tips({ names: [main], below: [observedPrefix] })
  for (const tip of tips.values())
    if (tip === commit || (await repository.isAncestor(commit, tip))) return true
  return false
}

/** Longer each time, and never the same for two runs that meet. */
function waitFor(attempt: number): number {
  return Math.min(15_000, 100 * 2 ** attempt) * (0.2 + 0.8 * Math.random())
}
