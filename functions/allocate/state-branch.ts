import { defaultSettings } from '../../lib/domain/settings.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import { stateInMain } from './state-refusals.ts'

/**
 * The state branch that `netclaim.yaml` at the tip of main names, or the default.
 *
 * Throws `OutsideError` where main itself is named: the ledger has a branch of its own.
 */
export async function stateBranchOf(repository: Repository, main: string): Promise<string> {
  const tip = (await repository.tips({ names: [main], below: [] })).get(main)
  return tip === undefined
    ? defaultSettings.state.branch
    : stateBranchAt(repository, { main, commit: tip })
}

/** The same for a commit of main that is known already. */
export async function stateBranchAt(
  repository: Repository,
  { main, commit }: { readonly main: string; readonly commit: string },
): Promise<string> {
  const branch = await stateBranchIn(repository, commit)
  if (branch === main) throw stateInMain(main)
  return branch
}

/** What a commit of main names, or the default; it may be main itself. Nothing but `netclaim.yaml` is read of it. */
export async function stateBranchIn(repository: Repository, commit: string): Promise<string> {
  const settings = await (await repository.snapshot(commit)).read(['netclaim.yaml'])
  return readTree(settings).value.settings.state.branch
}
