import { beforeAll, expect, test } from 'vitest'
import { jobFunctions as functions } from '../../functions/job-functions.ts'
import type { CheckJobs } from '../../lib/adapters/actions/check-jobs.ts'
import type { Answered, Conclusion, Forge, PullRequest } from '../../lib/ports/forge.ts'
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

const scratch = scratchFolder()
const clock = { now: () => 0, pause: () => Promise.resolve() }
const answers = new Map<string, Answered>()
const heads = new Map<number, string>()
let server: Server

beforeAll(async () => {
  server = await claimsServer(scratch)
})

/** Runs the check of a pull request, and keeps its notice as the check run would. */
async function check(number: number): Promise<number> {
  const head = heads.get(number) ?? ''
  const env = jobVariables(server, 'pull_request', pullRequestEvent(number, head))
  const { code, out } = await runJob(['check-pull-request'], env, () => ({ functions, clock }))
  const [conclusion = '', key = ''] = obeyed(out)[0]?.data.split(' ') ?? []
  answers.set(head, { key, conclusion: conclusion as Conclusion, since: 0 })
  return code
}

function opened(number: number, path: string, spec: string): void {
  const name = path.replace(/^.*\/|\.\w+$/g, '')
  heads.set(number, pullRequest(server, number, { [path]: eipClaim(name, spec) }))
}

const again: string[] = []
const checkJobs: CheckJobs = {
  answered: (commit) => Promise.resolve(answers.get(commit)),
  rerun(commit) {
    again.push(commit)
    return Promise.resolve('again')
  },
}

/** GitHub, as far as it knows of pull requests. */
function forgeOf(open: readonly number[]): Forge {
  const of = (number: number): PullRequest & { readonly state: 'open' } => ({
    number,
    head: heads.get(number) ?? '',
    base: 'main',
    branch: 'topic',
    draft: false,
    isFork: true,
    state: 'open',
  })
  const nothing = () => Promise.resolve()
  return {
    pullRequest: (number) => Promise.resolve(of(number)),
    openPullRequests: () => Promise.resolve(open.map((number) => ({ pullRequest: of(number) }))),
    pullRequestsOf: () => Promise.resolve([]),
    mergeGroups: () => Promise.resolve([]),
    answered: () => Promise.resolve(undefined),
    begin: nothing,
    answer: nothing,
    setStatus: nothing,
    statuses: () => Promise.resolve([]),
    comment: nothing,
    commentOnCommit: nothing,
    propose: () => Promise.reject(new Error('nothing is proposed')),
  }
}

test('of two that collide the second is checked again as soon as the first is on main, and nobody else', async () => {
  opened(1, 'environments/example/b.yaml', 'v4Ip: "198.51.100.150"')
  opened(2, 'environments/example/c.yaml', 'v4Ip: "198.51.100.150"')
  opened(3, 'docs/d.md', 'type: nat')
  expect([await check(1), await check(2), await check(3)]).toEqual([0, 0, 0])

  const first = heads.get(1) ?? ''
  gitIn(server.bare, 'update-ref', 'refs/heads/main', first)
  const env = jobVariables(server, 'push', { ref: 'refs/heads/main', after: first })
  const { code, out } = await runJob(['allocate'], env, () => ({
    functions,
    clock,
    api: forgeOf([2, 3]),
    checkJobs,
  }))
  expect([code, again]).toEqual([0, [heads.get(2)]])
  expect(out).toContain('1 check started again\n')
  expect(await check(2)).toBe(1)

  const sweep = jobVariables(server, 'schedule', {})
  again.length = 0
  const swept = await runJob(['sweep'], sweep, () => ({
    functions,
    clock,
    api: forgeOf([2, 3]),
    checkJobs,
  }))
  expect([swept.err, again]).toEqual(['', []])
})
