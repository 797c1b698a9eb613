import { describe, expect, test } from 'vitest'
import type { Call } from '../../lib/adapters/github/call.ts'
import { type RequestPolicy, requestPolicy } from '../../lib/adapters/github/request-policy.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { handClock } from './clock.ts'

type Step = Response | Error | (() => Response)

/** What is sent when these are the answers, one after another. */
function policyOver(steps: readonly Step[], policy: Partial<RequestPolicy> = {}) {
  const clock = handClock()
  const sent: { url: string; init: RequestInit }[] = []
  const calls: Call[] = []
  const send = requestPolicy({
    clock,
    random: () => 0.5,
    onCall: (call) => calls.push(call),
    ...policy,
    fetch: async (url, init = {}) => {
      const step = steps[sent.length]
      sent.push({ url: url instanceof Request ? url.url : url.toString(), init })
      if (step === undefined) throw new Error('one call too many')
      if (step instanceof Error) throw step
      return typeof step === 'function' ? step() : step
    },
  })
  return { send, clock, sent, calls }
}

const api = 'https://api.github.com'
const json = (body: unknown, init: ResponseInit = {}) =>
  Response.json(body, { status: 200, ...init })
const get = { method: 'GET' }
const query = { method: 'POST', body: JSON.stringify({ query: 'query{viewer{login}}' }) }
const mutation = { method: 'POST', body: JSON.stringify({ query: 'mutation($input:X!){x}' }) }

describe('a read', () => {
  test('is made again after 5xx, a reset and a torn body, later each time', async () => {
    const torn = new Response('{"a":', { headers: { 'content-type': 'application/json' } })
    const { send, clock, calls } = policyOver([
      json({}, { status: 502 }),
      new TypeError('reset'),
      torn,
      json({ a: 1 }),
    ])
    expect(await (await send(`${api}/x`, get)).json()).toEqual({ a: 1 })
    expect(clock.pauses).toEqual([250, 1000, 4000])
    expect(calls).toHaveLength(4)
  })
  test('that never comes is a retryable error', async () => {
    const { send } = policyOver(Array.from({ length: 4 }, () => new TypeError('reset')))
    const error = await send(`${api}/x`, get).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(OutsideError)
    expect(error).toMatchObject({ system: 'github', retryable: true })
  })
  test('by GraphQL is one, too, and may fail by 200', async () => {
    const fault = { data: null, errors: [{ message: 'Something went wrong while executing' }] }
    const { send } = policyOver([json({}, { status: 502 }), json(fault), json({ data: {} })])
    expect((await send(`${api}/graphql`, query)).status).toBe(200)
  })
  test('ends in time', async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
      )
    const send = requestPolicy({ clock: handClock(), fetch: never, timeoutMs: 5 })
    await expect(send(`${api}/x`, get)).rejects.toThrow(/not there in time/)
  })
  test('goes around every cache', async () => {
    const { send, sent } = policyOver([json({})])
    await send(`${api}/x`, get)
    expect(sent[0]?.init.cache).toBe('no-store')
  })
  test('of what is known is asked on condition', async () => {
    const { send, sent } = policyOver([
      json({ a: 1 }, { headers: { etag: '"1"' } }),
      () => new Response(null, { status: 304, headers: { etag: '"1"' } }),
      json({ a: 2 }, { headers: { etag: '"2"' } }),
    ])
    const answers = []
    for (let nth = 0; nth < 3; nth++) answers.push(await (await send(`${api}/x`, get)).json())
    expect(answers).toEqual([{ a: 1 }, { a: 1 }, { a: 2 }])
    const conditions = sent.map(({ init }) => new Headers(init.headers).get('if-none-match'))
    expect(conditions).toEqual([null, '"1"', '"1"'])
  })
})

describe('a write', () => {
  test('whose second time would be another is not made again', async () => {
    const { send, calls } = policyOver([json({}, { status: 502 }), new TypeError('reset')])
    expect((await send(`${api}/repos/a/b/check-runs`, { method: 'POST' })).status).toBe(502)
    await expect(send(`${api}/graphql`, mutation)).rejects.toThrow(/no answer/)
    expect(calls).toHaveLength(2)
  })
  test('of an object is made again', async () => {
    const { send } = policyOver([json({}, { status: 502 }), json({ sha: 'a' }, { status: 201 })])
    expect((await send(`${api}/repos/a/b/git/trees`, { method: 'POST' })).status).toBe(201)
  })
  test('waits for the one before, and a second more', async () => {
    let running = 0
    let most = 0
    const slow: typeof fetch = async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running--
      return json({})
    }
    const clock = handClock()
    const send = requestPolicy({ clock, fetch: slow, writeGapMs: 700 })
    const urls = ['statuses/aa', 'git/trees', 'check-runs'].map((path) => `${api}/${path}`)
    await Promise.all([...urls.map((url) => send(url, { method: 'POST' })), send(api, get)])
    expect(most).toBe(2)
    expect(clock.pauses).toEqual([700, 700])
  })
  test('that fails does not hold up the next', async () => {
    const { send } = policyOver([new TypeError('reset'), json({})], { writeGapMs: 0 })
    await expect(send(`${api}/check-runs`, { method: 'POST' })).rejects.toThrow(OutsideError)
    expect((await send(`${api}/check-runs`, { method: 'POST' })).status).toBe(200)
  })
})

describe('a rate limit', () => {
  const secondary = { message: 'You have exceeded a secondary rate limit' }

  test.each([
    ['403 with seconds', json(secondary, { status: 403, headers: { 'retry-after': '2' } }), 2000],
    ['429 with seconds', json({}, { status: 429, headers: { 'retry-after': '3' } }), 3000],
    [
      '429 with a time',
      json(
        {},
        {
          status: 429,
          headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1700000004' },
        },
      ),
      4000,
    ],
  ])('of %s is waited for where it is short, for a write, too', async (_, refusal, wait) => {
    const { send, clock } = policyOver([refusal, json({})])
    await send(`${api}/check-runs`, { method: 'POST' })
    expect(clock.pauses).toEqual([wait + 125])
  })
  test.each([
    ['403 without a header', json(secondary, { status: 403 }), 60],
    ['429 without a header', json({}, { status: 429 }), 60],
    ['403 for long', json(secondary, { status: 403, headers: { 'retry-after': '300' } }), 300],
    [
      'a spent hour',
      json(
        {},
        {
          status: 403,
          headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1700001800' },
        },
      ),
      1800,
    ],
    [
      '200 with an error',
      json({ errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] }),
      60,
    ],
  ])('of %s becomes an error that says when', async (_, refusal, seconds) => {
    const { send, calls } = policyOver([refusal])
    const error = await send(`${api}/graphql`, query).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ retryable: true, retryAfterSeconds: seconds, status: 429 })
    expect(calls).toHaveLength(1)
  })
  test('is not waited for without an end', async () => {
    const short = () => json({}, { status: 429, headers: { 'retry-after': '4' } })
    const { send, calls } = policyOver([short, short, short, short])
    await expect(send(api, get)).rejects.toMatchObject({ retryAfterSeconds: 4 })
    expect(calls).toHaveLength(3)
  })
  test.each([
    [
      'a missing right',
      json({ message: 'Resource not accessible by integration' }, { status: 403 }),
    ],
    ['an error of a query', json({ data: null, errors: [{ type: 'NOT_FOUND', message: 'none' }] })],
    ['data that speaks of it', json({ data: { text: '"errors" rate limit' } })],
  ])('is not %s', async (_, answer) => {
    const { send } = policyOver([answer])
    expect(await send(`${api}/graphql`, query)).toBeInstanceOf(Response)
  })
})
