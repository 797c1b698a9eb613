import { readTrailers } from '../allocate/commit-message.ts'
import type { Context } from '../context.ts'
import type { Look } from './backlog.ts'
import { type StateStep, stateSteps } from './state-step.ts'
import { formerStatus } from './tell.ts'

/** State commits that are looked at for what may be repaired by now. */
const LOOK_BACK = 200
/** Refusals that one run looks at again: each is planned again for it. */
const MOST = 20

/** State commits whose commit of main has a refusal that was open when it was last told, the oldest first. */
export async function refusedOf(
  context: Context,
  { from, known }: Look,
): Promise<readonly StateStep[]> {
  const { repository } = context
  const log = await repository.log(from, LOOK_BACK)
  const candidates = log.flatMap(({ id, message }, nth) => {
    const { source, errors = 0 } = readTrailers(message) ?? {}
    const before = readTrailers(log[nth + 1]?.message ?? '')?.source
    // New facts are planned for the same commit once more, and say nothing about it.
    if (source === undefined || errors === 0 || source === before || known.has(id)) return []
    return [{ id, source }]
  })
  const words = await Promise.all(candidates.map(({ source }) => formerStatus(context, source)))
  const open = candidates.filter((_, nth) => words[nth]?.state === 'failure').slice(0, MOST)
  const steps: StateStep[] = []
  for (const { id } of open.toReversed())
    for await (const step of stateSteps(repository, id, 1)) steps.push(step)
  return steps
}
