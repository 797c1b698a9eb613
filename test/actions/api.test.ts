import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { jobParts } from '../../functions/job/parts.ts'
import { type Started, started } from '../forge/started.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { claimsServer, eipClaim, jobVariables, pullRequest, runJob, type Server } from './job.ts'

const scratch = scratchFolder()
const path = 'environments/example/b.yaml'
let server: Server
let forge: Started

/** The forge's bare repository is the one that jobs clone. */
beforeAll(async () => {
  forge = await started('actions', {})
  server = await claimsServer(join(scratch, 'seed'))
  gitIn(server.clone, 'push', '--quiet', '--force', forge.dir, 'main', 'netclaim/state')
  mkdirSync(join(scratch, 'server', 'octo'), { recursive: true })
  symlinkSync(forge.dir, join(scratch, 'server', 'octo', 'claims'))
  gitIn(server.clone, 'remote', 'set-url', 'origin', forge.dir)
  await forge.forge.scan()
})

/** A job on `main` with a token of GitHub Actions. */
async function allocate(head: string, permissions: 'read' | 'write') {
  const token = forge.forge.createToken({ login: 'github-actions[bot]', appId: 15368, permissions })
  const push = { ref: 'refs/heads/main', after: head }
  const env = jobVariables({ root: scratch }, 'push', push, {
    GITHUB_REPOSITORY: 'octo/claims',
    GITHUB_SERVER_URL: `file://${scratch}/server`,
    GITHUB_API_URL: forge.forge.url,
    GITHUB_TOKEN: token,
  })
  const ran = await runJob(['allocate'], env, (job) => {
    const parts = jobParts(job, 'netclaim-check.yml')
    return { ...parts, clock: { now: () => Date.now(), pause: () => Promise.resolve() } }
  })
  expect(`${ran.out}${ran.err}`).not.toContain(token)
  return ran
}

async function land(number: number, spec: string): Promise<string> {
  const head = pullRequest(server, number, { [path]: eipClaim('b', spec) })
  gitIn(forge.dir, 'update-ref', 'refs/heads/main', head)
  await forge.forge.scan()
  return head
}

async function statuses(ref: string) {
  const { data } = await forge.octokit.rest.repos.listCommitStatusesForRef({ ...forge.at, ref })
  return data.map(({ context, state }) => `${context} ${state}`)
}

describe('a job that allocates', () => {
  test('whose token may only read says so, and its exit code tells', async () => {
    const head = await land(1, 'v4Ip: "198.51.100.1"')
    const { code, out } = await allocate(head, 'read')
    expect([code, await statuses(head)]).toEqual([1, []])
    expect(out).toContain('netclaim/allocate failure: 1 rejected')
    expect(out).toMatch(/note: no commit statuses are written: GitHub refused POST .* with 403/)
  })

  test('whose token may write tells it on the commit', async () => {
    gitIn(server.clone, 'fetch', '--quiet', '--update-head-ok', 'origin', '+main:main')
    gitIn(server.clone, 'reset', '--quiet', '--hard', 'main')
    const head = await land(2, 'v4Ip: "198.51.100.150"')
    const { code, out, err } = await allocate(head, 'write')
    expect([err, await statuses(head)]).toEqual(['', ['netclaim/allocate success']])
    // Its log also tells what the job before it could not, and what has become of that.
    expect(code).toBe(0)
    expect(out).toContain('netclaim/allocate success: 1 rejected: 1 error repaired since')
  })
})
