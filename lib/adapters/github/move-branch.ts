import { printable } from '../../domain/printable.ts'
import type { History } from './compare.ts'
import { GitHubError } from './github-error.ts'
import { isAncestor } from './history.ts'
import { type Query, run } from './query.ts'
import { readTips } from './tips.ts'

/** A move that is wanted: from where to where. */
interface Move {
  readonly branch: string
  readonly to: string
  /** All zeros: it must not exist yet. */
  readonly from: string
  /** Also where `to` does not follow `from`. */
  readonly force?: boolean
}

const ATTEMPTS = 3

/** Moves one ref from where it must be; GitHub refuses it anywhere else. */
export function moveQuery(repository: string, { branch, to, from, force = false }: Move): Query {
  return {
    text: 'mutation($input:UpdateRefsInput!){updateRefs(input:$input){clientMutationId}}',
    variables: {
      input: {
        repositoryId: repository,
        refUpdates: [{ name: `refs/heads/${branch}`, afterOid: to, beforeOid: from, force }],
      },
    },
  }
}

/**
 * Compare-and-swap: moves a branch if it still is at `from`; false where somebody else was faster. Whatever GitHub
 * answers, or does not, where the branch is decides.
 */
export async function moveBranch(
  github: History,
  repository: string,
  move: Move,
): Promise<boolean> {
  for (let nth = 1; ; nth++) {
    try {
      await run(github.octokit, moveQuery(repository, move))
      return true
    } catch (error) {
      if (!(error instanceof GitHubError) || error.status === 429) throw error
      const { branch, to, from } = move
      const tip = (await readTips(github, { names: [branch], below: [] })).tips.get(branch)
      if (tip !== (/^0+$/.test(from) ? undefined : from))
        return tip !== undefined && (await isAncestor(github, to, tip))
      if (nth === ATTEMPTS) throw notMoved(branch, error)
    }
  }
}

function notMoved(branch: string, { message, status, retryable }: GitHubError): GitHubError {
  return new GitHubError(`branch "${printable(branch)}" is not moved: ${message}`, {
    status,
    retryable: retryable || status === 200,
  })
}
