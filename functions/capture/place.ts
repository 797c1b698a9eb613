import { outside } from '../../lib/adapters/git/git.ts'
import { mainBranch } from '../../lib/adapters/git/revision.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import { printable } from '../../lib/domain/printable.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import { stateBranchAt } from '../allocate/state-branch.ts'
import { noStateBranch } from '../allocate/state-refusals.ts'
import { openHistory } from '../history/open-history.ts'

/** The claims repository that a capture is held against, and that gets its branch. */
export interface CapturePlace {
  readonly repository: Repository
  readonly main: { readonly name: string; readonly commit: string }
  /** Tip of the state branch. */
  readonly state: string
}

/** A clone on this machine. Throws `OutsideError` where it lacks main or the state. */
export async function placeInClone(repo: string, branch?: string): Promise<CapturePlace> {
  const { main, tip } = await openHistory(repo, { branch })
  const name = await mainBranch(repo, branch)
  return { repository: await gitRepository({ repo }), main: { name, commit: main }, state: tip }
}

/** A repository whose branches are looked up where it is. Throws `OutsideError` where it lacks main or the state. */
export async function placeAt(repository: Repository, name: string): Promise<CapturePlace> {
  const commit = await tipOf(repository, name)
  if (commit === undefined) throw outside(`there is no branch "${printable(name)}"`)
  const branch = await stateBranchAt(repository, { main: name, commit })
  const state = await tipOf(repository, branch)
  if (state === undefined) throw noStateBranch(branch)
  return { repository, main: { name, commit }, state }
}

async function tipOf(repository: Repository, branch: string): Promise<string | undefined> {
  return (await repository.tips({ names: [branch], below: [] })).get(branch)
}
