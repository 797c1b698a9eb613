import { Octokit } from '@octokit/rest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planner } from '../../functions/allocate/planner.ts'
import { readConfiguration } from '../../functions/configuration.ts'
import { engine } from '../../functions/engine.ts'
import { jsonLog } from '../../functions/log.ts'
import { makeState } from '../../functions/make-state.ts'
import { nodeWork } from '../../functions/serve/node-work.ts'
import { type Served, serve } from '../../functions/serve.ts'
import { type RunningForge, startForge } from '../../lib/adapters/embedded-forge/start-forge.ts'
import { SECRET } from '../app/environment.ts'
import { eip, environment } from '../functions/claims.ts'
import type { Files } from '../functions/stage.ts'
import { gitIn, gitWith, scratchFolder } from '../git/sandbox.ts'
import { platformFile } from '../plan/files.ts'

const folder = scratchFolder()
const at = { owner: 'kubedc', repo: 'claims' }
const lines: string[] = []
let forge: RunningForge
let served: Served
let octokit: Octokit
let dir: string
/** Deliveries before there was a server. */
let early = 0

beforeAll(async () => {
  forge = await startForge({
    folder,
    webhook: {
      url: 'http://netclaim.example/webhooks/github',
      secret: SECRET,
      // Where the server listens is known later than where its webhooks go to.
      fetch: (request) =>
        fetch(new Request(`http://127.0.0.1:${served.port}/webhooks/github`, request)),
    },
  })
  const files = { 'platform/kmetal.yaml': platformFile(), ...environment('photon-prod') }
  ;({ dir } = await forge.createRepository({ owner: at.owner, name: at.repo, files: texts(files) }))
  await makeState(dir, { planner, engine })
  await forge.settle()
  early = forge.deliveries.length
  octokit = new Octokit({ auth: forge.token, baseUrl: forge.url })
  const configuration = readConfiguration({
    NETCLAIM_FORGE_URL: `${forge.url}/api/v3`,
    NETCLAIM_APP_ID: String(forge.app.id),
    NETCLAIM_PRIVATE_KEY: forge.app.privateKey,
    NETCLAIM_REPOSITORIES: 'kubedc/claims',
    NETCLAIM_WEBHOOK_SECRET: SECRET,
  })
  served = await serve({
    configuration,
    work: nodeWork(folder),
    log: jsonLog({ write: (line) => void lines.push(line), now: Date.now }),
    port: 0,
    hostname: '127.0.0.1',
    sweepMs: 3_600_000,
    atOnce: 2,
    stopMs: 10_000,
  })
})
afterAll(async () => {
  await served.stop()
  await forge.stop()
})

test('a pull request is checked by its webhook, merged, and allocated for', async () => {
  const sha = propose('web', eip('photon-prod', 'web'))
  const { data: pull } = await octokit.pulls.create({
    ...at,
    head: 'web',
    base: 'main',
    title: 'web',
  })
  const check = await completedCheck(sha)
  expect(check).toMatchObject({ name: 'netclaim', conclusion: 'success' })
  expect(check?.output.title).toContain('web gets')

  const { data: merged } = await octokit.pulls.merge({ ...at, pull_number: pull.number })
  await expect.poll(() => statusOf(merged.sha), { timeout: 30_000 }).toBe('success')
  expect(gitIn(dir, 'show', 'netclaim/state:allocations/photon-prod.yaml')).toContain('web')
})

test('a check that is asked for again is made again', async () => {
  const sha = propose('db', eip('photon-prod', 'db'))
  await octokit.pulls.create({ ...at, head: 'db', base: 'main', title: 'db' })
  const check = await completedCheck(sha)
  const before = done('commit')
  await octokit.checks.rerequestRun({ ...at, check_run_id: check?.id ?? 0 })
  await expect.poll(() => done('commit'), { timeout: 30_000 }).toBe(before + 1)
  const again = await completedCheck(sha)
  expect(again?.conclusion).toBe('success')
  expect(again?.id).not.toBe(check?.id)
})

test('nothing went wrong on either side', () => {
  expect(forge.failures).toEqual([])
  const deliveries = forge.deliveries
    .slice(early)
    .map(({ event, statusCode }) => [event, statusCode])
  expect(deliveries.length).toBeGreaterThan(4)
  expect(deliveries.filter(([, status]) => status !== 202)).toEqual([])
  expect(lines.filter((line) => /"level":"(?:warn|error)"/.test(line))).toEqual([])
})

/** A branch of main with some more files; gives its commit. */
function propose(branch: string, files: Files): string {
  const changes = Object.entries(files).map(
    ([path, text = '']) => `M 644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  )
  const author = 'committer a person <person@example.com> 1700000100 +0000\ndata 6\nchange\n'
  const stream = `commit refs/heads/${branch}\n${author}from refs/heads/main^0\n${changes.join('')}`
  gitWith(dir, stream, 'fast-import', '--quiet')
  return gitIn(dir, 'rev-parse', branch)
}

async function completedCheck(sha: string) {
  const read = async () =>
    (await octokit.checks.listForRef({ ...at, ref: sha, check_name: 'netclaim' })).data
      .check_runs[0]
  await expect.poll(async () => (await read())?.status, { timeout: 30_000 }).toBe('completed')
  return read()
}

async function statusOf(sha: string): Promise<string | undefined> {
  const { data } = await octokit.repos.listCommitStatusesForRef({ ...at, ref: sha })
  return data.find(({ context }) => context === 'netclaim/allocate')?.state
}

function done(kind: string): number {
  return lines.filter((line) => line.includes('"done"') && line.includes(`"kind":"${kind}"`)).length
}

function texts(files: Files): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text = '']) => [path, text]))
}
