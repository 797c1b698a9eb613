import { statePath } from '../../lib/pipeline/state/state-paths.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import type { Snapshot } from '../../lib/ports/snapshot.ts'
import { acknowledgedReset } from '../allocate/reset.ts'
import {
  foreignState,
  noStateBranch,
  rewrittenMain,
  strangeReset,
} from '../allocate/state-refusals.ts'
import { headerOf } from '../tell/state-step.ts'
import type { Ground } from './ground.ts'

/**
 * The tip of the state, and the commit of main that it was planned for. Where main was rewritten, that is the one which
 * `head`, main after the merge, acknowledges: the pull request that brings the acknowledgement is the way on.
 *
 * Throws `OutsideError`, not retryable, for a state branch that is missing, not ours or of another history.
 */
export async function stateOf(
  repository: Repository,
  { main, branch, state }: Ground,
  head: Snapshot,
): Promise<{ readonly planned: string; readonly tip: string }> {
  if (state === undefined) throw noStateBranch(branch)
  const header = await headerOf(repository, state)
  if (header === undefined) throw foreignState(branch, state)
  const { source } = header
  const isOfMain = async (id: string) => id === main || (await repository.isAncestor(id, main))
  if (await isOfMain(source)) return { planned: source, tip: state }
  const reset = await resetOf(repository, head, { state, source })
  if (reset === undefined) throw rewrittenMain(source, main)
  if (await isOfMain(reset)) return { planned: reset, tip: state }
  throw strangeReset(reset, main)
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
