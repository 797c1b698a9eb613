import { describe, expect, test } from 'vitest'
import { createWakeApp } from '../../functions/sync/wake-app.ts'
import { hmac } from '../app/given.ts'

const SECRET = 'a secret of the sync alone'
const OLD = 'the secret of last year'
const push = { ref: 'refs/heads/netclaim/state', after: 'a'.repeat(40) }

function given() {
  const lines: string[] = []
  const seen = { rounds: 0, branch: 'netclaim/state' }
  const app = createWakeApp({
    secrets: [SECRET, OLD],
    branch: () => seen.branch,
    wake: () => void (seen.rounds += 1),
    log: (...line) => void lines.push(JSON.stringify(line)),
  })
  return { app, seen, lines }
}

interface Sent {
  readonly forge?: 'github' | 'gitea'
  readonly event?: string
  readonly secret?: string
  readonly headers?: Readonly<Record<string, string>>
}

const named = {
  github: { signature: 'X-Hub-Signature-256', prefix: 'sha256=', event: 'X-GitHub-Event' },
  gitea: { signature: 'X-Gitea-Signature', prefix: '', event: 'X-Gitea-Event' },
}

async function deliver(
  { app }: ReturnType<typeof given>,
  payload: object,
  { forge = 'github', event = 'push', secret = SECRET, headers = {} }: Sent = {},
) {
  const body = JSON.stringify(payload)
  const { signature, prefix, event: kind } = named[forge]
  const response = await app.request(`/webhooks/${forge}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      [kind]: event,
      [signature]: prefix + (await hmac(secret, body)),
      ...headers,
    },
    body,
  })
  return [response.status, await response.json()] as const
}

describe('a webhook begins the next round', () => {
  test.each(['github', 'gitea'] as const)('when %s tells of a push to the state', async (forge) => {
    const to = given()
    expect(await deliver(to, push, { forge })).toEqual([202, { rounds: 1 }])
    expect(to.seen.rounds).toBe(1)
  })

  test('also with the secret that is being replaced', async () => {
    const to = given()
    expect(await deliver(to, push, { secret: OLD })).toEqual([202, { rounds: 1 }])
  })

  test('once, if it comes again, under whatever id', async () => {
    const to = given()
    await deliver(to, push)
    const headers = { 'X-GitHub-Delivery': 'another' }
    expect(await deliver(to, push, { headers })).toEqual([202, { rounds: 0 }])
    expect(to.seen.rounds).toBe(1)
  })

  test('when netclaim.yaml has named another branch since', async () => {
    const to = given()
    to.seen.branch = 'ledger'
    expect(await deliver(to, push)).toEqual([202, { rounds: 0 }])
    expect(await deliver(to, { ...push, ref: 'refs/heads/ledger' })).toEqual([202, { rounds: 1 }])
  })
})

describe('a webhook begins none', () => {
  test.each([
    ['of another branch', { ...push, ref: 'refs/heads/main' }, 'push'],
    ['of a tag of that name', { ...push, ref: 'refs/tags/netclaim/state' }, 'push'],
    ["of a cluster's facts", { ...push, ref: 'refs/heads/netclaim/observed/one' }, 'push'],
    ['of another kind', push, 'pull_request'],
    ['that is a ping', { zen: 'Design for failure.' }, 'ping'],
    ['of no form', { ref: 5 }, 'push'],
  ])('%s', async (_, payload, event) => {
    const to = given()
    expect(await deliver(to, payload, { event })).toEqual([202, { rounds: 0 }])
    expect(to.seen.rounds).toBe(0)
  })

  test.each<readonly [string, Sent, number]>([
    ['with another secret', { secret: 'guessed, and long enough' }, 401],
    ['without a signature', { headers: { 'X-Hub-Signature-256': '' } }, 401],
    ['as a form', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }, 415],
  ])('%s', async (_, sent, status) => {
    const to = given()
    expect((await deliver(to, push, sent))[0]).toBe(status)
    expect(to.seen.rounds).toBe(0)
    expect(to.lines).toEqual([expect.stringContaining('refused')])
    expect(to.lines.join()).not.toContain(SECRET)
  })

  test('by another method, or at another address', async () => {
    const { app, seen } = given()
    expect((await app.request('/webhooks/github')).status).toBe(405)
    expect((await app.request('/reports/one', { method: 'POST' })).status).toBe(404)
    expect((await app.request('/healthz')).status).toBe(200)
    expect(seen.rounds).toBe(0)
  })
})
