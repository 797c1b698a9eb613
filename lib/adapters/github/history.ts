import type { LoggedCommit, SourceCommit } from '../../ports/repository.ts'
import { secondsOf, subject } from './commit-subject.ts'
import { compare, type History, noCommit } from './compare.ts'
import { GitHubError } from './github-error.ts'
import { MAX_PAGES } from './limits.ts'
import type { GitHubRepository } from './query.ts'

/** Commits of the first page: most walks are short, and a commit is some kilobytes. */
const FEW = 10
const MANY = 100

/** First parents of `to` that `from` does not reach, `to` included, the oldest first. */
export async function firstParents(
  github: History,
  from: string,
  to: string,
): Promise<readonly SourceCommit[]> {
  const chain: SourceCommit[] = []
  const walk = firstParentsOf(github, to)
  let most = Number.POSITIVE_INFINITY
  for await (const { commit } of walk) {
    if (commit.id === from) return chain.toReversed()
    chain.push(commit)
    // Not near: it may lie beside this line of commits, so GitHub counts how far it can be.
    if (chain.length === 100) most = (await compare(github, from, to))?.aheadBy ?? most
    if (chain.length > most) break
  }
  return (await unreached(github, from, chain)).toReversed()
}

/** `tip` and its first parents, the newest first, at most `limit`. */
export async function lastCommits(
  github: GitHubRepository,
  tip: string,
  limit: number,
): Promise<readonly LoggedCommit[]> {
  const found: LoggedCommit[] = []
  for await (const { commit, message } of firstParentsOf(github, tip, Math.min(limit, MANY))) {
    const { id, parent } = commit
    found.push({ id, ...(parent === undefined ? {} : { parent }), message: message.trimEnd() })
    if (found.length === limit) break
  }
  return found
}

/** Of a line of commits, the newest first, those that `from` does not reach: what it reaches are the last ones. */
async function unreached(
  github: History,
  from: string,
  chain: readonly SourceCommit[],
): Promise<readonly SourceCommit[]> {
  let [low, high] = [0, chain.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const commit = chain[middle]
    if (commit !== undefined && (await isAncestor(github, commit.id, from))) high = middle
    else low = middle + 1
  }
  return chain.slice(0, low)
}

/** From `to` along its first parents, the newest first. */
async function* firstParentsOf(
  github: GitHubRepository,
  to: string,
  first = FEW,
): AsyncGenerator<Listed, void> {
  const seen = new Map<string, Listed>()
  let next: string | undefined = to
  let [perPage, page] = [first, 1]
  for (let round = 0; round < MAX_PAGES; round++) {
    const rows = await listCommits(github, { to, perPage, page })
    for (const row of rows) seen.set(row.commit.id, row)
    for (let found = seen.get(next); found !== undefined; found = seen.get(next)) {
      yield found
      if (found.commit.parent === undefined) return
      next = found.commit.parent
    }
    if (rows.length < perPage) throw noCommit(next)
    ;[perPage, page] = perPage === MANY ? [MANY, page + 1] : [MANY, 1]
  }
  throw new GitHubError(`the history of ${to} is too long to be walked`, {
    status: 200,
    retryable: false,
  })
}

interface Listed {
  readonly commit: SourceCommit
  readonly message: string
}

/** A page of what a commit reaches. */
async function listCommits(
  { octokit, owner, repo }: GitHubRepository,
  { to, perPage, page }: { readonly to: string; readonly perPage: number; readonly page: number },
): Promise<readonly Listed[]> {
  const where = { owner, repo, sha: to, per_page: perPage, page }
  const { data } = await octokit.rest.repos.listCommits(where)
  return data.map(({ sha: id, commit: { message, committer }, parents }) => {
    const [parent] = parents
    const commit = {
      id,
      subject: subject(message),
      seconds: secondsOf(committer?.date ?? ''),
      ...(parent && { parent: parent.sha }),
    }
    return { commit, message }
  })
}

/** Is `older` reached from `newer`? False also where the repository does not have it. */
export async function isAncestor(github: History, older: string, newer: string): Promise<boolean> {
  if (older === newer) return true
  return (await compare(github, older, newer))?.base === older
}
