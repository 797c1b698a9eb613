import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { githubClient } from '../../lib/adapters/github/client.ts'
import { githubRepository } from '../../lib/adapters/github/repository.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { handClock } from './clock.ts'
import { appOf, forgeWith } from './sandbox.ts'

const { forge } = await forgeWith('auth')
const at = { owner: 'octo', repo: 'claims' }
const { id: appId, installationId: installation, privateKey = '' } = forge.app
const main = { names: ['main'], below: [] }

function seen(options: { baseUrl?: string } = {}) {
  const sent: { url: string; headers: Headers }[] = []
  const send: typeof fetch = (url, init) => {
    sent.push({
      url: url instanceof Request ? url.url : url.toString(),
      headers: new Headers(init?.headers),
    })
    return fetch(url, init)
  }
  const app = appOf(forge, { fetch: send, ...options })
  return { ...app, sent }
}

describe('an app', () => {
  test('gets one token, for this repository, and uses it again', async () => {
    const { repository, sent, octokit } = seen()
    expect((await repository.tips(main)).size).toBe(1)
    await repository.tips(main)
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([
      `/api/v3/app/installations/${installation}/access_tokens`,
      '/api/graphql',
      '/api/graphql',
    ])
    await forge.createRepository({ owner: 'octo', name: 'other', files: { a: 'a' } })
    const other = octokit.rest.repos.get({ owner: 'octo', repo: 'other' })
    await expect(other).rejects.toMatchObject({ status: 404 })
  })
  test('names the version of the API, and its token only to GitHub', async () => {
    const { repository, sent } = seen()
    await repository.tips(main)
    for (const { headers } of sent) {
      expect(headers.get('x-github-api-version')).toBe('2022-11-28')
      expect(headers.get('authorization')).toMatch(/^(?:bearer|token) /)
    }
  })
  test('finds its installation', async () => {
    const octokit = githubClient({
      baseUrl: forge.url,
      auth: { appId, privateKey, ...at },
      clock: handClock(),
    })
    expect((await githubRepository({ octokit, ...at }).tips(main)).size).toBe(1)
  })
  test('signs with the key as GitHub hands it out', async () => {
    const pkcs1 = createPrivateKey(privateKey).export({ type: 'pkcs1', format: 'pem' }).toString()
    const { repository } = appOf(forge, { auth: { appId, privateKey: pkcs1, installation, ...at } })
    expect((await repository.tips(main)).size).toBe(1)
  })
  test('signs though the clocks differ', async () => {
    forge.nasty.clockSkewSeconds = -300
    try {
      expect((await appOf(forge).repository.tips(main)).size).toBe(1)
    } finally {
      forge.nasty.clockSkewSeconds = 0
    }
  })
  test('whose token is refused gets another', async () => {
    let refusals = 1
    const { repository, clock, calls } = appOf(forge, {
      fetch: (url, init) =>
        typeof url === 'string' && url.endsWith('/graphql') && refusals-- > 0
          ? Promise.resolve(Response.json({ message: 'Bad credentials' }, { status: 401 }))
          : fetch(url, init),
    })
    expect((await repository.tips(main)).size).toBe(1)
    expect(clock.pauses).toEqual([500])
    expect(calls.map(({ path }) => path.split('/').at(-1))).toEqual([
      'access_tokens',
      'graphql',
      'access_tokens',
      'graphql',
    ])
  })
})

describe('no secret is told', () => {
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const foreign = stranger.export({ type: 'pkcs1', format: 'pem' }).toString()
  const broken = `-----BEGIN PRIVATE KEY-----\n${'QUJD'.repeat(40)}\n-----END PRIVATE KEY-----\n`
  const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'

  test.each([
    ['a key of another app', { appId, privateKey: foreign, installation, ...at }],
    ['a key that is none', { appId, privateKey: broken, installation, ...at }],
    ['a token that is none', { token }],
  ])('of %s', async (_, auth) => {
    const { repository } = appOf(forge, { auth })
    const error: unknown = await repository.tips(main).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(OutsideError)
    expect(error).toMatchObject({ system: 'github', retryable: false })
    const told = tellAll(error)
    for (const secret of [token, ...secretsOf(foreign), ...secretsOf(broken), 'eyJ'])
      expect(told).not.toContain(secret)
  })
  test('of a connection that fails', async () => {
    const { repository } = appOf(forge, {
      auth: { token },
      fetch: () => Promise.reject(new TypeError(`cannot connect with ${token}`)),
    })
    const error: unknown = await repository.tips(main).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ retryable: true, system: 'github' })
    expect(tellAll(error)).not.toContain(token)
  })
})

/** Everything that a log could print of an error. */
function tellAll(error: unknown): string {
  const parts: string[] = []
  for (let at = error; at instanceof Error; at = at.cause)
    parts.push(String(at), at.stack ?? '', JSON.stringify(at, Object.getOwnPropertyNames(at)))
  return parts.join('\n')
}

function secretsOf(pem: string): string[] {
  return pem.split('\n').filter((line) => line !== '' && !line.startsWith('-'))
}
