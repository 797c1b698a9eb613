import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SECRET } from './environment.ts'
import { givenApp, hmac, OLD_SECRET } from './given.ts'

describe('what is there', () => {
  test.each([
    ['/', { netclaim: 'network claims as pull requests' }],
    ['/healthz', { status: 'alive' }],
    ['/readyz', { status: 'ready' }],
  ])('%s', async (path, expected) => {
    const response = await givenApp().app.request(path)
    expect([response.status, await response.json()]).toEqual([200, expected])
  })

  test('not ready, and why', async () => {
    const { app } = givenApp({ notReady: () => 'it is being stopped' })
    const response = await app.request('/readyz')
    expect([response.status, await response.json()]).toEqual([
      503,
      { error: 'it is being stopped' },
    ])
    expect((await app.request('/healthz')).status).toBe(200)
  })

  test.each([
    ['GET', '/webhooks/github', 405, 'POST'],
    ['PUT', '/reports/prod-1', 405, 'POST'],
    ['POST', '/healthz', 405, 'GET, HEAD'],
    ['HEAD', '/readyz', 200, null],
    ['POST', '/webhooks/gitlab', 404, null],
    ['GET', '/webhooks/github/', 404, null],
    ['GET', '/.env', 404, null],
  ])('%s %s: %i', async (method, path, status, allow) => {
    const response = await givenApp().app.request(path, { method })
    expect([response.status, response.headers.get('Allow')]).toEqual([status, allow])
    expect(response.headers.get('Content-Type')).toBe('application/json')
  })

  test('a bug is told as one, and its words stay in the log', async () => {
    const given = givenApp({
      deliveries: {
        has() {
          throw new TypeError('a secret detail')
        },
        add: () => undefined,
      },
    })
    const text = '{}'
    const headers = {
      'Content-Type': 'application/json',
      'X-Hub-Signature-256': `sha256=${await hmac(SECRET, text)}`,
    }
    const response = await given.app.request('/webhooks/github', {
      method: 'POST',
      headers,
      body: text,
    })
    expect([response.status, await response.text()]).toEqual([
      500,
      '{"error":"this is a bug of ours, the log has more"}',
    ])
    expect(given.lines.join()).toContain('a secret detail')
  })
})

test('no body, event or header makes it fail, signed or not', async () => {
  const given = givenApp()
  const events = fc.constantFrom(
    'pull_request',
    'push',
    'merge_group',
    'check_run',
    'check_suite',
    'x',
  )
  const like = fc.record(
    {
      action: fc.constantFrom('opened', 'edited', 'rerequested', 'checks_requested', 7, null),
      number: fc.oneof(fc.integer(), fc.double(), fc.string()),
      ref: fc.oneof(fc.constant('refs/heads/main'), fc.string()),
      after: fc.oneof(fc.constant('a'.repeat(40)), fc.string()),
      check_run: fc.jsonValue(),
      merge_group: fc.jsonValue(),
      changes: fc.jsonValue(),
      repository: fc.oneof(fc.constant({ full_name: 'kubedc/claims' }), fc.jsonValue()),
    },
    { requiredKeys: [] },
  )
  const bodies = fc.oneof(
    like.map((value) => JSON.stringify(value)),
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.nat(20_000).map((depth) => '['.repeat(depth)),
    fc.nat(20_000).map((depth) => `{"repository":${'['.repeat(depth)}${']'.repeat(depth)}}`),
  )
  const header = fc.string({ unit: 'grapheme-ascii', maxLength: 80 }).map((text) => text.trim())
  await fc.assert(
    fc.asyncProperty(bodies, events, fc.option(header), async (body, event, signature) => {
      const digits = await hmac(SECRET, body)
      const response = await given.app.request('/webhooks/github', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-GitHub-Event': event,
          'X-Hub-Signature-256': signature ?? `sha256=${digits}`,
        },
        body,
      })
      expect(signature === null ? [202, 400, 422] : [401]).toContain(response.status)
      expect(await response.json()).toBeTypeOf('object')
    }),
    { numRuns: 400 },
  )
  for (const job of given.jobs) expect(job.repository).toBe('kubedc/claims')
})

test('no secret, signature or token gets into the log', async () => {
  const given = givenApp()
  const body = JSON.stringify({
    ref: 'refs/heads/main',
    after: 'a'.repeat(40),
    repository: { full_name: 'kubedc/claims' },
  })
  const digits = await hmac(SECRET, body)
  const requests: readonly [string, Record<string, string>][] = [
    ['/webhooks/github', { 'X-Hub-Signature-256': `sha256=${digits}`, 'X-GitHub-Event': 'push' }],
    ['/webhooks/github', { 'X-Hub-Signature-256': `sha256=${digits}x` }],
    ['/reports/prod-1', { Authorization: 'Bearer argo-token-of-prod-1' }],
    ['/reports/prod-1', { Authorization: 'Bearer argo-token-of-prod-2' }],
  ]
  for (const [path, more] of requests) {
    const headers = { 'Content-Type': 'application/json', ...more }
    await given.app.request(path, { method: 'POST', headers, body })
  }
  expect(given.lines).toHaveLength(4)
  for (const secret of [SECRET, OLD_SECRET, digits, 'argo-token', 'refs/heads'])
    expect(given.lines.join('\n')).not.toContain(secret)
})
