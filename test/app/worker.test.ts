import { describe, expect, test } from 'vitest'
import type { Message } from '../../functions/worker/cloudflare.ts'
import { createWorker } from '../../functions/worker/create-worker.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Job } from '../../lib/ports/job-queue.ts'
import { env, SECRET } from './environment.ts'
import { fakeWork } from './fake-work.ts'
import { hmac } from './given.ts'

interface Line {
  readonly event: string
  readonly why?: string
}

/** A worker between a queue and a log that can be looked at. */
function given(gate?: (call: string) => Promise<void>) {
  const sent: unknown[] = []
  const lines: Line[] = []
  const { work, calls } = fakeWork(gate)
  const worker = createWorker(work, (line) => void lines.push(JSON.parse(line) as Line))
  const JOBS = {
    send: async (body: unknown) => void sent.push(body),
    sendBatch: async (messages: readonly { readonly body: unknown }[]) =>
      void sent.push(...messages.map(({ body }) => body)),
  }
  const bindings: Record<string, unknown> = { ...env, JOBS }
  return { worker, bindings, sent, lines, calls }
}

/** A message, and what became of it. */
function message(body: unknown, attempts = 1): Message & { readonly fate: string[] } {
  const fate: string[] = []
  return {
    body,
    attempts,
    fate,
    ack: () => void fate.push('ack'),
    retry: ({ delaySeconds }) => void fate.push(`retry in ${delaySeconds}`),
  }
}

const sweep = (repository: string): Job => ({ kind: 'sweep', repository })

describe('fetch', () => {
  const text = JSON.stringify({
    ref: 'refs/heads/main',
    after: 'a'.repeat(40),
    repository: { full_name: 'kubedc/claims' },
  })
  const push = async () =>
    new Request('https://netclaim.example/webhooks/github', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-GitHub-Event': 'push',
        'X-Hub-Signature-256': `sha256=${await hmac(SECRET, text)}`,
      },
      body: text,
    })

  test('a webhook becomes a message', async () => {
    const { worker, bindings, sent } = given()
    expect((await worker.fetch(await push(), bindings)).status).toBe(202)
    const body = { kind: 'allocate', repository: 'kubedc/claims', atLeast: 'a'.repeat(40) }
    expect(sent).toEqual([body])
  })

  test('says in its log what was queued, and for which event', async () => {
    const { worker, bindings, lines } = given()
    expect((await worker.fetch(await push(), bindings)).status).toBe(202)
    expect(lines).toMatchObject([{ level: 'info', event: 'queued', webhook: 'push', jobs: 1 }])
  })

  test('a queue that takes nothing', async () => {
    const { worker, bindings, lines } = given()
    const refuses = () => Promise.reject(new Error('over limit'))
    const JOBS = { send: refuses, sendBatch: refuses }
    const response = await worker.fetch(await push(), { ...bindings, JOBS })
    expect(response.status).toBe(503)
    expect(lines[0]).toMatchObject({ level: 'error', event: 'the queue refuses' })
  })

  test('without a configuration it says so, and what is missing only in the log', async () => {
    const { worker, lines } = given()
    const response = await worker.fetch(await push(), { NETCLAIM_APP_ID: 'x' })
    expect([response.status, await response.json()]).toEqual([
      503,
      { error: 'it is not configured, the log has more' },
    ])
    for (const name of ['JOBS', 'NETCLAIM_APP_ID', 'NETCLAIM_PRIVATE_KEY', 'NETCLAIM_REPOSITORIES'])
      expect(lines[0]?.why).toContain(name)
  })
})

describe('queue', () => {
  test('jobs of a repository one after another, equal ones once, each acknowledged', async () => {
    let running = 0
    const { worker, bindings, calls } = given(async (call) => {
      if (call.startsWith('kubedc/claims')) running += 1
      expect(running).toBeLessThan(2)
      await Promise.resolve()
      if (call.startsWith('kubedc/claims')) running -= 1
    })
    const messages = [
      message(sweep('kubedc/claims')),
      message({ kind: 'pull-request', repository: 'kubedc/claims', number: 1 }),
      message(sweep('kubedc/lab')),
      message(sweep('kubedc/claims')),
    ]
    await worker.queue({ messages }, bindings)
    expect(calls.toSorted()).toEqual([
      'kubedc/claims "pull-request" 1',
      'kubedc/claims "sweep"',
      'kubedc/lab "sweep"',
    ])
    expect(messages.map(({ fate }) => fate)).toEqual([['ack'], ['ack'], ['ack'], ['ack']])
  })

  test('what may pass comes again later, no earlier than asked for, and others are done', async () => {
    const { worker, bindings } = given((call) =>
      call.startsWith('kubedc/lab')
        ? Promise.reject(
            new OutsideError('limit', { system: 'github', retryable: true, retryAfterSeconds: 90 }),
          )
        : Promise.resolve(),
    )
    const messages = [message(sweep('kubedc/lab'), 3), message(sweep('kubedc/claims'))]
    await worker.queue({ messages }, bindings)
    const seconds = Number(messages[0]?.fate[0]?.replace('retry in ', ''))
    expect(seconds).toBeGreaterThanOrEqual(94)
    expect(seconds).toBeLessThanOrEqual(98)
    expect(messages[1]?.fate).toEqual(['ack'])
  })

  test('what cannot pass is told and let go', async () => {
    const { worker, bindings, lines } = given(() =>
      Promise.reject(new OutsideError('no permission', { system: 'github', retryable: false })),
    )
    const messages = [message(sweep('kubedc/lab'))]
    await worker.queue({ messages }, bindings)
    expect(messages[0]?.fate).toEqual(['ack'])
    expect(lines[0]).toMatchObject({ level: 'error', event: 'refused' })
  })

  test('a bug ends among the messages that are laid aside', async () => {
    const { worker, bindings, lines } = given(() => Promise.reject(new TypeError('x')))
    const messages = [message(sweep('kubedc/lab'))]
    await worker.queue({ messages }, bindings)
    expect(messages[0]?.fate[0]).toMatch(/^retry in [12]$/)
    expect(lines[0]).toMatchObject({ level: 'error', event: 'bug', why: 'TypeError: x' })
  })

  test.each([[null], ['x'], [{ kind: 'x', repository: 'a/b' }], [{ kind: 'pull-request' }]])(
    'no job: %j',
    async (body) => {
      const { worker, bindings, calls, lines } = given()
      const messages = [message(body)]
      await worker.queue({ messages }, bindings)
      expect(messages[0]?.fate).toEqual(['ack'])
      expect(calls).toEqual([])
      expect(lines[0]).toMatchObject({ event: 'a message that is no job' })
    },
  )

  test('without a configuration the messages stay', async () => {
    const { worker } = given()
    const messages = [message(sweep('kubedc/lab'))]
    await expect(worker.queue({ messages }, {})).rejects.toThrow('NETCLAIM_REPOSITORIES is missing')
    expect(messages[0]?.fate).toEqual([])
  })
})

describe('scheduled', () => {
  test('a sweep for each repository', async () => {
    const { worker, bindings, sent } = given()
    await worker.scheduled({}, bindings)
    expect(sent).toEqual([sweep('kubedc/claims'), sweep('kubedc/lab')])
  })
})
