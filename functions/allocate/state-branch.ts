import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import type { Repository } from '../../lib/ports/repository.ts'

/**
 * The state branch that `netclaim.yaml` at the tip of main names, or the default.
 *
 * Throws `OutsideError` where main itself is named: the ledger has a branch of its own.
 */
export async function stateBranchOf(repository: Repository, main: string): Promise<string> {
  const tip = (await repository.tips({ names: [main], below: [] })).get(main)
  const tree = tip === undefined ? undefined : await repository.readTree(tip)
  const settings = [...(tree ?? [])].filter(([path]) => path === 'netclaim.yaml')
  const { branch } = readTree(new Map(settings)).value.settings.state
  if (branch !== main) return branch
  throw new OutsideError(
    `"${printable(main)}" cannot hold claims and state: name another branch in netclaim.yaml, state.branch`,
    { system: 'git', retryable: false },
  )
}
