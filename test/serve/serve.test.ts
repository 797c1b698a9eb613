import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfiguration } from '../../functions/configuration.ts'
import { jsonLog } from '../../functions/log.ts'
import { type Served, type ServeOptions, serve } from '../../functions/serve.ts'
import { env, SECRET } from '../app/environment.ts'
import { fakeWork } from '../app/fake-work.ts'

const running: Served[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()))
})

async function given(gate?: (call: string) => Promise<void>, options: Partial<ServeOptions> = {}) {
  const lines: string[] = []
  const { work, calls } = fakeWork(gate)
  const served = await serve({
    configuration: readConfiguration(env),
    work,
    log: jsonLog({ write: (line) => void lines.push(line), now: Date.now }),
    port: 0,
    hostname: '127.0.0.1',
    sweepMs: 3_600_000,
    atOnce: 2,
    stopMs: 1_000,
    ...options,
  })
  running.push(served)
  return { served, calls, lines, url: `http://127.0.0.1:${served.port}` }
}

function push(url: string, text: string, headers: Record<string, string> = {}): Promise<Response> {
  const digits = createHmac('sha256', SECRET).update(text).digest('hex')
  return fetch(`${url}/webhooks/github`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-GitHub-Event': 'push',
      'X-Hub-Signature-256': `sha256=${digits}`,
      ...headers,
    },
    body: text,
  })
}
const event = (after: string, padding = '') =>
  JSON.stringify({
    ref: 'refs/heads/main',
    after: after.repeat(40),
    repository: { full_name: 'kubedc/claims' },
    padding,
  })

describe('a server', () => {
  test('sweeps at its start, and does what webhooks ask for', async () => {
    const { url, calls } = await given()
    expect((await push(url, event('a'))).status).toBe(202)
    await expect
      .poll(() => calls)
      .toEqual([
        'kubedc/claims "sweep"',
        'kubedc/lab "sweep"',
        `kubedc/claims "allocate" {"atLeast":"${'a'.repeat(40)}"}`,
      ])
  })

  test('sweeps again and again', async () => {
    const { calls } = await given(undefined, { sweepMs: 20 })
    await expect.poll(() => calls.length).toBeGreaterThan(5)
  })

  test('takes a large body, and of a larger one no more than its head', async () => {
    const { url } = await given()
    const large = await push(url, event('a', 'x'.repeat(5_000_000)))
    expect(large.status).toBe(202)
    // Node may close the connection while the client still writes.
    const answer = await push(url, 'x'.repeat(26 * 1024 * 1024)).catch(() => undefined)
    expect([413, undefined]).toContain(answer?.status)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  test('is heard by nobody else on a taken port', async () => {
    const { served } = await given()
    await expect(given(undefined, { port: served.port })).rejects.toThrow(/cannot listen on 127/)
  })

  test.each([
    ['headers that never end', 'POST /webhooks/github HTTP/1.1\r\nHost: x\r\n'],
    [
      'a body that never comes',
      `POST /webhooks/github HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Hub-Signature-256: sha256=${'0'.repeat(64)}\r\nContent-Length: 1000\r\n\r\n{`,
    ],
  ])('does not wait for %s', async (_, start) => {
    const { served, url } = await given(undefined, { requestMs: 300 })
    const socket = connect(served.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(start)
    socket.resume()
    await once(socket, 'close')
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  test('writes one JSON object a line, and no secret', async () => {
    const { url, lines } = await given()
    await push(url, event('a'))
    await push(url, event('a'), { 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}` })
    await expect.poll(() => lines.length).toBeGreaterThanOrEqual(6)
    for (const line of lines) expect(Object.keys(JSON.parse(line) as object)).toContain('event')
    expect(lines.join()).not.toContain(SECRET)
  })
})

describe('stopping', () => {
  test('finishes what is being done, and takes nothing more', async () => {
    const gate = Promise.withResolvers<void>()
    const { served, url, calls, lines } = await given(() => gate.promise)
    await expect.poll(() => calls.length).toBe(2)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const stopped = served.stop()
    await expect(fetch(`${url}/healthz`, { headers: { Connection: 'close' } })).rejects.toThrow(
      'fetch failed',
    )
    gate.resolve()
    await stopped
    running.length = 0
    expect(lines.filter((line) => line.includes('"done"'))).toHaveLength(2)
    expect(lines.at(-1)).toContain('"event":"stopped","forgotten":0,"unfinished":0')
  })

  test('gives up what takes too long', async () => {
    const { served, calls, lines } = await given(() => new Promise(() => undefined), { stopMs: 50 })
    await expect.poll(() => calls.length).toBe(2)
    await served.stop()
    running.length = 0
    expect(lines.at(-1)).toContain('"event":"stopped","forgotten":0,"unfinished":2')
  })
})
