import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'
import { defaultSettings } from '../../lib/domain/settings.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import type { Repository } from '../../lib/ports/repository.ts'

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

/** The same for a commit of main that is known already. Nothing but `netclaim.yaml` is read of it. */
export async function stateBranchAt(
  repository: Repository,
  { main, commit }: { readonly main: string; readonly commit: string },
): Promise<string> {
  const settings = await (await repository.snapshot(commit)).read(['netclaim.yaml'])
  const { branch } = readTree(settings).value.settings.state
  if (branch !== main) return branch
  throw new OutsideError(
    `"${printable(main)}" cannot hold claims and state: name another branch in netclaim.yaml, state.branch`,
    { system: 'git', retryable: false },
  )
}
