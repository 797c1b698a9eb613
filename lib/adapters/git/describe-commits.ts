import { git } from './git.ts'

/** What a commit says of itself; author and message are whatever somebody wrote. */
export interface DescribedCommit {
  readonly id: string
  /** The first one first. */
  readonly parents: readonly string[]
  /** When it was committed, in seconds since 1970. */
  readonly seconds: number
  readonly author: string
  readonly email: string
  /** The whole message. */
  readonly message: string
}

const FIELDS = ['%H', '%P', '%ct', '%an', '%ae', '%B']

/** The commits by id; one that this repository does not have is left out. */
export async function describeCommits(
  repo: string,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, DescribedCommit>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const format = `--format=${FIELDS.join('%x00')}%x00`
  const args = ['log', '--no-walk=unsorted', '--ignore-missing', '--encoding=UTF-8', format]
  const out = await git(repo, [...args, '--stdin', '--'], { input: `${wanted.join('\n')}\n` })
  const fields = out.toString('utf8').split('\0')
  const found = new Map<string, DescribedCommit>()
  for (let at = 0; at + FIELDS.length <= fields.length; at += FIELDS.length) {
    const [id = '', parents = '', seconds = '', author = '', email = '', message = ''] =
      fields.slice(at, at + FIELDS.length)
    const commit = { id: id.trim(), parents: parents.split(' ').filter(Boolean) }
    found.set(commit.id, {
      ...commit,
      seconds: Math.max(0, Number(seconds) || 0),
      author,
      email,
      message,
    })
  }
  return found
}
