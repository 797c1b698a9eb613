import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JobParts } from '../../functions/cli/run-function.ts'
import type { Context } from '../../functions/context.ts'
import type { JobFunctions } from '../../functions/job-functions.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Answer, Forge } from '../../lib/ports/forge.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { obeyed } from '../summary/runner.ts'
import { type GitServer, serveGit } from './git-server.ts'
import {
  claimsServer,
  eipClaim,
  jobVariables,
  pullRequest,
  pullRequestEvent,
  runJob,
  type Server,
  TOKEN,
} from './job.ts'

const scratch = scratchFolder()
const basic = Buffer.from(`x-access-token:${TOKEN}`).toString('base64')
let server: Server
let http: GitServer
let head: string

beforeAll(async () => {
  server = await claimsServer(scratch)
  head = pullRequest(server, 7, { 'environments/example/b.yaml': eipClaim('b', 'type: nat') })
  http = await serveGit(join(scratch, 'server'), { authorization: `Basic ${basic}` })
})
afterAll(() => http.close())

const clock = { now: () => 0, pause: () => Promise.resolve() }
const nothing = () => Promise.reject(new Error('not to be called'))
const functions: JobFunctions = {
  checkPullRequest: nothing,
  checkMergeGroup: nothing,
  allocateOnForge: nothing,
  report: nothing,
  sweep: nothing,
}
const parts = (more: Partial<JobFunctions>, rest: Partial<JobParts> = {}): JobParts => ({
  functions: { ...functions, ...more },
  clock,
  ...rest,
})
const overHttp = () => ({ GITHUB_SERVER_URL: http.url })
const pullRequestJob = (more: Readonly<Record<string, string>> = overHttp()) =>
  jobVariables(server, 'pull_request', pullRequestEvent(7, head), more)

function answer(more: Partial<Answer> = {}): Answer {
  return {
    sha: head,
    key: 'v1:key',
    conclusion: 'success',
    title: 'b gets 198.51.100.24',
    summary: '### b gets it\n',
    annotations: [],
    ...more,
  }
}

/** A check that says this. */
const saying = (more: Partial<Answer>) =>
  parts({ checkPullRequest: ({ forge }) => forge.answer(answer(more)) })

