import { type DescribedCommit, describeCommits } from '../../lib/adapters/git/describe-commits.ts'
import { type Cause, causeOf } from '../../lib/pipeline/history/cause.ts'

/** Who did what in each of these commits, by commit; one that is not here is left out. */
export async function causesOf(
  repo: string,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Cause>> {
  const commits = await describeCommits(repo, ids)
  const merged = await describeCommits(repo, [...commits.values()].flatMap(secondParent))
  return new Map(
    [...commits].map(([id, commit]) => {
      const [second = ''] = secondParent(commit)
      return [id, causeOf(commit, merged.get(second))]
    }),
  )
}

function secondParent({ parents }: DescribedCommit): readonly string[] {
  return parents.slice(1, 2)
}
