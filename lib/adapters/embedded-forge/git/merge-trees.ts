import { gitFailure } from '../../git/git.ts'
import { runGit } from '../../git/run-git.ts'

/** The tree that two commits give when they are merged; undefined where they conflict. */
export async function mergeTrees(
  dir: string,
  ours: string,
  theirs: string,
): Promise<string | undefined> {
  const args = ['merge-tree', '--write-tree', '--allow-unrelated-histories', ours, theirs]
  const result = await runGit(dir, args)
  if (result.code === 1) return undefined
  if (result.code !== 0) throw gitFailure(dir, args, result)
  return result.out.toString('latin1').split('\n')[0]
}
