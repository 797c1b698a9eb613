import type { ForgeRepository } from './forge.ts'
import type { PullRow } from './records.ts'

/** Changes fields of a pull request as it is at this moment: what was read before a pause may be over. */
export function updatePull(
  repository: ForgeRepository,
  number: number,
  change: Partial<PullRow>,
): PullRow {
  const { pulls } = repository.records
  const pull = pulls.get(number)
  if (pull === undefined) throw new Error(`${repository.fullName} has no pull request ${number}`)
  const changed = { ...pull, ...change }
  pulls.set(number, changed)
  repository.touch()
  return changed
}
