import { markMerged } from './after-move.ts'
import { ApiError, notFound } from './api-error.ts'
import { findCommit, readCommit, tipOf, writeCommitObject } from './commits.ts'
import type { Forge, ForgeRepository } from './forge.ts'
import { mergeTrees } from './git/merge-trees.ts'
import type { PullRow } from './records.ts'
import { replay } from './replay.ts'
import { requiredChecks, verdictOn } from './required-checks.ts'
import { move } from './scan.ts'

export type MergeMethod = 'merge' | 'squash' | 'rebase'

export interface MergeWish {
  readonly number: number
  readonly method: MergeMethod
  readonly sender: string
  /** The head that the caller has seen. */
  readonly sha?: string | undefined
  readonly title?: string | undefined
  readonly message?: string | undefined
}

/** Merges a pull request into its base, and gives the commit that the base is then at. */
export async function mergePull(
  forge: Forge,
  repository: ForgeRepository,
  wish: MergeWish,
): Promise<string> {
  const pull = mergeable(repository, wish)
  const ref = `refs/heads/${pull.baseRef}`
  const base = await tipOf(repository, ref)
  if (base === undefined) throw new ApiError(405, 'Pull Request is not mergeable')
  const made = await makeMerge(forge, repository, { pull, base, wish })
  if (made === undefined) throw new ApiError(405, 'Pull Request is not mergeable')
  if (!(await move(forge, repository, [{ ref, from: base, to: made }], wish.sender)))
    throw new ApiError(409, 'Base branch was modified. Review and try the merge again.')
  const now = repository.records.pulls.get(wish.number) ?? pull
  if (now.state === 'open')
    await markMerged(forge, repository, { pull: now, to: made, sender: wish.sender })
  return made
}

/** Throws what GitHub answers where a pull request cannot be merged as it stands. */
function mergeable(repository: ForgeRepository, wish: MergeWish): PullRow {
  const pull = repository.records.pulls.get(wish.number)
  if (pull === undefined) throw notFound()
  if (pull.state === 'closed' || pull.draft)
    throw new ApiError(405, 'Pull Request is not mergeable')
  if (wish.sha !== undefined && wish.sha !== pull.headSha)
    throw new ApiError(409, 'Head branch was modified. Review and try the merge again.')
  const checks = requiredChecks(repository, pull.baseRef)
  if (verdictOn(repository, checks, pull.headSha) !== 'success')
    throw new ApiError(405, `Required status check "${checks[0]?.context}" is expected.`)
  return pull
}

/** Writes what a method makes of a pull request on top of a commit; undefined where they conflict. */
export async function makeMerge(
  forge: Forge,
  repository: ForgeRepository,
  of: {
    readonly pull: PullRow
    readonly base: string
    readonly wish: Pick<MergeWish, 'method' | 'sender' | 'title' | 'message'>
  },
): Promise<string | undefined> {
  const { pull, base, wish } = of
  if (wish.method === 'rebase')
    return replay(forge, repository, { onto: base, head: pull.headSha, login: wish.sender })
  const tree = await mergeTrees(repository.dir, base, pull.headSha)
  if (tree === undefined) return undefined
  const isSquash = wish.method === 'squash'
  return writeCommitObject(forge, repository, {
    tree,
    parents: isSquash ? [base] : [base, pull.headSha],
    message: isSquash ? await squashMessage(repository, pull, wish) : mergeMessage(pull, wish),
    login: wish.sender,
  })
}

function mergeMessage(pull: PullRow, wish: Pick<MergeWish, 'title' | 'message'>): string {
  const owner = pull.headRepository.split('/')[0]
  const title = wish.title ?? `Merge pull request #${pull.number} from ${owner}/${pull.headRef}`
  return `${title}\n\n${wish.message ?? pull.title}`
}

async function squashMessage(
  repository: ForgeRepository,
  pull: PullRow,
  wish: Pick<MergeWish, 'title' | 'message'>,
): Promise<string> {
  const head =
    (await findCommit(repository, pull.headSha)) ?? (await readCommit(repository, pull.baseSha))
  return `${wish.title ?? `${pull.title} (#${pull.number})`}\n\n${wish.message ?? head.message}`
}
