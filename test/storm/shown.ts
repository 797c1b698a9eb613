import { Octokit } from '@octokit/rest'
import { quiet } from '../forge/started.ts'
import { gitIn } from '../git/sandbox.ts'
import { STATE, stateOf } from './holdings.ts'
import type { KeptForge } from './kept-forge.ts'

const at = { owner: 'octo', repo: 'claims', per_page: 100 }

/** All that can be seen of what Netclaim did: its state, and what it says on pull requests and commits. */
export async function shown({ forge, dir }: KeptForge) {
  const octokit = new Octokit({ auth: forge.token, baseUrl: forge.url, log: quiet })
  const pulls = (await octokit.pulls.list({ ...at, state: 'all' })).data
  const commits = gitIn(dir, 'log', '--first-parent', '--format=%H', 'main').split('\n')
  const checks: {
    readonly ref: string
    readonly conclusion: string | null
    readonly title: string
    readonly summary: string
    readonly annotations: number
  }[] = []
  const statuses: object[] = []
  const comments: object[] = []
  for (const ref of [...commits, ...pulls.map(({ head }) => head.sha)]) {
    for (const run of (await octokit.checks.listForRef({ ...at, ref })).data.check_runs) {
      const { conclusion, output } = run
      const { title, summary, annotations_count: annotations } = output
      checks.push({ ref, conclusion, title: title ?? '', summary: summary ?? '', annotations })
    }
    for (const one of (await octokit.repos.getCombinedStatusForRef({ ...at, ref })).data.statuses)
      statuses.push({ ref, context: one.context, state: one.state, description: one.description })
    for (const { body } of (await octokit.repos.listCommentsForCommit({ ...at, commit_sha: ref }))
      .data)
      comments.push({ ref, body })
  }
  for (const { number } of pulls)
    for (const { body } of (await octokit.issues.listComments({ ...at, issue_number: number }))
      .data)
      comments.push({ number, body })
  const state = { commit: gitIn(dir, 'rev-parse', STATE), files: await stateOf(dir) }
  return {
    state,
    checks,
    statuses,
    comments,
  }
}
