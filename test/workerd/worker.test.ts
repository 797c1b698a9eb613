import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import worker from '../../functions/worker.ts'
import { SECRET } from '../app/environment.ts'
import { hmac } from '../app/given.ts'

const log = vi.spyOn(console, 'log').mockReturnValue(undefined)

/** What the Worker answers to an event, as it is deployed. */
async function deliver(payload: unknown, event: string): Promise<Response> {
  const text = JSON.stringify(payload)
  return exports.default.fetch(
    new Request('https://netclaim.example/webhooks/github', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-GitHub-Event': event,
        'X-Hub-Signature-256': `sha256=${await hmac(SECRET, text)}`,
      },
      body: text,
    }),
  )
}
const repository = { full_name: 'kubedc/claims' }

test('it runs in workerd', () => {
  expect(navigator.userAgent).toBe('Cloudflare-Workers')
})

test('it is configured by its bindings, and alive', async () => {
  const response = await exports.default.fetch(new Request('https://netclaim.example/readyz'))
  expect([response.status, await response.json()]).toEqual([200, { status: 'ready' }])
})

test('a webhook is queued in a queue of Cloudflare', async () => {
  const push = { ref: 'refs/heads/main', after: 'a'.repeat(40), repository }
  const response = await deliver(push, 'push')
  expect([response.status, await response.json()]).toEqual([202, { jobs: 1 }])
})

test('a forged one is not', async () => {
  const request = new Request('https://netclaim.example/webhooks/github', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}`,
    },
    body: '{}',
  })
  expect((await exports.default.fetch(request)).status).toBe(401)
})

test('a job signs in at GitHub, and comes again when GitHub wants it to', async () => {
  const body = { kind: 'pull-request', repository: repository.full_name, number: 1 }
  const batch = createMessageBatch('netclaim-jobs', [
    { id: 'one', timestamp: new Date(0), attempts: 1, body },
    { id: 'none', timestamp: new Date(0), attempts: 1, body: 'no job' },
  ])
  await worker.queue(batch, env)
  const result = await getQueueResult(batch, createExecutionContext())
  expect(result.explicitAcks).toEqual(['none'])
  // By how much it is delayed is not told here; test/app/worker.test.ts looks at that.
  expect(result.retryMessages).toEqual([{ msgId: 'one' }])
  expect(log.mock.lastCall?.[0]).toMatch(
    /"tried again later".*\/repos\/kubedc\/claims\/installation/,
  )
})

test('its schedule queues a sweep', async () => {
  await expect(worker.scheduled({}, env)).resolves.toBeUndefined()
})
