import { type DescribedCommit, describeCommits } from '../../lib/adapters/git/describe-commits.ts'
import { type Cause, causeOf } from '../../lib/pipeline/history/cause.ts'
import { causingCommit, type StateStep } from '../../lib/pipeline/history/state-step.ts'

/** Who caused each step, by the commit that did: one of main, or of the state where a person wrote that. */
export async function causesOf(
  repo: string,
  steps: Iterable<StateStep>,
): Promise<ReadonlyMap<string, Cause>> {
  const commits = await describeCommits(repo, [...steps].map(causingCommit))
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
