import { git } from '../git/git.ts'
import { findCommit } from './commits.ts'
import type { Forge, ForgeRepository } from './forge.ts'
import { toTimestamp } from './forge.ts'
import { type RefMove, ZEROS } from './git/update-refs.ts'
import { measurePull } from './measure-pull.ts'
import type { PullRow } from './records.ts'
import { pullShape } from './shapes/pull-shape.ts'

/** Commits that one push event lists. */
const MAX_COMMITS = 2048

export interface PullEvent {
  readonly action: string
  readonly sender: string
  readonly more?: Readonly<Record<string, unknown>>
}

/** The `pull_request` event. */
export async function tellPull(
  forge: Forge,
  repository: ForgeRepository,
  pull: PullRow,
  { action, sender, more }: PullEvent,
): Promise<void> {
  if (forge.webhooks.url === undefined) return
  const pull_request = pullShape(forge, repository, pull, await measurePull(repository, pull))
  const payload = { action, number: pull.number, pull_request, ...more }
  forge.emit({ repository, event: 'pull_request', payload, sender })
}

/** The `push` event. */
export async function tellPush(
  forge: Forge,
  repository: ForgeRepository,
  { ref, from, to }: RefMove,
  sender: string,
): Promise<void> {
  // Nobody listens: git need not be asked.
  if (forge.webhooks.url === undefined) return
  const [created, deleted] = [from === ZEROS, to === ZEROS]
  const ids = deleted ? [] : await commitsBetween(repository, from, to)
  const commits = await Promise.all(ids.map((id) => pushedCommit(forge, repository, id)))
  const forced = !created && !deleted && !(await isForward(repository, from, to))
  const payload = {
    ref,
    before: from,
    after: to,
    created,
    deleted,
    forced,
    base_ref: null,
    compare: `${forge.url}/${repository.fullName}/compare/${from.slice(0, 12)}...${to.slice(0, 12)}`,
    commits,
    head_commit: deleted ? null : await pushedCommit(forge, repository, to),
    pusher: { name: sender, email: `${sender}@users.noreply.github.com` },
  }
  forge.emit({ repository, event: 'push', payload, sender })
}

/** The oldest first; a new branch lists none but its tip. */
async function commitsBetween(repository: ForgeRepository, from: string, to: string) {
  if (from === ZEROS) return [to]
  const args = ['rev-list', '--reverse', `--max-count=${MAX_COMMITS}`, to, `^${from}`]
  return (await git(repository.dir, args)).toString('latin1').split('\n').filter(Boolean)
}

async function isForward(repository: ForgeRepository, from: string, to: string) {
  const args = ['rev-list', '--count', from, `^${to}`]
  return (await git(repository.dir, args)).toString('latin1').trim() === '0'
}

/** A commit as the push event gives it. */
async function pushedCommit(forge: Forge, repository: ForgeRepository, id: string) {
  const commit = await findCommit(repository, id)
  // An annotated tag points to no commit.
  if (commit === undefined) return null
  const { author, committer, message, tree } = commit
  return {
    id,
    tree_id: tree,
    distinct: true,
    message,
    timestamp: toTimestamp(committer.seconds * 1000),
    url: `${forge.url}/${repository.fullName}/commit/${id}`,
    author: { name: author.name, email: author.email, username: author.name },
    committer: { name: committer.name, email: committer.email, username: committer.name },
    added: [],
    removed: [],
    modified: [],
  }
}
