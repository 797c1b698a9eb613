import { describe, expect, test } from 'vitest'
import { givenApp, hmac, NOW } from './given.ts'

const KEY = 'flux secret of prod-1'
const TOKEN = 'argo-token-of-prod-1'
const seconds = String(NOW / 1000)
const at = '2026-11-29T12:00:00Z'
const bodyOf = (reporter: string, cluster = 'prod-1') => JSON.stringify(bodies(cluster)[reporter])
const bodies = (cluster: string): Readonly<Record<string, object>> => ({
  own: { v: 1, engine: 'netclaim', cluster, state: 'success', at },
  flux: {
    involvedObject: { kind: 'Kustomization', namespace: 'flux-system', name: 'netclaim' },
    severity: 'info',
    timestamp: at,
    message: 'Reconciliation finished',
    reason: 'ReconciliationSucceeded',
    metadata: { cluster, revision: `netclaim/state@sha1:${'a'.repeat(40)}` },
    reportingController: 'kustomize-controller',
  },
  argocd: { v: 1, engine: 'argocd', cluster, app: 'netclaim', phase: 'Running' },
})
const body = bodyOf('own')

async function own(time = seconds, secret = KEY): Promise<Record<string, string>> {
  return {
    'X-Netclaim-Timestamp': time,
    'X-Netclaim-Signature': `sha256=${await hmac(secret, `${time}.${body}`)}`,
  }
}

describe('taken', () => {
  test.each<readonly [string, () => Promise<Record<string, string>>]>([
    ['own', () => own()],
    ['flux', async () => ({ 'X-Signature': `sha256=${await hmac(KEY, bodyOf('flux'))}` })],
    ['argocd', async () => ({ Authorization: `Bearer ${TOKEN}` })],
  ])('of %s', async (reporter, headers) => {
    const given = givenApp()
    const response = await post(given, await headers(), 'prod-1', bodyOf(reporter))
    expect([response.status, await response.json()]).toEqual([202, { jobs: 1 }])
    const report = JSON.parse(bodyOf(reporter)) as unknown
    expect(given.jobs).toEqual([{ kind: 'report', repository: 'kubedc/claims', report }])
  })

  test('once, if it comes twice', async () => {
    const given = givenApp()
    await post(given, await own())
    expect(await (await post(given, await own())).json()).toEqual({
      jobs: 0,
      note: 'it was delivered before',
    })
    expect(given.jobs).toHaveLength(1)
  })
})

describe('refused', () => {
  const flux = async () => ({ 'X-Signature': `sha256=${await hmac(KEY, body)}` })
  test.each<readonly [string, () => Promise<Record<string, string>>]>([
    ['no proof', async () => ({})],
    ['two proofs', async () => ({ ...(await flux()), Authorization: `Bearer ${TOKEN}` })],
    ['an old report sent again', () => own(String(NOW / 1000 - 301))],
    ['a report of tomorrow', () => own(String(NOW / 1000 + 301))],
    [
      'an old signature under a new time',
      async () => ({
        ...(await own(String(NOW / 1000 - 301))),
        'X-Netclaim-Timestamp': seconds,
      }),
    ],
    [
      'no time',
      async () => {
        const { 'X-Netclaim-Signature': signature = '' } = await own()
        return { 'X-Netclaim-Signature': signature }
      },
    ],
    ['a time in words', () => own('now')],
    ['a time with a sign', () => own(`+${seconds}`)],
    [
      'the body alone signed',
      async () => ({
        'X-Netclaim-Timestamp': seconds,
        'X-Netclaim-Signature': `sha256=${await hmac(KEY, body)}`,
      }),
    ],
    [
      "Flux' signature of other bytes",
      async () => ({ 'X-Signature': `sha256=${await hmac(KEY, `${body} `)}` }),
    ],
    ["Flux' SHA-512", async () => ({ 'X-Signature': `sha512=${'0'.repeat(128)}` })],
    ['the token as a key', async () => ({ 'X-Signature': `sha256=${await hmac(TOKEN, body)}` })],
    ['the key as a token', async () => ({ Authorization: `Bearer ${KEY}` })],
    ['a token cut short', async () => ({ Authorization: `Bearer ${TOKEN.slice(1)}` })],
    ['an empty token', async () => ({ Authorization: 'Bearer ' })],
    ['the token by another scheme', async () => ({ Authorization: `Basic ${TOKEN}` })],
  ])('%s', async (_, headers) => {
    const given = givenApp()
    expect((await post(given, await headers())).status).toBe(401)
    expect(given.jobs).toEqual([])
  })

  test("another cluster's secret", async () => {
    const clusters = new Map([
      ['prod-1', { repository: 'kubedc/claims', secrets: [KEY] }],
      ['prod-2', { repository: 'kubedc/claims', secrets: ['another secret of prod-2'] }],
    ])
    const given = givenApp({ clusters })
    expect((await post(given, await own(), 'prod-2')).status).toBe(401)
    expect((await post(given, await own(), 'prod-1')).status).toBe(202)
  })

  test('a cluster without a token takes none', async () => {
    const given = givenApp({
      clusters: new Map([['prod-1', { repository: 'kubedc/claims', secrets: [KEY] }]]),
    })
    expect((await post(given, { Authorization: `Bearer ${TOKEN}` })).status).toBe(401)
    expect((await post(given, { Authorization: 'Bearer' })).status).toBe(401)
  })

  test.each<readonly [string, () => Promise<Record<string, string>>, string]>([
    ['a wrong secret', () => own(seconds, 'guessed'), body],
    ['no proof', async () => ({}), body],
    ['an old time', () => own('1'), body],
    ['a wrong token', async () => ({ Authorization: 'Bearer guessed' }), body],
    ['too much', () => own(seconds, 'guessed'), 'x'.repeat(100_001)],
  ])('an unknown cluster is told the same for %s', async (_, headers, text) => {
    const told = async (cluster: string) => {
      const response = await post(givenApp(), await headers(), cluster, text)
      return [response.status, await response.json()]
    }
    expect(await told('prod-9')).toEqual(await told('prod-1'))
    expect(await told('__proto__')).toEqual(await told('prod-1'))
  })

  test.each([
    ['of another cluster', bodyOf('flux', 'prod-2')],
    ['of another kind than its proof', bodyOf('own')],
    ['of no kind', '{}'],
    ['that is no object', 'null'],
    ['nested without end', `${'['.repeat(49_000)}${']'.repeat(49_000)}`],
  ])('a report %s, well signed', async (_, text) => {
    const given = givenApp()
    const headers = { 'X-Signature': `sha256=${await hmac(KEY, text)}` }
    expect((await post(given, headers, 'prod-1', text)).status).toBe(422)
    expect(given.jobs).toEqual([])
  })

  test('more than 100,000 bytes', async () => {
    const given = givenApp()
    const large = JSON.stringify({ message: 'x'.repeat(100_000) })
    const headers = { 'X-Signature': `sha256=${await hmac(KEY, large)}` }
    expect((await post(given, headers, 'prod-1', large)).status).toBe(413)
  })
})

async function post(
  given: ReturnType<typeof givenApp>,
  headers: Record<string, string>,
  cluster = 'prod-1',
  text = body,
): Promise<Response> {
  return given.app.request(`/reports/${cluster}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: text,
  })
}
