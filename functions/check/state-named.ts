import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import type { Context } from '../context.ts'
import { headerOf } from '../tell/state-step.ts'
import type { Change } from './change.ts'
import type { Ground } from './ground.ts'

export const FILE = 'netclaim.yaml'

/** A state, and the commit of main that it was planned for. */
export interface PlannedState {
  readonly tip: string
  readonly planned: string
}

/** The state branch that a change names in place of the present one. */
export async function branchNamed(
  ground: Ground,
  { changed, head }: Change,
): Promise<string | undefined> {
  if (!changed.includes(FILE)) return undefined
  const { settings, readable } = readTree(await head.read([FILE])).value
  const { branch } = settings.state
  return readable && branch !== ground.branch ? branch : undefined
}

/** The state on a branch, or why it could not be gone on with from there. */
export async function stateNamed(
  { repository, main }: Pick<Context, 'repository' | 'main'>,
  ground: Ground,
  branch: string,
): Promise<PlannedState | string> {
  if (branch === main) return 'is the branch of the claims'
  const tip = (await repository.tips({ names: [branch], below: [] })).get(branch)
  if (tip === undefined) return 'is no branch'
  const planned = (await headerOf(repository, tip))?.source
  if (planned === undefined) return 'holds no state'
  const isOurs = planned === ground.main || (await repository.isAncestor(planned, ground.main))
  return isOurs ? { tip, planned } : 'holds the state of another history'
}
