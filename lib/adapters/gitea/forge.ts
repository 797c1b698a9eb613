import type { Forge, Waiting } from '../../ports/forge.ts'
import { giteaCheck } from './check.ts'
import type { GiteaClient } from './client.ts'
import { keepComment } from './comments.ts'
import { PARALLEL } from './limits.ts'
import { placeOf } from './place.ts'
import { propose } from './propose.ts'
import { findPull, openPulls, pullsOf, stateOf, toPullRequest } from './pull-requests.ts'
import { changeStatus, ownStatuses } from './statuses.ts'

/** One repository of a Gitea or Forgejo. */
export interface GiteaForgeOptions {
  readonly client: GiteaClient
  readonly owner: string
  readonly repo: string
}

/** Gitea and Forgejo as a forge, by `forge-differences.ts`. */
export function giteaForge({ client, owner, repo }: GiteaForgeOptions): Forge {
  const place = placeOf(client, owner, repo)
  const check = giteaCheck(place)
  return {
    ...check,
    async pullRequest(number) {
      const pull = await findPull(place, number)
      return pull && { ...toPullRequest(pull), state: stateOf(pull) }
    },
    async openPullRequests(base) {
      const pulls = (await openPulls(place)).map(toPullRequest).filter((one) => one.base === base)
      return inParallel(pulls, async (pullRequest): Promise<Waiting> => {
        const answered = await check.answered(pullRequest.head)
        return { pullRequest, ...(answered && { answered }) }
      })
    },
    pullRequestsOf: (commit) => pullsOf(place, commit),
    mergeGroups: () => Promise.resolve([]),
    setStatus: (commit, status) => changeStatus(place, commit, status),
    statuses: (commit) => ownStatuses(place, commit),
    async comment(pullRequest, mark, markdown) {
      await keepComment(place, { pullRequest, mark }, markdown)
    },
    // There are no comments under commits. What the pull request that brought it is told by this mark is the same comment.
    async commentOnCommit(commit, mark, markdown, { over = false } = {}) {
      for (const pullRequest of await pullsOf(place, commit))
        await keepComment(place, { pullRequest, mark: `${mark} ${commit}`, over }, markdown)
    },
    propose: (proposal) => propose(place, proposal),
  }
}

/** Results in the order of the items, a few at a time. */
async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  for (let at = 0; at < items.length; at += PARALLEL)
    results.push(...(await Promise.all(items.slice(at, at + PARALLEL).map(work))))
  return results
}
