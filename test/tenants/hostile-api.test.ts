import { describe, expect, test } from 'vitest'
import { TENANT_LIMITS } from '../../lib/adapters/kubernetes/limits.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { type Answering, scriptedApi, status } from '../cluster/scripted-api.ts'

const START = 1_700_000_000_000
const things = { apiVersion: 'x.dev/v1', kind: 'Thing' }
const ref = { ...things, name: 'a' }
/** Discovery is as it should be: the rest is what is answered to whoever asks for things. */
const open = (answering: Answering, more: object = {}) =>
  scriptedApi(
    (call, response) => (call.path.includes('/things') ? answering(call, response) : undefined),
    { ...TENANT_LIMITS, ...more },
  )

const page = (items: readonly object[], next?: string) => ({
  status: 200,
  body: { metadata: { resourceVersion: '7', ...(next && { continue: next }) }, items },
})
const thing = (name: string) => ({ metadata: { name } })

describe('an API server that a stranger runs', () => {
  test('gives no more objects than are read', async () => {
    await using api = await open(() => page(Array(200).fill(thing('a')), 'more'))
    const listed = await api.cluster.list(things)
    expect(listed).toMatchObject({ outcome: 'failed' })
    expect(JSON.stringify(listed)).toContain('more than 5000 objects')
    expect(api.calls).toHaveLength(26)
  })

  test('does not keep us with pages that hold nothing', async () => {
    await using api = await open(() => page([], 'more'))
    expect(await api.cluster.list(things)).toMatchObject({ outcome: 'failed' })
    expect(api.calls).toHaveLength(11)
  })

  test('gives no larger answer than is read', async () => {
    await using api = await open(() => page([{ metadata: { name: 'x'.repeat(5_000_000) } }]))
    const listed = await api.cluster.list(things)
    expect(JSON.stringify(listed)).toContain('it is larger than is read')
    expect(api.calls).toHaveLength(1)
  })

  test('gives no more than is read of all its answers together', async () => {
    const large = thing('x'.repeat(4_000_000))
    await using api = await open(() => page([large], 'more'))
    const listed = JSON.stringify(await api.cluster.list(things))
    expect(listed).toContain('with all before it, it is larger than is read')
    expect(api.calls).toHaveLength(5)
    await expect(api.cluster.get(ref)).rejects.toThrow('with all before it')
  })

  test('sends us nowhere else', async () => {
    await using api = await open(() => ({
      status: 302,
      headers: { location: 'http://127.0.0.1:1/' },
    }))
    await expect(api.cluster.get(ref)).rejects.toThrow('with 302')
    expect(api.calls).toHaveLength(1)
  })

  test('is not waited for beyond its time, whatever it asks for', async () => {
    const busy = status(429, 'wait', {})
    await using api = await open(() => ({ ...busy, headers: { 'retry-after': '3' } }), {
      until: START + 5_000,
    })
    await expect(api.cluster.get(ref)).rejects.toThrow('with 429: wait')
    await api.pass(5_000)
    const asked = api.calls.length
    await expect(api.cluster.get(ref)).rejects.toThrow('the time that the Kubernetes API has')
    await expect(api.cluster.apply({ ...things, metadata: { name: 'a' } })).rejects.toThrow('time')
    expect(await api.cluster.list(things)).toMatchObject({ outcome: 'failed' })
    expect(api.calls).toHaveLength(asked)
  })

  test('that says nothing is left in time', async () => {
    await using api = await open(() => 'answered', {
      timeoutMs: 50,
      until: START + 1_000,
    })
    await expect(api.cluster.get(ref)).rejects.toThrow('it is not there in time')
  })

  test.each([
    ['HTML', '<html>'],
    ['a list of numbers', '{"items":[1,2],"metadata":{"resourceVersion":"1"}}'],
    ['very deep JSON', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['a page without an end', '{"items":[{"metadata":{"name":"a"}}]}'],
    ['a prototype', '{"__proto__":{"items":[]},"metadata":{"resourceVersion":"1"}}'],
  ])('that answers with %s has told nothing', async (_, body) => {
    await using api = await open(() => ({ status: 200, body }))
    expect(await api.cluster.list(things)).toMatchObject({ outcome: 'failed' })
  })

  test.each(['a b', 'a\nb', '\u20ac', '\ud800', '', '..', '-', 'a?watch=1', 'a'.repeat(20_000)])(
    'that serves kinds below "%.10s" serves none, which is no absence of any and no bug of ours',
    async (name) => {
      const resources = [{ name, kind: 'Thing', namespaced: false }]
      await using api = await scriptedApi(
        () => ({ status: 200, body: { resources } }),
        TENANT_LIMITS,
      )
      expect(await api.cluster.list(things)).toMatchObject({ outcome: 'failed' })
      await expect(api.cluster.get(ref)).rejects.toBeInstanceOf(OutsideError)
    },
  )

  test('goes on at no page whose name is no text', async () => {
    await using api = await open(() => page([thing('a')], '\ud800'))
    expect(await api.cluster.list(things)).toMatchObject({ outcome: 'failed' })
    expect(api.calls).toHaveLength(1)
  })
})
