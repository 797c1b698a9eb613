import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type GiteaClient, giteaClient } from '../../lib/adapters/gitea/client.ts'
import { MAX_ANSWER_BYTES, MAX_PAGES } from '../../lib/adapters/gitea/limits.ts'

const TOKEN = 's3cr3t-t0ken'
const read = { method: 'GET', path: '/x', answer: z.object({ a: z.number() }) } as const

interface Asked {
  readonly url: string
  readonly init: RequestInit
}

/** A client of a server that answers with these, one after the other, the last one for ever. */
function clientOf(...answers: readonly (() => Promise<Response> | Response)[]) {
  const asked: Asked[] = []
  const pauses: number[] = []
  const client: GiteaClient = giteaClient({
    url: 'https://git.example.org/api/v1/',
    token: TOKEN,
    clock: { now: () => 0, pause: async (milliseconds) => void pauses.push(milliseconds) },
    async fetch(input: unknown, init: RequestInit = {}) {
      const answer = answers[Math.min(asked.length, answers.length - 1)]
      asked.push({ url: z.string().parse(input), init })
      if (answer === undefined) throw new Error('nothing to answer')
      return answer()
    },
  })
  return { client, asked, pauses }
}

const json = (body: unknown, init?: ResponseInit) => () =>
  new Response(JSON.stringify(body), init ?? {})
const broken = () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) })
}

describe('a client of Gitea', () => {
  test('sends the token to the server, and follows it nowhere else', async () => {
    const { client, asked } = clientOf(json({ a: 1 }))
    expect(await client.call(read)).toEqual({ a: 1 })
    expect(asked[0]?.url).toBe('https://git.example.org/api/v1/x')
    expect(asked[0]?.init).toMatchObject({
      method: 'GET',
      redirect: 'manual',
      headers: { authorization: `token ${TOKEN}` },
    })
    const moved = clientOf(() => new Response(null, { status: 302, headers: { location: '//e' } }))
    await expect(moved.client.call(read)).rejects.toThrow('GET /x ended with 302')
  })

  test('tries again after what passes, later each time, and not for ever', async () => {
    const { client, asked, pauses } = clientOf(json({}, { status: 502 }), broken, json({ a: 2 }))
    expect(await client.call(read)).toEqual({ a: 2 })
    expect(asked).toHaveLength(3)
    expect(pauses[0]).toBeGreaterThanOrEqual(250)
    expect(pauses[1]).toBeGreaterThanOrEqual(750)

    const dead = clientOf(broken)
    await expect(dead.client.call(read)).rejects.toMatchObject({
      name: 'OutsideError',
      system: 'gitea',
      retryable: true,
      message: 'Gitea: GET /x: fetch failed (ECONNRESET)',
    })
    expect(dead.asked).toHaveLength(4)
  })

  test('waits as long as the server says, and leaves long waits to the queue', async () => {
    const wait = (seconds: string) => json({}, { status: 429, headers: { 'retry-after': seconds } })
    const short = clientOf(wait('3'), json({ a: 1 }))
    await short.client.call(read)
    expect(short.pauses).toEqual([3_000])
    const long = clientOf(wait('600'))
    await expect(long.client.call(read)).rejects.toMatchObject({ retryable: true })
    expect(long.asked).toHaveLength(1)
  })

  test.each([400, 401, 403, 409, 422])('does not ask again after %i', async (status) => {
    const { client, asked } = clientOf(json({ message: `no ${TOKEN}\u001b[31m` }, { status }))
    const failed = client.call(read)
    await expect(failed).rejects.toMatchObject({
      retryable: false,
      message: `Gitea: GET /x ended with ${status}: no …\\u{1b}[31m`,
    })
    expect(asked).toHaveLength(1)
  })

  test('does not write twice what would then be there twice', async () => {
    const { client, asked } = clientOf(broken)
    const write = { ...read, method: 'POST', once: true } as const
    await expect(client.call(write)).rejects.toMatchObject({ retryable: true })
    expect(asked).toHaveLength(1)
  })

  test('gives up on a server that is silent, also in the middle of an answer', async () => {
    const server = createServer((request, response) => {
      if (request.url?.endsWith('/half') === true) response.write('{"a":')
    })
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    const { port } = z.object({ port: z.number() }).parse(server.address())
    const client = giteaClient({
      url: `http://127.0.0.1:${port}`,
      token: TOKEN,
      timeoutMs: 50,
      clock: { now: () => 0, pause: async () => {} },
    })
    try {
      for (const path of ['/none', '/half'])
        await expect(client.call({ ...read, path })).rejects.toMatchObject({
          retryable: true,
          message: expect.stringContaining('timeout'),
        })
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  test('takes no answer of another form, and none without end', async () => {
    const other = clientOf(json({ a: 'one' }))
    await expect(other.client.call(read)).rejects.toThrow('another form, at "a"')
    const page = clientOf(() => new Response('<html>'))
    await expect(page.client.call(read)).rejects.toMatchObject({ retryable: false })
    const chunk = new Uint8Array(MAX_ANSWER_BYTES / 8)
    const endless = clientOf(
      () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) })),
    )
    await expect(endless.client.call(read)).rejects.toThrow(/more than 67108864 bytes/)
  })

  test('reads a list to its last page, and not past the limit', async () => {
    const next = { headers: { link: '<https://git.example.org/x?page=2>; rel="next"' } }
    const numbers = z.array(z.number())
    const two = clientOf(json([1, 2], next), json([3]))
    expect(await two.client.list('/x?state=open', numbers)).toEqual([1, 2, 3])
    expect(two.asked.map(({ url }) => url.split('/api/v1')[1])).toEqual([
      '/x?state=open&limit=50&page=1',
      '/x?state=open&limit=50&page=2',
    ])
    const endless = clientOf(json([1], next))
    expect(await endless.client.list('/x', numbers)).toHaveLength(MAX_PAGES)
    const none = clientOf(json({}, { status: 404 }))
    expect(await none.client.list('/x', numbers)).toEqual([])
    expect(await none.client.find('/x', numbers)).toBeUndefined()
    await expect(none.client.call(read)).rejects.toThrow('there is no such thing')
  })

  test('shows no token that no header takes', () => {
    const make = () =>
      giteaClient({
        url: 'https://h',
        token: `${TOKEN}\n`,
        clock: { now: () => 0, pause: async () => {} },
      })
    expect(make).toThrow(/has characters that no header takes/)
    expect(make).not.toThrow(TOKEN)
  })
})
