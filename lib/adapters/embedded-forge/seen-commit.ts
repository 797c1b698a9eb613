import { ApiError } from './api-error.ts'
import { type Commit, isId, resolveCommit } from './commits.ts'
import type { Forge, ForgeRepository } from './forge.ts'

/** How many more times a commit is not seen, by its id. */
const unseen = new WeakMap<ForgeRepository, Map<string, number>>()

/** The commit behind an id, branch or tag. 422 where there is none, or where the forge is not to see it yet. */
export async function seenCommit(
  forge: Forge,
  repository: ForgeRepository,
  word: string,
): Promise<Commit> {
  const commit = await resolveCommit(repository, word)
  if (commit === undefined || (isId(word) && isUnseen(forge, repository, word)))
    throw new ApiError(422, `No commit found for SHA: ${word}`)
  return commit
}

function isUnseen(forge: Forge, repository: ForgeRepository, id: string): boolean {
  if (forge.nasty.commitLag === 0) return false
  const left = unseen.get(repository) ?? new Map<string, number>()
  unseen.set(repository, left)
  const times = left.get(id) ?? forge.nasty.commitLag
  left.set(id, Math.max(0, times - 1))
  return times > 0
}
