import { Octokit } from '@octokit/rest'
import type { RunningForge } from '../../lib/adapters/embedded-forge/start-forge.ts'
import { quiet } from '../forge/started.ts'
import { gitIn } from '../git/sandbox.ts'

const at = { owner: 'octo', repo: 'claims' }

/** Commits of main since `first` and open heads that have no verdict, what was said twice, and the verdicts on heads. */
export async function said(forge: RunningForge, dir: string, first: string) {
  const octokit = new Octokit({ auth: forge.token, baseUrl: forge.url, log: quiet })
  const unanswered: string[] = []
  const doubled: string[] = []
  const heads = new Map<string, string>()
  const range = ['--first-parent', '--format=%H', `${first}..main`]
  for (const sha of gitIn(dir, 'log', ...range).split('\n')) {
    const { data } = await octokit.repos.getCombinedStatusForRef({ ...at, ref: sha })
    const [status, ...more] = data.statuses
    if (more.length > 0 || !/^(?:success|failure)$/.test(status?.state ?? ''))
      unanswered.push(
        `main ${sha} ${JSON.stringify(data.statuses.map((one) => [one.state, one.description]))}`,
      )
    const comments = (await octokit.repos.listCommentsForCommit({ ...at, commit_sha: sha })).data
    if (comments.length > 1) doubled.push(`comments on ${sha}`)
  }
  for (const pull of (await octokit.pulls.list({ ...at, per_page: 100 })).data) {
    const { data } = await octokit.checks.listForRef({ ...at, ref: pull.head.sha })
    const [run, ...more] = data.check_runs
    heads.set(pull.head.sha, `${run?.conclusion} ${run?.output.annotations_count}`)
    if (more.length > 0 || run?.status !== 'completed')
      unanswered.push(
        `#${pull.number} ${JSON.stringify(data.check_runs.map((one) => [one.status, one.conclusion]))}`,
      )
  }
  return { unanswered, doubled, heads }
}
