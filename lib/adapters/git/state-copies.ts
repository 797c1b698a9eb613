import { git } from './git.ts'
import { isObjectId } from './revision.ts'
import { runGit } from './run-git.ts'

/** A commit that a branch was at, and where that is known from. */
export interface Copy {
  readonly commit: string
  /** `refs/remotes/origin/netclaim/state`, `the reflog of …`, `no branch`. */
  readonly where: string
}

/**
 * Commits that a branch is or was at, as far as this clone knows: the branch, that of each remote, their reflogs and that
 * of HEAD, and commits that nothing refers to any more. Of what one of the last two kinds brings, most is something else.
 */
export async function copiesOf(repo: string, branch: string): Promise<readonly Copy[]> {
  const refs = await refsOf(repo, branch)
  const logs: Copy[] = []
  for (const ref of [...refs.map(({ where }) => where), 'HEAD'])
    for (const commit of await reflog(repo, ref))
      logs.push({ commit, where: `the reflog of ${ref}` })
  const known = new Map<string, Copy>()
  for (const copy of [...refs, ...logs, ...(await dangling(repo))])
    if (!known.has(copy.commit)) known.set(copy.commit, copy)
  return [...known.values()]
}

/** Commits that are compared by one run of git. */
const AT_ONCE = 500

/** Of some commits those that none of the others has in its history. */
export async function independent(
  repo: string,
  commits: readonly string[],
): Promise<readonly string[]> {
  let left: readonly string[] = []
  for (let at = 0; at < commits.length; at += AT_ONCE) {
    const some = [...left, ...commits.slice(at, at + AT_ONCE)]
    const out = await git(repo, ['merge-base', '--independent', ...some])
    left = out.toString('latin1').split('\n').filter(Boolean)
  }
  return left
}

async function refsOf(repo: string, branch: string): Promise<readonly Copy[]> {
  const format = '--format=%(objectname) %(refname)'
  const patterns = [`refs/heads/${branch}`, 'refs/remotes/']
  const lines = await linesOf(repo, ['for-each-ref', format, '--', ...patterns])
  return lines.flatMap((line) => {
    const [commit = '', where = ''] = line.split(' ')
    const [, kind, ...rest] = where.split('/')
    const name = (kind === 'remotes' ? rest.slice(1) : rest).join('/')
    return name === branch ? [{ commit, where }] : []
  })
}

/** None where no log is kept. */
async function reflog(repo: string, ref: string): Promise<readonly string[]> {
  const { code, out } = await runGit(repo, ['log', '-g', '--format=%H', ref, '--'])
  return code === 0 ? out.toString('latin1').split('\n').filter(isObjectId) : []
}

/** What a deleted branch was at, until Git clears it away. */
async function dangling(repo: string): Promise<readonly Copy[]> {
  const args = ['fsck', '--connectivity-only', '--dangling', '--no-reflogs', '--no-progress']
  // It also ends with an error for what is broken, and has told the rest.
  const { out } = await runGit(repo, args)
  return [...out.toString('latin1').matchAll(/^dangling commit ([0-9a-f]+)$/gm)].map(
    ([, commit = '']) => ({ commit, where: 'no branch' }),
  )
}

async function linesOf(repo: string, args: readonly string[]): Promise<readonly string[]> {
  return (await git(repo, args)).toString('utf8').split('\n').filter(Boolean)
}
