import type { OutsideError } from '../../lib/adapters/outside-error.ts'
import { statePath } from '../../lib/pipeline/state/state-paths.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import type { Snapshot } from '../../lib/ports/snapshot.ts'
import { acknowledgedReset } from '../allocate/reset.ts'
import {
  foreignState,
  noStateBranch,
  rewrittenMain,
  stateInMain,
  strangeReset,
} from '../allocate/state-refusals.ts'
import type { Context } from '../context.ts'
import { headerOf } from '../tell/state-step.ts'
import type { Change } from './change.ts'
import type { Ground } from './ground.ts'
import { branchNamed, type PlannedState, stateNamed } from './state-named.ts'

/**
 * The state that a change is judged on. Where main names a branch that holds none, that is the one which the change names
 * instead; where main was rewritten, it was planned for the commit which the change acknowledges: the pull request that
 * repairs either is the way on.
 *
 * Throws `OutsideError`, not retryable, for a state branch that is missing, not ours or of another history.
 */
export async function stateOf(
  context: Pick<Context, 'repository' | 'main'>,
  ground: Ground,
  change: Change,
): Promise<PlannedState> {
  const { repository } = context
  const { main, state } = ground
  const header = state === undefined ? undefined : await headerOf(repository, state)
  if (state === undefined || header === undefined) {
    const branch = await branchNamed(ground, change)
    const named = branch === undefined ? '' : await stateNamed(context, ground, branch)
    if (typeof named === 'string') throw noState(context.main, ground)
    return named
  }
  const { source } = header
  const isOfMain = async (id: string) => id === main || (await repository.isAncestor(id, main))
  if (await isOfMain(source)) return { planned: source, tip: state }
  const reset = await resetOf(repository, change.head, { state, source })
  if (reset === undefined) throw rewrittenMain(source, main)
  if (await isOfMain(reset)) return { planned: reset, tip: state }
  throw strangeReset(reset, main)
}

function noState(main: string, { branch, state }: Ground): OutsideError {
  if (branch === main) return stateInMain(main)
  return state === undefined ? noStateBranch(branch) : foreignState(branch, state)
}

async function resetOf(
  repository: Repository,
  head: Snapshot,
  { state, source }: { readonly state: string; readonly source: string },
): Promise<string | undefined> {
  const entry = (await (await repository.snapshot(state)).read([statePath])).get(statePath)
  const texts = new Map([[statePath, entry?.kind === 'text' ? entry.text : '']])
  return acknowledgedReset(await head.read(['acknowledgements/']), texts, source)
}
