import { Octokit } from '@octokit/rest'
import { describe, expect, test } from 'vitest'
import { ANSWER_TITLE, checkJobs } from '../../lib/adapters/actions/check-jobs.ts'

const sha = 'a'.repeat(40)
const REPO = '/repos/acme/claims'
const CHECKS = `${REPO}/commits/${sha}/check-runs`
const RUNS = `${REPO}/actions/workflows/netclaim-check.yml/runs`

/** GitHub, as far as a table of answers goes; `asked` gets each call. */
function jobsOn(table: Readonly<Record<string, unknown>>, asked: string[] = []) {
  const fetch = (address: string, { method = 'GET' }: { method?: string }) => {
    const { pathname, search } = new URL(address)
    asked.push(`${method} ${pathname}${search}`)
    const body = table[pathname]
    const status = body === undefined ? 404 : 200
    const headers = { 'content-type': 'application/json' }
    return Promise.resolve(new Response(JSON.stringify(body ?? {}), { status, headers }))
  }
  const octokit = new Octokit({ request: { fetch } })
  return checkJobs({
    octokit,
    owner: 'acme',
    repo: 'claims',
    workflow: 'netclaim-check.yml',
    job: 'netclaim',
  })
}

function checkRun(more: object = {}) {
  const started_at = '2026-01-01T00:00:00Z'
  const app = { slug: 'github-actions' }
  return { id: 5, status: 'completed', conclusion: 'success', started_at, app, ...more }
}
const runs = (...check_runs: readonly object[]) => ({ total_count: check_runs.length, check_runs })
const note = { title: ANSWER_TITLE, message: 'neutral v1:key' }
const since = Date.UTC(2026, 0, 1)

describe('what was answered', () => {
  test('is what the latest job of Actions says, with the key of its notice', async () => {
    const asked: string[] = []
    const jobs = jobsOn(
      {
        [CHECKS]: runs(checkRun({ id: 4, conclusion: 'failure' }), checkRun()),
        [`${REPO}/check-runs/5/annotations`]: [{ title: 'a/b', message: 'x' }, note],
      },
      asked,
    )
    expect(await jobs.answered(sha)).toEqual({ key: 'v1:key', since, conclusion: 'neutral' })
    expect(asked).toEqual([
      `GET ${CHECKS}?check_name=netclaim&filter=latest&per_page=100`,
      `GET ${REPO}/check-runs/5/annotations?per_page=100`,
    ])
  })

  test('is nothing where no job ran, or another app used the name', async () => {
    expect(await jobsOn({ [CHECKS]: runs() }).answered(sha)).toBe(undefined)
    const other = checkRun({ app: { slug: 'evil' } })
    expect(await jobsOn({ [CHECKS]: runs(other) }).answered(sha)).toBe(undefined)
  })

  test('has no conclusion while the job is at work', async () => {
    const run = checkRun({ status: 'in_progress', conclusion: null })
    expect(await jobsOn({ [CHECKS]: runs(run) }).answered(sha)).toEqual({ key: '', since })
  })

  test.each(['timed_out', 'skipped', 'stale', 'startup_failure'])(
    '%s judged nothing',
    async (conclusion) => {
      const table = {
        [CHECKS]: runs(checkRun({ conclusion })),
        [`${REPO}/check-runs/5/annotations`]: [],
      }
      expect(await jobsOn(table).answered(sha)).toEqual({
        key: '',
        since,
        conclusion: 'action_required',
      })
    },
  )
})

describe('a check that is to be run again', () => {
  function run(more: object = {}) {
    return {
      id: 9,
      event: 'pull_request',
      head_sha: sha,
      run_number: 3,
      status: 'completed',
      ...more,
    }
  }
  const listed = (...workflow_runs: readonly object[]) => ({
    [RUNS]: { total_count: workflow_runs.length, workflow_runs },
    [`${REPO}/actions/runs/9/rerun`]: {},
  })

  test('is the latest run of its workflow for that commit', async () => {
    const asked: string[] = []
    const other = [run({ id: 8, run_number: 2 }), run({ id: 7, run_number: 9, event: 'push' })]
    expect(await jobsOn(listed(...other, run()), asked).rerun(sha)).toBe('again')
    expect(asked).toEqual([
      `GET ${RUNS}?head_sha=${sha}&per_page=20`,
      `POST ${REPO}/actions/runs/9/rerun`,
    ])
  })

  test.each([
    ['at work', [run({ status: 'in_progress' })], 'running'],
    ['waiting for an approval', [run({ conclusion: 'action_required' })], 'none'],
    ['of another commit', [run({ head_sha: 'b'.repeat(40) })], 'none'],
    ['not there', [], 'none'],
  ])('%s is not started', async (_, workflowRuns, wanted) => {
    const asked: string[] = []
    expect(await jobsOn(listed(...workflowRuns), asked).rerun(sha)).toBe(wanted)
    expect(asked).toHaveLength(1)
  })
})
