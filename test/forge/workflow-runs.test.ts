import { expect, test } from 'vitest'
import { gitIn } from '../git/sandbox.ts'
import { refusalOf } from './refusal-of.ts'
import { client, started } from './started.ts'

test('a run of Actions is found by its commit and workflow, and run again once it is over', async () => {
  const { forge, judge, octokit, at, dir } = await started('workflow-runs', { a: '1' })
  const headSha = gitIn(dir, 'rev-parse', 'main')
  const run = { name: 'check', path: '.github/workflows/check.yml', headSha, headBranch: 'main' }
  const over = { status: 'completed', conclusion: 'failure' } as const
  const run_id = forge.addWorkflowRun('octo/claims', { ...run, ...over, event: 'pull_request' })
  forge.addWorkflowRun('octo/claims', {
    ...run,
    ...over,
    event: 'push',
    path: '.github/workflows/other.yml',
  })
  const { data } = await octokit.actions.listWorkflowRuns({
    ...at,
    workflow_id: 'check.yml',
    head_sha: headSha,
  })
  expect(data.workflow_runs.map(({ id, event }) => [id, event])).toEqual([[run_id, 'pull_request']])
  const all = await octokit.actions.listWorkflowRunsForRepo({
    ...at,
    head_sha: headSha,
    status: 'failure',
  })
  expect(all.data.total_count).toBe(2)
  const reader = client(forge, judge, forge.readToken)
  expect((await refusalOf(reader.actions.reRunWorkflow({ ...at, run_id }))).status).toBe(403)
  expect((await octokit.actions.reRunWorkflow({ ...at, run_id })).status).toBe(201)
  const { data: again } = await octokit.actions.getWorkflowRun({ ...at, run_id })
  expect(again).toMatchObject({ status: 'queued', conclusion: null, run_attempt: 2 })
  expect((await refusalOf(octokit.actions.reRunWorkflow({ ...at, run_id }))).status).toBe(403)
  expect(forge.failures).toEqual([])
})
