import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { configMap, configMapRef, loose } from './objects.ts'
import { type Reply, scriptedApi, status, TOKEN } from './scripted-api.ts'

const thing = { apiVersion: 'x.dev/v1', kind: 'Thing' }
const late = { apiVersion: 'x.dev/v2', kind: 'Thing' }

/** The answers in their order, and then that all is well. */
function inTurn(...replies: readonly Reply[]) {
  let nth = 0
  return ({ method, body }: { readonly method: string; readonly body: string }) =>
    method === 'GET' ? undefined : (replies[nth++] ?? { status: 200, body })
}

describe('what passes by itself', () => {
  test('the API is not asked before the time that it names', async () => {
    const busy = { ...status(429, 'too many requests'), headers: { 'retry-after': '7' } }
    await using api = await scriptedApi(inTurn(busy, busy))
    expect(await api.cluster.apply(configMap('a'))).toMatchObject({ outcome: 'written' })
    expect(api.calls).toHaveLength(3)
    expect(api.pauses).toEqual([8_750, 8_750])
  })

  test.each(['86400', '1e999', '-1', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
    'a time to wait of %j is no reason to wait longer than a minute',
    async (after) => {
      const busy = { ...status(429, 'too many requests'), headers: { 'retry-after': after } }
      await using api = await scriptedApi(({ method }) => (method === 'GET' ? undefined : busy))
      await expect(api.cluster.apply(configMap('a'))).rejects.toMatchObject({ retryable: true })
      expect(api.pauses.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(60_000)
    },
  )

  test.each([429, 502, 503, 504])(
    'HTTP %s is borne for a minute, at growing pauses',
    async (code) => {
      await using api = await scriptedApi(({ method }) =>
        method === 'GET' ? undefined : status(code, 'away'),
      )
      const failed = api.cluster.apply(configMap('a'))
      await expect(failed).rejects.toMatchObject({ system: 'kubernetes', retryable: true })
      await expect(failed).rejects.toBeInstanceOf(OutsideError)
      expect(api.pauses.slice(0, 4)).toEqual([125, 250, 500, 1000])
      expect(api.pauses.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(60_000)
      expect(api.calls.length).toBeLessThan(40)
    },
  )

  test('a fault within the API server is borne four times', async () => {
    const down = status(500, 'failed calling webhook "x"', { reason: 'InternalError' })
    await using api = await scriptedApi(inTurn(down, down, down))
    expect(await api.cluster.apply(configMap('a'))).toMatchObject({ outcome: 'written' })
    await using other = await scriptedApi(inTurn(down, down, down, down))
    await expect(other.cluster.apply(configMap('a'))).rejects.toMatchObject({ status: 500 })
  })

  test('an apply that came between two others is made again, one that names a revision is not', async () => {
    const raced = status(409, 'the object has been modified', { reason: 'Conflict' })
    await using api = await scriptedApi(inTurn(raced))
    expect(await api.cluster.apply(configMap('a'))).toMatchObject({ outcome: 'written' })
    await using other = await scriptedApi(inTurn(raced))
    const pinned = configMap('a', {}, { resourceVersion: '1' })
    expect(await other.cluster.apply(pinned)).toMatchObject({ outcome: 'conflict', conflicts: [] })
    await using always = await scriptedApi(({ method }) => (method === 'GET' ? undefined : raced))
    expect(await always.cluster.apply(configMap('a'))).toMatchObject({ outcome: 'conflict' })
  })

  test('a connection that breaks, before the answer or within it, is made again', async () => {
    let nth = 0
    await using api = await scriptedApi((call, response) => {
      if (call.method === 'GET') return undefined
      nth += 1
      if (nth === 1) return undefined
      if (nth === 2) {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{"kind"')
        setTimeout(() => response.destroy(), 20)
        return 'answered'
      }
      if (nth === 3) {
        response.socket?.end('SSH-2.0-OpenSSH\r\n')
        return 'answered'
      }
      return { status: 200, body: call.body }
    })
    expect(await api.cluster.apply(configMap('a'))).toMatchObject({ outcome: 'written' })
    expect(nth).toBe(4)
  })

  test('an answer that does not come, or comes too slowly, is waited for no longer', async () => {
    const never = () => new Promise<undefined>(() => {})
    await using api = await scriptedApi(({ method }) => (method === 'GET' ? undefined : never()), {
      timeoutMs: 30,
      patienceMs: 500,
    })
    await expect(api.cluster.apply(configMap('a'))).rejects.toMatchObject({
      retryable: true,
      message: expect.stringContaining('not there in time'),
    })
    expect(api.calls.length).toBeGreaterThan(1)
    await using slow = await scriptedApi(
      ({ method }, response) => {
        if (method === 'GET') return undefined
        response.writeHead(200)
        const drip = setInterval(() => response.write(' '), 5)
        response.on('close', () => clearInterval(drip))
        return 'answered'
      },
      { timeoutMs: 60, patienceMs: 0 },
    )
    await expect(slow.cluster.apply(configMap('a'))).rejects.toMatchObject({ retryable: true })
  })
})

describe('what does not pass', () => {
  test('a manifest that does not fit its schema is sent once, though the API says 500', async () => {
    const said = 'failed to create typed patch object (a/b): .nope: field not declared in schema'
    await using api = await scriptedApi(inTurn(status(500, said)))
    expect(await api.cluster.apply(configMap('a'))).toEqual({
      outcome: 'refused',
      status: 500,
      message: said,
    })
    expect(api.calls).toHaveLength(1)
    expect(api.pauses).toEqual([])
  })

  test('an answer beyond the limit is not read to its end', async () => {
    let sent = 0
    await using api = await scriptedApi(
      ({ path }, response) => {
        if (!path.includes('limit')) return undefined
        response.writeHead(200)
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536
          if (!response.destroyed) response.once('drain', more)
        }
        more()
        return 'answered'
      },
      { maxAnswerBytes: 1_000_000 },
    )
    expect(await api.cluster.list(configMapRef(''))).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('larger than is read'),
    })
    expect(sent).toBeLessThan(20_000_000)
  })

  test.each(['<html>', '[]', '{}', '{"kind":"ConfigMap","apiVersion":"v1"}', 'null'])(
    'a written object that is none (%s) is an outside error',
    async (body) => {
      await using api = await scriptedApi(({ method }) =>
        method === 'GET' ? undefined : { status: 200, body },
      )
      await expect(api.cluster.apply(configMap('a'))).rejects.toBeInstanceOf(OutsideError)
    },
  )

  test.each([403, 404, 409, 422])(
    'HTTP %s of a proxy is no word about the object',
    async (code) => {
      await using api = await scriptedApi(({ path }) =>
        path.includes('/configmaps') ? { status: code, body: '<h1>no</h1>' } : undefined,
      )
      const uid = { uid: 'x' }
      await expect(api.cluster.create(configMap('a'))).rejects.toBeInstanceOf(OutsideError)
      await expect(api.cluster.apply(configMap('a'))).rejects.toBeInstanceOf(OutsideError)
      await expect(api.cluster.remove(configMapRef('a'), uid)).rejects.toBeInstanceOf(OutsideError)
    },
  )

  test('what JSON cannot say is refused, and nothing is sent', async () => {
    await using api = await scriptedApi(inTurn())
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown
    for (const spec of [Number.NaN, Number.POSITIVE_INFINITY, '\ud800', 1n, [undefined], deep]) {
      expect(await api.cluster.apply({ ...configMap('a'), spec })).toMatchObject({
        outcome: 'refused',
      })
    }
    expect(api.calls).toEqual([])
  })

  test('no token is in what is said', async () => {
    const jwt = 'eyJhbGciOi.eyJpc3MiOi.c2lnbmF0dXJl'
    await using api = await scriptedApi(inTurn(status(403, `Bearer ${TOKEN} and ${jwt} \u001b[2J`)))
    const refused = await api.cluster.apply(configMap('a'))
    expect(refused).toMatchObject({ outcome: 'refused', status: 403 })
    expect(JSON.stringify(refused)).not.toMatch(/the-token|eyJ|\\u001b/)
  })
})

describe('lists', () => {
  const item = (name: string) => ({ metadata: { name } })
  const page = (names: readonly string[], next = '', resourceVersion = '7') => ({
    status: 200,
    body: { metadata: { resourceVersion, continue: next }, items: names.map(item) },
  })
  const expired = status(410, 'the continue token is too old', { reason: 'Expired' })

  test('a list whose snapshot is no more starts again, and nothing of it is there twice', async () => {
    let nth = 0
    await using api = await scriptedApi(({ path }) => {
      if (!path.includes('limit=')) return undefined
      nth += 1
      if (nth === 2) return expired
      if (path.includes('continue=a%26b')) return page(['c'], '', '9')
      return page(['a', 'b'], 'a&b', '9')
    })
    expect(await api.cluster.list(thing)).toEqual({
      outcome: 'whole',
      revision: '9',
      items: ['a', 'b', 'c'].map((name) => ({ ...thing, metadata: { name } })),
    })
  })

  test('a list whose pages are too large is asked for in small ones', async () => {
    await using api = await scriptedApi(
      ({ path }) => {
        if (path.includes('limit=5000')) return page(['a'.repeat(2_000)])
        if (!path.includes('limit=500')) return undefined
        return path.includes('continue=') ? page(['b']) : page(['a'], 'x')
      },
      { maxAnswerBytes: 1_000 },
    )
    expect(await api.cluster.list(thing)).toMatchObject({
      outcome: 'whole',
      items: ['a', 'b'].map((name) => ({ metadata: { name } })),
    })
    expect(api.calls).toHaveLength(3)
  })

  test('a list that never comes to its end fails', async () => {
    await using api = await scriptedApi(({ path }) => {
      if (!path.includes('limit=')) return undefined
      return path.includes('continue=') ? expired : page(['a'], 'x')
    })
    expect(await api.cluster.list(thing)).toMatchObject({ outcome: 'failed', status: 410 })
    expect(api.calls).toHaveLength(6)
  })

  test.each([
    ['403', status(403, 'forbidden')],
    ['401', status(401, 'unauthorized')],
    ['500', status(500, 'etcd is away')],
    ["a proxy's 404", { status: 404, body: '<h1>not here</h1>' }],
    ['a login page', { status: 200, body: '<html>' }],
    ['no items', { status: 200, body: { metadata: { resourceVersion: '1' } } }],
    [
      'items that are none',
      { status: 200, body: { metadata: { resourceVersion: '1' }, items: [1] } },
    ],
    ['no revision', { status: 200, body: { metadata: {}, items: [] } }],
    ['a redirect', { status: 302, body: '', headers: { location: '/' } }],
  ])('%s is a list that failed, and an object that is not known to be absent', async (_, reply) => {
    await using api = await scriptedApi(({ path }) =>
      path.startsWith('/apis/x.dev/v1/') ? reply : undefined,
    )
    expect(await api.cluster.list(thing)).toMatchObject({ outcome: 'failed' })
    const ref = { ...thing, name: 'a' }
    await expect(api.cluster.get(ref)).rejects.toBeInstanceOf(OutsideError)
  })

  test.each([
    ['is away', status(503, 'away')],
    ['answers 404 of a version that the list of all names', { status: 404, body: 'not found' }],
    ['answers something else', { status: 200, body: '<html>' }],
  ])('a kind is not absent where discovery %s', async (_, reply) => {
    await using api = await scriptedApi(({ path }) =>
      path === '/apis/x.dev/v2' ? reply : undefined,
    )
    expect(await api.cluster.list(late)).toMatchObject({ outcome: 'failed' })
    await expect(api.cluster.get({ ...late, name: 'a' })).rejects.toBeInstanceOf(OutsideError)
    await expect(api.cluster.remove({ ...late, name: 'a' }, { uid: 'x' })).rejects.toBeInstanceOf(
      OutsideError,
    )
  })

  test('a kind is absent where both lists of discovery say so', async () => {
    const gone = { status: 404, body: '404 page not found' }
    await using api = await scriptedApi(({ path }) =>
      path.startsWith('/apis/gone.dev') ? gone : undefined,
    )
    const kind = { apiVersion: 'gone.dev/v1', kind: 'Thing' }
    expect(await api.cluster.list(kind)).toEqual({ outcome: 'absent-kind' })
    expect(await api.cluster.get({ ...kind, name: 'a' })).toBeUndefined()
    expect(await api.cluster.list({ ...thing, kind: 'Other' })).toEqual({ outcome: 'absent-kind' })
  })
})

test('many who look for a kind that is not there ask for it once', async () => {
  await using api = await scriptedApi(() => undefined)
  const other = { ...loose('Other', 'a'), ...thing, kind: 'Other' }
  const written = await Promise.all(Array.from({ length: 50 }, () => api.cluster.apply(other)))
  expect(new Set(written.map(({ outcome }) => outcome))).toEqual(new Set(['refused']))
  await api.pass(2_000)
  await Promise.all(Array.from({ length: 50 }, () => api.cluster.apply(other)))
  expect(api.discoveries()).toBe(2)
})

describe('the wire', () => {
  test('a thousand calls at once take eight connections', async () => {
    await using api = await scriptedApi(inTurn())
    const objects = Array.from({ length: 1_000 }, (_, n) => configMap(`a${n}`))
    const written = await Promise.all(objects.map((object) => api.cluster.apply(object)))
    expect(written.every(({ outcome }) => outcome === 'written')).toBe(true)
    expect(api.sockets()).toBeLessThanOrEqual(8)
  })

  test('while the API is away, eight calls knock at a time, and the others wait', async () => {
    let isAway = true
    await using api = await scriptedApi(({ method, body }) => {
      if (method === 'GET') return undefined
      if (isAway) return status(503, 'away')
      return { status: 200, body }
    })
    await expect(api.cluster.apply(configMap('first'))).rejects.toBeInstanceOf(OutsideError)
    const before = api.calls.length
    const objects = Array.from({ length: 100 }, (_, n) => configMap(`a${n}`))
    const writing = Promise.allSettled(objects.map((object) => api.cluster.apply(object)))
    while (api.calls.length < before + 24) await new Promise(setImmediate)
    const names = api.calls.slice(before, before + 24).map(({ path }) => path)
    expect(new Set(names).size).toBe(8)
    isAway = false
    await writing
  })

  test('the bytes on the wire say what the manifest says, to readers of JSON and of YAML', async () => {
    await using api = await scriptedApi(inTurn())
    const odd = fc.constantFrom('\u0085', '\u2028', '\ufeff', '\u007f', '\uffff', '<<', '~', 'no')
    const key = fc.oneof(fc.string({ unit: 'binary' }), odd)
    const value = fc.oneof(fc.jsonValue({ stringUnit: 'binary' }), odd)
    await fc.assert(
      fc.asyncProperty(fc.dictionary(key, value), async (fields) => {
        const object: KubeObject = { ...loose('Thing', 'a'), ...thing, spec: fields }
        expect(await api.cluster.apply(object)).toMatchObject({ outcome: 'written' })
        const body = api.calls.at(-1)?.body ?? ''
        const said: unknown = JSON.parse(JSON.stringify(object))
        expect(JSON.parse(body)).toEqual(said)
        expect(body).not.toMatch(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/)
        expect(parse(body, { strict: false, merge: false })).toEqual(said)
      }),
      { numRuns: 200 },
    )
  })

  test('an object is put back as it was read', async () => {
    const own = JSON.parse(
      '{"__proto__": {"a": 1}, "constructor": 2, "b": [{"c": null}]}',
    ) as object
    const read = { ...configMap('a', { x: '1' }), own }
    await using api = await scriptedApi(({ path, method, body }) => {
      if (!path.includes('/configmaps/')) return undefined
      return { status: 200, body: method === 'GET' ? read : body }
    })
    const found = await api.cluster.get(configMapRef('a'))
    if (found === undefined) throw new Error('it is not there')
    await api.cluster.replace(found)
    expect(JSON.parse(api.calls.at(-1)?.body ?? '')).toEqual(JSON.parse(JSON.stringify(read)))
  })
})
