import { git } from '../git/git.ts'
import { emailOf, readCommit, writeCommitObject } from './commits.ts'
import type { Forge, ForgeRepository } from './forge.ts'
import { mergeTrees } from './git/merge-trees.ts'

/** A rebase: the commits that `head` has and `onto` has not, one by one; undefined where one conflicts. */
export async function replay(
  forge: Forge,
  repository: ForgeRepository,
  of: { readonly onto: string; readonly head: string; readonly login: string },
): Promise<string | undefined> {
  const args = ['rev-list', '--reverse', '--no-merges', of.head, `^${of.onto}`, '--']
  const out = await git(repository.dir, args)
  let tip = of.onto
  for (const id of out.toString('latin1').split('\n').filter(Boolean)) {
    const commit = await readCommit(repository, id)
    const ours = await standIn(forge, repository, { tip, parent: commit.parents[0], ...of })
    const tree = await mergeTrees(repository.dir, ours, id)
    if (tree === undefined) return undefined
    tip = await writeCommitObject(forge, repository, {
      tree,
      parents: [tip],
      message: commit.message,
      author: commit.author,
      committer: {
        name: of.login,
        email: emailOf(of.login),
        seconds: Math.floor(forge.now() / 1000),
      },
      login: of.login,
    })
  }
  return tip
}

/** A commit with the tip's tree whose merge base with the commit to be replayed is that commit's parent. */
async function standIn(
  forge: Forge,
  repository: ForgeRepository,
  of: { readonly tip: string; readonly parent: string | undefined; readonly login: string },
): Promise<string> {
  const { tree } = await readCommit(repository, of.tip)
  const parents = of.parent === undefined ? [] : [of.parent]
  return writeCommitObject(forge, repository, { tree, parents, message: '', login: of.login })
}
