import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { jobFunctions as functions } from '../../functions/job-functions.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { obeyed } from '../summary/runner.ts'
import {
  claimsServer,
  eipClaim,
  jobVariables,
  pullRequest,
  pullRequestEvent,
  runJob,
  type Server,
} from './job.ts'

const clock = { now: () => 0, pause: () => Promise.resolve() }
const run = (name: string, env: Readonly<Record<string, string>>) =>
  runJob([name], env, () => ({ functions, clock }))

let server: Server
const path = 'environments/example/b.yaml'
const free = eipClaim('b', 'v4Ip: "198.51.100.150"')
const reserved = eipClaim('b', 'v4Ip: "198.51.100.1"')

const scratch = scratchFolder()
beforeAll(async () => {
  server = await claimsServer(scratch)
})

test('a pull request of a stranger is judged without a call of the API', async () => {
  const head = pullRequest(server, 1, { [path]: free })
  const { GITHUB_TOKEN: _, ...env } = jobVariables(
    server,
    'pull_request',
    pullRequestEvent(1, head),
  )
  const { code, out, err } = await run('check-pull-request', env)
  expect([code, err]).toEqual([0, ''])
  const [note] = obeyed(out)
  expect(note?.data).toMatch(new RegExp(`^success v1:${head}:${server.main}:`))
  const summary = readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8')
  expect(summary).toContain('198.51.100.150')
})

test('a claim that gets nothing is red, at its line', async () => {
  const head = pullRequest(server, 2, { [path]: reserved })
  const env = jobVariables(server, 'pull_request', pullRequestEvent(2, head))
  const { code, out } = await run('check-pull-request', env)
  expect(code).toBe(1)
  const errors = obeyed(out).filter(({ command }) => command === 'error')
  expect(errors[0]?.properties).toMatchObject({ file: path, line: '7' })
})

test('what touches no claims is green, and says that it judged nothing', async () => {
  const head = pullRequest(server, 3, { 'README.md': 'other' })
  const env = jobVariables(server, 'pull_request', pullRequestEvent(3, head))
  const { code, out } = await run('check-pull-request', env)
  expect([code, out]).toEqual([0, expect.stringContaining('neutral: touches no claims')])
})

test('a pull request that goes elsewhere is never green', async () => {
  const head = pullRequest(server, 4, { [path]: free })
  const event = pullRequestEvent(4, head, { base: { ref: 'other' } })
  const { code, out } = await run('check-pull-request', jobVariables(server, 'pull_request', event))
  expect([code, out]).toEqual([2, 'nothing was judged: the check gave no answer\n'])
})

test('a merge group is judged as it would land', async () => {
  const head = pullRequest(server, 5, { [path]: reserved })
  gitIn(server.bare, 'update-ref', 'refs/heads/gh-readonly-queue/main/pr-5', head)
  const event = {
    action: 'checks_requested',
    merge_group: {
      head_sha: head,
      head_ref: 'refs/heads/gh-readonly-queue/main/pr-5',
      base_sha: server.main,
      base_ref: 'refs/heads/main',
    },
  }
  const { code } = await run('check-merge-group', jobVariables(server, 'merge_group', event))
  expect(code).toBe(1)
})

test('a push to main is allocated, and the state goes out', async () => {
  const head = pullRequest(server, 1, { [path]: free })
  gitIn(server.bare, 'update-ref', 'refs/heads/main', head)
  const push = { ref: 'refs/heads/main', after: head }
  const { code, out, err } = await run('allocate', jobVariables(server, 'push', push))
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain(`${head} netclaim/allocate success: `)
  expect(gitIn(server.bare, 'show', 'netclaim/state:allocations/example.yaml')).toContain(
    '198.51.100.150',
  )
})

test('a claim that is rejected on main makes the job red', async () => {
  gitIn(server.clone, 'fetch', '--quiet', 'origin', 'main:main', '--update-head-ok')
  gitIn(server.clone, 'reset', '--quiet', '--hard', 'main')
  const head = pullRequest(server, 6, {
    'environments/example/c.yaml': reserved.replace('name: b', 'name: c'),
  })
  gitIn(server.bare, 'update-ref', 'refs/heads/main', head)
  const push = { ref: 'refs/heads/main', after: head }
  const { code, out } = await run('allocate', jobVariables(server, 'push', push))
  expect([code, out]).toEqual([1, expect.stringContaining('netclaim/allocate failure: ')])
})

test('a sweep says again what nobody heard for want of a token', async () => {
  const { GITHUB_TOKEN: _, ...env } = jobVariables(server, 'schedule', {})
  const { code, out, err } = await run('sweep', env)
  expect([code, err]).toEqual([1, ''])
  expect(out).toMatch(/netclaim\/allocate success: 1 allocated\n.* failure: 1 rejected/)
  expect(out).toContain('note: no commit statuses are written: the job has no token\n')
})