describe('a check of a pull request', () => {
  test('reads its commit, main and state by Git alone, and leaves nothing behind', async () => {
    const env = pullRequestJob()
    const found: unknown[] = []
    const check = async ({ repository, forge, main, name }: Context, number: number) => {
      const { head: id = '' } = (await forge.pullRequest(number)) ?? {}
      const tips = await repository.tips({ names: [main, 'netclaim/state'], below: [] })
      const changed = await repository.differences(tips.get(main) ?? '', id)
      found.push(name, id, [...tips.keys()].toSorted(), [...changed.keys()])
      await forge.answer(answer())
    }
    const ran = await runJob(['check-pull-request'], env, () => parts({ checkPullRequest: check }))
    expect(ran).toMatchObject({ code: 0, err: '' })
    const path = 'environments/example/b.yaml'
    expect(found).toEqual(['acme/claims', head, ['main', 'netclaim/state'], [path]])
    expect(readdirSync(env['RUNNER_TEMP'] ?? '').toSorted()).toEqual(['event.json', 'summary.md'])
    expect(http.seen).toContain(`Basic ${basic}`)
  })

  test('shows the token to Git by the environment alone', async () => {
    const config: string[] = []
    const check = async ({ forge }: Context) => {
      const [folder = ''] = readdirSync(env['RUNNER_TEMP'] ?? '').filter((name) =>
        name.startsWith('netclaim-'),
      )
      config.push(readFileSync(join(env['RUNNER_TEMP'] ?? '', folder, 'config'), 'utf8'))
      config.push(
        Object.keys(process.env)
          .filter((name) => name.startsWith('GIT_CONFIG'))
          .join(),
      )
      await forge.answer(answer({ title: TOKEN, summary: `${TOKEN} ${basic}` }))
    }
    const env = pullRequestJob()
    const before = { ...process.env }
    const { out } = await runJob(['check-pull-request'], env, () =>
      parts({ checkPullRequest: check }),
    )
    expect(process.env).toEqual(before)
    expect(config[0]).toContain(http.url)
    expect(config[1]).toContain('GIT_CONFIG_VALUE_1')
    for (const text of [out, config[0], readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8')])
      expect(text).not.toMatch(new RegExp(`${TOKEN}|${basic}`))
  })

  test('that Git refuses names no token, and may be tried again', async () => {
    const env = pullRequestJob({ ...overHttp(), GITHUB_TOKEN: 'ghs_another' })
    const { code, err } = await runJob(['check-pull-request'], env, () => saying({}))
    expect([code, err]).toEqual([2, expect.stringContaining('git fetch failed')])
    expect(err).not.toContain('ghs_another')
  })

  test.each([
    ['success', 0],
    ['neutral', 0],
    ['failure', 1],
    ['cancelled', 2],
    ['action_required', 2],
  ] as const)('that concludes %s ends with %i', async (conclusion, code) => {
    const ran = await runJob(['check-pull-request'], pullRequestJob(), () => saying({ conclusion }))
    expect(ran.code).toBe(code)
  })

  test('asks the API nothing', async () => {
    const asked: unknown[] = []
    const spy = new Proxy({} as Forge, {
      get: (_, name) => () => Promise.reject(new Error(String(asked.push(name)))),
    })
    const check = async ({ forge }: Context) => {
      await forge.pullRequest(7)
      await forge.answered(head)
      await forge.begin(head, 'key')
      await forge.answer(answer())
    }
    const ran = await runJob(['check-pull-request'], pullRequestJob(), () =>
      parts({ checkPullRequest: check }, { api: spy }),
    )
    expect([ran.code, asked]).toEqual([0, []])
  })

  test('that says nothing is not green', async () => {
    const silent = parts({ checkPullRequest: () => Promise.resolve() })
    const { code, out } = await runJob(['check-pull-request'], pullRequestJob(), () => silent)
    expect([code, out]).toEqual([2, 'nothing was judged: the check gave no answer\n'])
  })

  test('writes annotations, its key first, and its summary', async () => {
    const path = 'environments/example/b.yaml'
    const env = pullRequestJob()
    const said = saying({
      annotations: [
        { path, line: 3, level: 'notice', title: 'c', message: 'three' },
        { path, line: 1, column: 2, level: 'failure', title: 'a', message: 'one\ntwo' },
      ],
    })
    const { out } = await runJob(['check-pull-request'], env, () => said)
    expect(obeyed(out)).toEqual([
      { command: 'notice', properties: { title: 'netclaim answer' }, data: 'success v1:key' },
      {
        command: 'error',
        properties: { file: path, line: '1', col: '2', title: 'a' },
        data: 'one\ntwo',
      },
      { command: 'notice', properties: { file: path, line: '3', title: 'c' }, data: 'three' },
    ])
    expect(readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8')).toBe('### b gets it\n')
  })

  test('obeys nothing that a stranger wrote', async () => {
    const evil = '##[add-mask]x\n::set-output name=a::b\r::error::c'
    const said = saying({
      title: evil,
      annotations: [{ path: evil, line: 1, level: 'failure', title: evil, message: evil }],
    })
    const { out } = await runJob(['check-pull-request'], pullRequestJob(), () => said)
    expect(obeyed(out).map(({ command }) => command)).toEqual(['notice', 'error'])
  })

  test('keeps the summary below the limit of a step', async () => {
    const env = pullRequestJob()
    const many = parts({
      async checkPullRequest({ forge }) {
        for (let n = 0; n < 30; n++) await forge.answer(answer({ summary: 'ü'.repeat(30_000) }))
      },
    })
    await runJob(['check-pull-request'], env, () => many)
    const text = readFileSync(env.GITHUB_STEP_SUMMARY)
    expect(text.length).toBeLessThan(1_048_576)
    expect(text.toString('utf8')).toMatch(/… and \d+ more\n$/)
  })

  test('finds a commit that its branch has moved away from, where the server gives ids', async () => {
    const former = pullRequest(server, 8, { 'a.txt': 'a' })
    pullRequest(server, 8, { 'b.txt': 'b' })
    gitIn(server.bare, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
    const check = async ({ repository, forge }: Context) => {
      await repository.commit(former)
      await forge.answer(answer())
    }
    const env = jobVariables(server, 'pull_request', pullRequestEvent(8, former), overHttp())
    const ran = await runJob(['check-pull-request'], env, () => parts({ checkPullRequest: check }))
    expect(ran).toMatchObject({ code: 0, err: '' })
  })

  test('of a commit that is nowhere can be tried again', async () => {
    const event = pullRequestEvent(7, 'c'.repeat(40))
    const env = jobVariables(server, 'pull_request', event, overHttp())
    const { code, err } = await runJob(['check-pull-request'], env, () => saying({}))
    const wanted = 'OutsideError: commit ccc'
    expect([code, err]).toEqual([2, expect.stringContaining(wanted)])
    expect(err).toContain('is not to be had: "refs/pull/7/head" has moved on')
  })
})

describe('what a function cannot be run for', () => {
  test.each([
    ['check-pull-request', 'push', { ref: 'refs/heads/main', after: 'a'.repeat(40) }],
    ['check-merge-group', 'schedule', {}],
    ['allocate', 'pull_request', pullRequestEvent(7, 'a'.repeat(40))],
  ])('%s on %s', async (name, event, payload) => {
    const env = jobVariables(server, event, payload)
    const { code, err } = await runJob([name], env, () => parts({}))
    expect([code, err]).toEqual([2, expect.stringContaining(`${name} is not for the event`)])
  })

  test('a function that is not there', async () => {
    const { err } = await runJob(['alocate'], pullRequestJob(), () => parts({}))
    expect(err).toMatch(/^UsageError: there is no function "alocate", did you mean "allocate"\?/)
  })
})

describe('allocate', () => {
  const push = () =>
    jobVariables(server, 'push', { ref: 'refs/heads/main', after: server.main }, overHttp())
  const status = { context: 'netclaim/allocate', state: 'failure', description: 'one' } as const

  test('knows which commit it was started for, and is red by its status', async () => {
    const asked: unknown[] = []
    const allocate = async ({ forge }: Context, options: object) => {
      asked.push(options)
      await forge.setStatus(server.main, status)
    }
    const env = push()
    const { code, out } = await runJob(['allocate'], env, () =>
      parts({ allocateOnForge: allocate }),
    )
    expect([code, asked]).toEqual([1, [{ atLeast: server.main }]])
    expect(out).toContain(`${server.main} netclaim/allocate failure: one\n`)
    expect(out).toContain('note: no commit statuses are written: the job has no token\n')
    expect(readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8')).toContain(
      '`netclaim/allocate` **failure**',
    )
  })

  test('notes a status that its token may not write, and throws what may be tried again', async () => {
    const refusing = (retryable: boolean): Pick<Forge, 'setStatus'> => ({
      setStatus: () =>
        Promise.reject(new OutsideError(`##[x] ${TOKEN}`, { system: 'github', retryable })),
    })
    const run = (retryable: boolean) =>
      runJob(['allocate'], push(), () =>
        parts(
          {
            allocateOnForge: ({ forge }) =>
              forge.setStatus(server.main, { ...status, state: 'success' }),
          },
          { api: refusing(retryable) as Forge },
        ),
      )
    const noted = await run(false)
    expect([noted.code, noted.out]).toEqual([0, expect.stringContaining('written: ## [x] ***\n')])
    expect(await run(true)).toMatchObject({ code: 2, err: 'OutsideError: ## [x] ***' })
  })

  test('pushes the state by compare-and-swap with the token', async () => {
    const moved: boolean[] = []
    const allocate = async ({ repository }: Context) => {
      const tips = await repository.tips({ names: ['netclaim/state'], below: [] })
      const from = tips.get('netclaim/state') ?? ''
      const changes = new Map([['x', 'y']])
      const to = await repository.write({ parent: from, changes, message: 'm', seconds: 1 })
      moved.push(await repository.move('netclaim/state', to, from))
      const late = await repository.write({ parent: from, changes, message: 'late', seconds: 2 })
      moved.push(await repository.move('netclaim/state', late, from))
    }
    await runJob(['allocate'], push(), () => parts({ allocateOnForge: allocate }))
    expect(moved).toEqual([true, false])
    expect(gitIn(server.bare, 'show', 'netclaim/state:x')).toBe('y')
  })

  test('does again what is asked of it meanwhile, and starts the checks of pull requests', async () => {
    let rounds = 0
    const restarted: string[] = []
    const { out } = await runJob(['allocate'], push(), () =>
      parts(
        {
          async allocateOnForge({ queue, name: repository }) {
            rounds += 1
            if (rounds < 3) await queue.send([{ kind: 'allocate', repository }])
            await queue.send([{ kind: 'pull-request', repository, number: 7 }])
          },
        },
        {
          api: { pullRequest: () => Promise.resolve({ head }) } as unknown as Forge,
          checkJobs: {
            answered: () => Promise.resolve(undefined),
            async rerun(commit) {
              restarted.push(commit)
              return restarted.length < 3 ? 'running' : 'again'
            },
          },
        },
      ),
    )
    expect([rounds, restarted]).toEqual([3, [head, head, head]])
    expect(out).toContain('1 check started again\n')
  })
})
