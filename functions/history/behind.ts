import { firstParents, isAncestor } from '../../lib/adapters/git.ts'
import type { DatedStuck } from '../../lib/pipeline/stuck/stuck.ts'
import { rewrittenMain } from '../allocate/state-refusals.ts'
import { causesOf } from './causes.ts'
import type { History } from './open-history.ts'

/** Commits of `main` that the state does not know, as one thing that waits; none where the state is that of main. */
export async function behind(
  { repo, main, isLatest }: History,
  source: string,
): Promise<readonly DatedStuck[]> {
  if (!isLatest || source === main) return []
  const item = { is: 'behind', what: 'main' } as const
  if (!(await isAncestor(repo, source, main)))
    return [{ ...item, waitsFor: rewrittenMain(source, main).message }]
  const commits = await firstParents(repo, source, main)
  const [first] = commits
  if (first === undefined) return []
  const cause = (await causesOf(repo, [first.id])).get(first.id)
  const count = commits.length === 1 ? '1 commit is' : `${commits.length} commits are`
  return [
    {
      ...item,
      waitsFor: `${count} not planned`,
      next: 'netclaim allocate',
      since: { seconds: first.seconds, main: first.id, ...(cause && { cause }) },
    },
  ]
}
