import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commitFiles, gitIn, scratchFolder } from '../git/sandbox.ts'
import { obeyed } from '../summary/runner.ts'
import { type GitServer, serveGit } from './git-server.ts'
import {
  claimsServer,
  eipClaim,
  jobVariables,
  pullRequest,
  pullRequestEvent,
  type Server,
  TOKEN,
} from './job.ts'
import { packNetclaim } from './pack.ts'
import { workflowErrors, workflowParser } from './read-workflow.ts'

interface Job {
  readonly name: string
  readonly if?: string
  readonly permissions: Readonly<Record<string, string>>
  readonly 'timeout-minutes': number
  readonly 'runs-on': string
  readonly env: Readonly<Record<string, string>>
  readonly steps: readonly {
    readonly name: string
    readonly run?: string
    readonly uses?: string
  }[]
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: object
  readonly concurrency: { readonly group: string; readonly 'cancel-in-progress': boolean }
  readonly jobs: Readonly<Record<string, Job>>
}

const names = readdirSync('workflows').filter((name) => name.endsWith('.yml'))
const textOf = (name: string) => readFileSync(join('workflows', name), 'utf8')
const workflowOf = (name: string) => parse(textOf(name)) as Workflow
const jobOf = (name: string): Job => {
  const [job, ...more] = Object.values(workflowOf(name).jobs)
  if (job === undefined || more.length > 0) throw new Error(`${name} has not one job`)
  return job
}

const scratch = scratchFolder()
const parser = workflowParser(scratch)

test('the parser refuses what GitHub would', async () => {
  const wrong = textOf('netclaim-check.yml').replace('contents: read', 'contents: reed')
  expect(await workflowErrors(await parser, 'wrong.yml', wrong)).not.toEqual([])
})

/** What each may do and when; a workflow that is not here is none of ours. */
const allocating = {
  contents: 'write',
  statuses: 'write',
  'pull-requests': 'write',
  checks: 'read',
  actions: 'write',
}
const table = {
  'netclaim-check.yml': {
    triggers: ['pull_request', 'merge_group'],
    permissions: { contents: 'read' },
    cancels: true,
    condition: undefined,
  },
  'netclaim-allocate.yml': {
    triggers: ['push', 'repository_dispatch', 'schedule', 'workflow_dispatch'],
    permissions: allocating,
    cancels: false,
    condition: "github.ref == 'refs/heads/main'",
  },
  'netclaim-sweep.yml': {
    triggers: ['schedule', 'workflow_dispatch'],
    permissions: allocating,
    cancels: false,
    condition: "github.ref == 'refs/heads/main'",
  },
} as const

test('the workflows are those of the table', () => {
  expect(names.toSorted()).toEqual(Object.keys(table).toSorted())
})

