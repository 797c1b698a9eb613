import { createSign } from 'node:crypto'
import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/rest'
import { beforeAll, expect, test } from 'vitest'
import { gitIn } from '../git/sandbox.ts'
import { refusalOf } from './refusal-of.ts'
import { client, quiet, type Started, started } from './started.ts'

let it: Started

beforeAll(async () => {
  it = await started('apps', { a: '1\n' })
  await it.forge.createRepository({ owner: 'octo', name: 'other', files: { b: '1' } })
})

function appClient(more: object = {}): Octokit {
  const { app, url } = it.forge
  const auth = { appId: app.id, privateKey: app.privateKey, log: quiet, ...more }
  return new Octokit({
    authStrategy: createAppAuth,
    auth,
    baseUrl: url,
    request: { fetch: it.judge.fetch },
    log: quiet,
  })
}

test('an app finds its installation, and works as it', async () => {
  const { at, dir, forge } = it
  const asApp = appClient()
  expect((await asApp.apps.getAuthenticated()).data).toMatchObject({
    id: forge.app.id,
    slug: 'netclaim',
  })
  const { data: installation } = await asApp.apps.getRepoInstallation(at)
  const octokit = appClient({ installationId: installation.id })
  const head_sha = gitIn(dir, 'rev-parse', 'main')
  const { data: run } = await octokit.checks.create({
    ...at,
    name: 'netclaim',
    head_sha,
    conclusion: 'success',
  })
  expect(run.app?.id).toBe(forge.app.id)
  const { data: tree } = await octokit.git.createTree({
    ...at,
    tree: [{ path: 'x', mode: '100644', type: 'blob', content: 'x' }],
  })
  const { data: commit } = await octokit.git.createCommit({
    ...at,
    message: 'by the app',
    tree: tree.sha,
    parents: [head_sha],
  })
  expect(commit).toMatchObject({
    author: { name: 'netclaim[bot]' },
    verification: { verified: true },
  })
})

test('a token holds for what it was asked for', async () => {
  const { at, forge, judge } = it
  const { data } = await appClient().apps.createInstallationAccessToken({
    installation_id: forge.app.installationId,
    repositories: ['claims'],
    permissions: { contents: 'read', checks: 'write' },
  })
  expect(data.repositories?.map(({ full_name }) => full_name)).toEqual(['octo/claims'])
  const octokit = client(forge, judge, data.token)
  expect((await octokit.git.getRef({ ...at, ref: 'heads/main' })).status).toBe(200)
  expect(await refusalOf(octokit.git.createBlob({ ...at, content: 'x' }))).toMatchObject({
    status: 403,
    message: expect.stringContaining('not accessible by integration') as string,
  })
  expect((await refusalOf(octokit.repos.get({ ...at, repo: 'other' }))).status).toBe(404)
})

test('a clock that is wrong by minutes is noticed by the client, and its tokens are taken', async () => {
  const { forge, at } = it
  forge.nasty.clockSkewSeconds = -900
  expect((await appClient().apps.getRepoInstallation(at)).status).toBe(200)
  forge.nasty.clockSkewSeconds = 0
})

test.each([
  ['another key', { signature: 'AAAA' }],
  ['another algorithm', { header: { alg: 'none' }, signature: '' }],
  ['a token that is over', { claims: { iat: -700, exp: -100 } }],
  ['a token that lives too long', { claims: { iat: 0, exp: 700 } }],
  ['another app', { claims: { iat: 0, exp: 60, iss: 1 } }],
  ['no token at all', { token: '' }],
] as const)('%s: 401', async (_, odd) => {
  const { app, url } = it.forge
  const now = Math.floor(Date.now() / 1000)
  const {
    header = { alg: 'RS256' },
    claims = { iat: 0, exp: 60 },
    signature,
    token,
  } = odd as {
    header?: object
    claims?: { iat: number; exp: number; iss?: number }
    signature?: string
    token?: string
  }
  const timed = { iss: app.id, ...claims, iat: now + claims.iat, exp: now + claims.exp }
  const text = [header, timed]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signed = createSign('RSA-SHA256')
    .update(text)
    .sign(app.privateKey ?? '', 'base64url')
  const bearer = token ?? `${text}.${signature ?? signed}`
  const answer = await fetch(`${url}/app`, { headers: { authorization: `bearer ${bearer}` } })
  expect(answer.status).toBe(401)
})

test('it is all there below /api/v3, too, as on GitHub Enterprise Server', async () => {
  const { forge, at } = it
  const octokit = new Octokit({ auth: forge.token, baseUrl: `${forge.url}/api/v3` })
  expect((await octokit.repos.get(at)).data.full_name).toBe('octo/claims')
  const { repository } = await octokit.graphql<{ repository: { nameWithOwner: string } }>(
    '{ repository(owner: "octo", name: "claims") { nameWithOwner } }',
  )
  expect(repository.nameWithOwner).toBe('octo/claims')
  expect(forge.calls.get('GET /repos/:owner/:repo')).toBeGreaterThan(0)
  expect(forge.failures).toEqual([])
})