describe.each(Object.entries(table))('%s', (name, row) => {
  test('is read without an error by GitHub’s own parser', async () => {
    expect(await workflowErrors(await parser, name, textOf(name))).toEqual([])
  })

  test('may do what the table says, and nothing by default', () => {
    const { on, permissions, concurrency } = workflowOf(name)
    const job = jobOf(name)
    expect(Object.keys(on)).toEqual(row.triggers)
    expect([permissions, job.permissions]).toEqual([{}, row.permissions])
    expect([concurrency['cancel-in-progress'], job.if]).toEqual([row.cancels, row.condition])
    expect(job['timeout-minutes']).toBeLessThanOrEqual(20)
  })

  test('uses no action and no secret, and pastes nothing into a script', () => {
    const { steps, env } = jobOf(name)
    expect(steps.filter(({ uses }) => uses !== undefined)).toEqual([])
    for (const { run = '' } of steps) {
      expect(run).not.toContain('${{')
      expect(run).toMatch(/^set -euo pipefail\n/)
    }
    expect(env).toEqual({ GITHUB_TOKEN: '${{ github.token }}', MAIN: 'main' })
    expect(textOf(name).replaceAll(/^\s*#.*$/gm, '')).not.toMatch(
      /secrets|pull_request_target|_run:/,
    )
  })
})

test('the check is never skipped, and is named as main requires it', () => {
  const { on } = workflowOf('netclaim-check.yml')
  expect(on['pull_request']).toEqual({
    branches: ['main'],
    types: ['opened', 'reopened', 'synchronize', 'ready_for_review', 'edited'],
  })
  expect(jobOf('netclaim-check.yml').name).toBe('netclaim')
})

describe('the very scripts', () => {
  const basic = Buffer.from(`x-access-token:${TOKEN}`).toString('base64')
  const path = 'environments/example/b.yaml'
  let server: Server
  let http: GitServer

  beforeAll(async () => {
    server = await claimsServer(scratch)
    const tgz = packNetclaim(join(scratch, 'pack'))
    commitFiles(server.clone, { '.github/netclaim.tgz': readFileSync(tgz) })
    gitIn(server.clone, 'push', '--quiet', 'origin', 'main')
    http = await serveGit(join(scratch, 'server'), { authorization: `Basic ${basic}` })
  })
  afterAll(() => http.close())

  /** Runs every step of a workflow as the runner does, in an empty folder, with GitHub's variables alone. */
  async function play(name: string, event: string, payload: object) {
    const { GITHUB_STEP_SUMMARY: summary, ...variables } = jobVariables(server, event, payload, {
      GITHUB_SERVER_URL: http.url,
    })
    const temporary = variables['RUNNER_TEMP'] ?? ''
    const tools = join(temporary, 'tools')
    mkdirSync(join(tools, 'node/24.1.0/x64/bin'), { recursive: true })
    symlinkSync(process.execPath, join(tools, 'node/24.1.0/x64/bin/node'))
    mkdirSync(join(temporary, 'workspace'))
    const env = {
      PATH: process.env['PATH'],
      HOME: temporary,
      ...jobOf(name).env,
      ...variables,
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TOOL_CACHE: tools,
    }
    let [out, code] = ['', 0]
    for (const { run = '' } of jobOf(name).steps) {
      const ended = await script(run, join(temporary, 'workspace'), env)
      out += ended.out
      code = ended.code
      if (code !== 0) break
    }
    return { code, out, summary: readFileSync(summary, 'utf8') }
  }

  test.each([
    ['a claim that is fine', 'v4Ip: "198.51.100.150"', 0],
    ['a claim of a reserved address', 'v4Ip: "198.51.100.1"', 1],
  ])('of the check judge %s', async (_, spec, wanted) => {
    const head = pullRequest(server, 1, { [path]: eipClaim('b', spec) })
    const { code, out, summary } = await play(
      'netclaim-check.yml',
      'pull_request',
      pullRequestEvent(1, head),
    )
    expect([code, out.includes(TOKEN) || out.includes(basic)]).toEqual([wanted, false])
    expect(obeyed(out)[0]?.properties['title']).toBe('netclaim answer')
    expect(summary).toMatch(/^### /)
  })

  test('of the check take the program from main, whatever the pull request brings', async () => {
    const evil = '#!/bin/sh\necho pwned\n'
    // Also a folder for every word that Git could take for a revision.
    const files = {
      'HEAD/netclaim.yaml': '{}',
      'FETCH_HEAD/x': 'x',
      'main/netclaim.yaml': '{}',
      '.github/netclaim.tgz': evil,
      'package.json': '{}',
      '.npmrc': 'x=y',
      [path]: eipClaim('b', 'type: nat'),
    }
    const head = pullRequest(server, 2, files)
    const { code, out } = await play(
      'netclaim-check.yml',
      'pull_request',
      pullRequestEvent(2, head),
    )
    expect([code, out]).toEqual([0, expect.not.stringContaining('pwned')])
  })

  test('of the check judge a merge group', async () => {
    const head = pullRequest(server, 3, { [path]: eipClaim('b', 'v4Ip: "198.51.100.1"') })
    gitIn(server.bare, 'update-ref', 'refs/heads/gh-readonly-queue/main/pr-3', head)
    const { code } = await play('netclaim-check.yml', 'merge_group', {
      action: 'checks_requested',
      merge_group: {
        head_sha: head,
        head_ref: 'refs/heads/gh-readonly-queue/main/pr-3',
        base_sha: server.main,
        base_ref: 'refs/heads/main',
      },
    })
    expect(code).toBe(1)
  })
})

function script(
  text: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((done, fail) => {
    // As the runner starts it for `shell: bash`.
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', text], {
      cwd,
      env,
    })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')))
    child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')))
    child.on('error', fail)
    child.on('close', (code) => done({ code: code ?? -1, out }))
  })
}
