import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../functions/system-clock.ts'
import type { Access } from '../../lib/adapters/kubernetes/access.ts'
import { type KubernetesCluster, kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import type { Listed } from '../../lib/ports/cluster.ts'
import { breakingProxy } from './breaking-proxy.ts'
import { configMap, configMapRef, loose, looseKind } from './objects.ts'
import { hasApiServer, type RealApiServer, startApiServer } from './real-api-server.ts'

let api: RealApiServer
let access: Access
let cluster: KubernetesCluster

beforeAll(async () => {
  if (!hasApiServer) return
  api = await startApiServer()
  access = await kubeconfigAccess(systemClock, { file: api.kubeconfig })
  cluster = kubernetesCluster({ access, clock: systemClock })
  await cluster.apply(looseKind('things', 'Thing'))
  await untilServed('Thing')
})
afterAll(async () => {
  await cluster?.close()
  await api?.stop()
})

describe.skipIf(!hasApiServer)('writes to a real API server', () => {
  test('what is applied is there, with who set which field', async () => {
    const written = await cluster.apply(configMap('a', { x: '1' }))
    expect(written).toMatchObject({ outcome: 'written', warnings: [] })
    const found = await cluster.get(configMapRef('a'))
    expect(found).toEqual('object' in written ? written.object : undefined)
    expect(found?.metadata.managedFields).toMatchObject([
      { manager: 'netclaim', operation: 'Apply', fieldsV1: { 'f:data': { 'f:x': {} } } },
    ])
  })

  test('an unknown field is refused at once, though the API says 500', async () => {
    const before = performance.now()
    expect(await cluster.apply({ ...configMap('b'), nope: 1 })).toMatchObject({
      outcome: 'refused',
      status: 500,
      message: expect.stringContaining('.nope: field not declared in schema'),
    })
    expect(await cluster.create({ ...configMap('b'), nope: 1 })).toMatchObject({
      outcome: 'refused',
      status: 400,
    })
    expect(performance.now() - before).toBeLessThan(1_000)
  })

  test('a field of somebody else is a conflict, and taken only by force', async () => {
    await applyAs('"odd\\" manager"', configMap('c', { x: 'theirs', y: 'theirs' }))
    expect(await cluster.apply(configMap('c', { x: 'ours', y: 'theirs', z: 'ours' }))).toEqual({
      outcome: 'conflict',
      conflicts: [{ manager: '"odd\\" manager"', field: '.data.x' }],
      message: expect.stringContaining('.data.x'),
    })
    expect(await cluster.apply(configMap('c', { x: 'ours' }), { force: true })).toMatchObject({
      outcome: 'written',
      object: { data: { x: 'ours', y: 'theirs' } },
    })
  })

  test('a dry run says what would come, and leaves all as it is', async () => {
    await cluster.apply(configMap('d', { x: '1' }))
    expect(await cluster.apply(configMap('d', { x: '2' }), { dryRun: true })).toMatchObject({
      outcome: 'written',
      object: { data: { x: '2' } },
    })
    expect(await cluster.get(configMapRef('d'))).toMatchObject({ data: { x: '1' } })
  })

  test('the status is written by itself', async () => {
    await cluster.apply(loose('Thing', 'st', { spec: { a: 1 }, status: { b: 'ignored' } }))
    const status = { b: 2 }
    await cluster.apply(loose('Thing', 'st', { spec: { a: 9 }, status }), { part: 'status' })
    expect(await cluster.get(thing('st'))).toMatchObject({ spec: { a: 1 }, status })
  })

  test('a name keeps its capitals', async () => {
    const role = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'Netclaim:Reader' },
      rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }],
    }
    expect(await cluster.apply(role)).toMatchObject({ outcome: 'written' })
    expect(await cluster.get({ ...role, name: 'Netclaim:Reader' })).toMatchObject(role)
  })

  test('a warning is heard', async () => {
    const deprecated = {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { name: 'warned', namespace: 'default' },
    }
    expect(await cluster.apply(deprecated)).toMatchObject({
      outcome: 'written',
      warnings: [expect.stringContaining('deprecated')],
    })
  })

  test('what names no object is refused', async () => {
    for (const name of ['', '.', '..', 'a/b', 'a%2fb', '\ud800']) {
      expect(await cluster.apply(configMap(name))).toMatchObject({ outcome: 'refused' })
      expect(await cluster.get(configMapRef(name))).toBeUndefined()
      expect(await cluster.remove(configMapRef(name), { uid: 'x' })).toMatchObject({
        outcome: 'refused',
      })
    }
    const missing = configMap('a', {}, { namespace: 'missing' })
    expect(await cluster.apply(missing)).toMatchObject({ outcome: 'refused', status: 404 })
    expect(await cluster.apply(loose('Nothing', 'a'))).toMatchObject({
      outcome: 'refused',
      status: 404,
    })
  })

  test('an object is made once, and replaced only as the revision that was seen', async () => {
    const made = await cluster.create(configMap('e', { x: '1' }))
    if (made.outcome !== 'written') throw new Error('it was not made')
    expect(await cluster.create(configMap('e'))).toMatchObject({ outcome: 'conflict' })
    const next = { ...made.object, data: { x: '2' } }
    expect(await cluster.replace(next)).toMatchObject({ outcome: 'written' })
    expect(await cluster.replace(next)).toMatchObject({ outcome: 'conflict', conflicts: [] })
  })

  test('every character comes through, in a kind that is built in and in one of our own', async () => {
    const texts = everyCharacter()
    const data = Object.fromEntries(texts.map((text, n) => [`t${n}`, text]))
    expect(await cluster.apply(configMap('text', data))).toMatchObject({ object: { data } })
    expect(await cluster.apply(loose('Thing', 'text', { spec: { texts } }))).toMatchObject({
      object: { spec: { texts } },
    })
  })

  test('what a client of another version would drop is kept', async () => {
    const policy = {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'from', namespace: 'default' },
      spec: {
        podSelector: {},
        policyTypes: ['Ingress'],
        ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }],
      },
    }
    expect(await cluster.apply(policy)).toMatchObject({ object: policy })
    const definition = looseKind('things', 'Thing')
    expect(await cluster.apply(definition)).toMatchObject({ object: { spec: definition['spec'] } })
  })

  test('nothing of an object is lost on its way', async () => {
    const value = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' })
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string({ unit: 'binary' }), value), async (spec) => {
        const written = await cluster.apply(loose('Thing', 'odd', { spec: { v: spec } }), {
          dryRun: true,
        })
        expect(written).toMatchObject({ outcome: 'written' })
        // What JSON makes of it: -0 is 0 there.
        const sent: unknown = JSON.parse(JSON.stringify({ v: spec }))
        expect('object' in written ? written.object['spec'] : undefined).toEqual(sent)
      }),
      { numRuns: 150 },
    )
  })
})

describe.skipIf(!hasApiServer)('reads of a real API server', () => {
  test('a list is whole, over all pages, of what a label selects', async () => {
    const labels = { 'netclaim.dev/test': 'list' }
    const names = Array.from({ length: 25 }, (_, n) => `list-${String(n).padStart(2, '0')}`)
    await Promise.all(names.map((name) => cluster.apply(configMap(name, {}, { labels }))))
    const small = kubernetesCluster({ access, clock: systemClock, pageSize: 4 })
    const listed = await small.list(configMapRef(''), { labels: 'netclaim.dev/test=list' })
    await small.close()
    expect(namesIn(listed)).toEqual(names)
    expect(listed).toMatchObject({
      items: names.map(() => ({ apiVersion: 'v1', kind: 'ConfigMap' })),
    })
  })

  test('a kind that the API does not have is absent, one that may not be read is not', async () => {
    expect(await cluster.list(thing('', 'Nothing'))).toEqual({ outcome: 'absent-kind' })
    expect(await cluster.list({ apiVersion: 'absent.dev/v1', kind: 'X' })).toEqual({
      outcome: 'absent-kind',
    })
    expect(await cluster.list({ apiVersion: 'v9', kind: 'X' })).toEqual({ outcome: 'absent-kind' })
    expect(await cluster.get(thing('a', 'Nothing'))).toBeUndefined()
    const nobody = kubernetesCluster({ access: as('nobody'), clock: systemClock })
    expect(await nobody.list(configMapRef(''))).toMatchObject({ outcome: 'failed', status: 403 })
    await expect(nobody.get(configMapRef('a'))).rejects.toMatchObject({
      system: 'kubernetes',
      retryable: false,
      status: 403,
    })
    await nobody.close()
  })

  test('a kind is known once its definition is there, and no more when that has gone', async () => {
    expect(await cluster.list(thing('', 'Late'))).toEqual({ outcome: 'absent-kind' })
    await cluster.apply(looseKind('lates', 'Late'))
    await untilServed('Late')
    expect(await cluster.apply(loose('Late', 'a'))).toMatchObject({ outcome: 'written' })
    const ref = { ...looseKind('lates', 'Late'), name: 'lates.test.netclaim.dev' }
    await cluster.remove(ref, { uid: (await cluster.get(ref))?.metadata.uid ?? '' })
    await until(async () => (await cluster.list(thing('', 'Late'))).outcome === 'absent-kind')
    expect(await cluster.get(thing('a', 'Late'))).toBeUndefined()
  })
})

describe.skipIf(!hasApiServer)('removals from a real API server', () => {
  test('an object goes by its uid, and one made anew under its name stays', async () => {
    const { uid } = await made('gone')
    expect(await cluster.remove(configMapRef('gone'), { uid: 'other' })).toEqual({
      outcome: 'changed',
    })
    expect(await cluster.remove(configMapRef('gone'), { uid, revision: '1' })).toEqual({
      outcome: 'changed',
    })
    expect(await cluster.remove(configMapRef('gone'), { uid })).toEqual({ outcome: 'gone' })
    expect(await cluster.remove(configMapRef('gone'), { uid })).toEqual({ outcome: 'gone' })
  })

  test('an object with finalizers is being removed until they are', async () => {
    const { uid } = await made('held', { finalizers: ['netclaim.dev/test'] })
    for (let n = 0; n < 2; n++)
      expect(await cluster.remove(configMapRef('held'), { uid })).toEqual({ outcome: 'removing' })
    await cluster.apply(configMap('held', {}, { finalizers: [] }))
    expect(await cluster.get(configMapRef('held'))).toBeUndefined()
  })

  test('a namespace is being removed, and says so each time', async () => {
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'leaving' } }
    const written = await cluster.apply(namespace)
    const uid = 'object' in written ? (written.object.metadata.uid ?? '') : ''
    for (let n = 0; n < 2; n++)
      expect(await cluster.remove({ ...namespace, name: 'leaving' }, { uid })).toEqual({
        outcome: 'removing',
      })
  })
})

describe.skipIf(!hasApiServer)('policies of a real API server', () => {
  test('what a policy denies is refused with its words', async () => {
    const matchResources = { resourceRules: [rule(['configmaps'])] }
    await cluster.apply({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: 'no-denied' },
      spec: {
        matchConstraints: matchResources,
        validations: [
          {
            expression: "!has(object.data) || !('denied' in object.data)",
            message: 'it holds what is denied',
            reason: 'Forbidden',
          },
        ],
      },
    })
    await cluster.apply({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: 'no-denied' },
      spec: { policyName: 'no-denied', validationActions: ['Deny'] },
    })
    const denied = () => cluster.apply(configMap('p', { denied: '1' }), { dryRun: true })
    await until(async () => (await denied()).outcome === 'refused')
    expect(await denied()).toMatchObject({
      outcome: 'refused',
      status: 403,
      message: expect.stringContaining('it holds what is denied'),
    })
  })
})

describe.skipIf(!hasApiServer)('faults of a real API server', () => {
  test('a token that is good no more is read again, once', async () => {
    const { tls } = await access.credentials()
    let token = 'gone'
    let reads = 0
    const renewed = kubernetesCluster({
      access: {
        server: api.server,
        async credentials(refused) {
          if (refused !== undefined) reads += 1
          const headers = { authorization: `Bearer ${token}` }
          if (refused !== undefined) token = api.token
          return {
            tls,
            headers: refused === undefined ? headers : { authorization: `Bearer ${token}` },
          }
        },
      },
      clock: systemClock,
    })
    expect(await renewed.apply(configMap('renewed'))).toMatchObject({ outcome: 'written' })
    expect(reads).toBe(1)
    await renewed.close()
    const never = kubernetesCluster({
      access: {
        server: api.server,
        credentials: async () => ({ tls, headers: { authorization: 'Bearer of-no-use-at-all' } }),
      },
      clock: systemClock,
    })
    const listed = await never.list(configMapRef(''))
    expect(listed).toMatchObject({ outcome: 'failed', status: 401 })
    expect(JSON.stringify(listed)).not.toContain('of-no-use')
    await never.close()
  })

  test('a server whose certificate another authority signed gets no call, and no token', async () => {
    const other = readFileSync(new URL('other-ca.pem', import.meta.url), 'utf8')
    const { headers } = await access.credentials()
    const wrong = kubernetesCluster({
      access: { server: api.server, credentials: async () => ({ tls: { ca: other }, headers }) },
      clock: systemClock,
    })
    await expect(wrong.apply(configMap('w'))).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining('certificate is not trusted'),
    })
    await wrong.close()
  })

  test('what is written over connections that break anywhere is written whole', async () => {
    const proxy = await breakingProxy(new URL(api.server))
    const broken = kubernetesCluster({
      access: { ...access, server: `https://127.0.0.1:${proxy.port}` },
      clock: systemClock,
    })
    const data = { text: 'x'.repeat(2_000) }
    const names = Array.from({ length: 150 }, (_, n) => `broken-${n}`)
    const written = await Promise.all(names.map((name) => broken.apply(configMap(name, data))))
    const listed = await cluster.list(configMapRef(''))
    await broken.close()
    await proxy.close()
    expect(proxy.cuts()).toBeGreaterThan(10)
    expect(written.every(({ outcome }) => outcome === 'written')).toBe(true)
    const items = listed.outcome === 'whole' ? listed.items : []
    const found = new Map(items.map((item) => [item.metadata.name, item['data']]))
    expect(
      names.filter((name) => JSON.stringify(found.get(name)) !== JSON.stringify(data)),
    ).toEqual([])
  })

  test('a restart of the API server loses nothing, and hides nothing', async () => {
    const names = Array.from({ length: 300 }, (_, n) => `restart-${n}`)
    const absent: Listed[] = []
    let isOver = false
    const restarted = api.tell('restart kube-apiserver')
    const lists = (async () => {
      while (!isOver) {
        const listed = await cluster.list(thing(''))
        if (listed.outcome !== 'whole') absent.push(listed)
        await sleep(20)
      }
    })()
    const written = []
    for (const name of names) {
      written.push(cluster.apply(loose('Thing', name, { spec: { name } })))
      await sleep(5)
    }
    const outcomes = new Set((await Promise.all(written)).map(({ outcome }) => outcome))
    await restarted
    isOver = true
    await lists
    expect([...outcomes]).toEqual(['written'])
    expect(absent).toEqual([])
    const found = new Set(namesIn(await cluster.list(thing(''))))
    expect(names.filter((name) => !found.has(name))).toEqual([])
  })
})

/** Names an object of a kind that `looseKind` makes. */
function thing(name: string, kind = 'Thing') {
  return { apiVersion: 'test.netclaim.dev/v1', kind, name }
}

/** All of the first plane but the halves of characters, each between two letters. */
function everyCharacter(): readonly string[] {
  const texts: string[] = []
  for (let from = 0; from < 0x10000; from += 0x800) {
    if (from === 0xd800) continue
    const codes = Array.from({ length: 0x800 }, (_, n) => `a${String.fromCharCode(from + n)}b`)
    texts.push(codes.join(''))
  }
  return texts
}

function rule(resources: readonly string[]) {
  return { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources }
}

function namesIn(listed: Listed): readonly string[] {
  return listed.outcome === 'whole' ? listed.items.map(({ metadata }) => metadata.name) : []
}

/** The same server as somebody who may do nothing. */
function as(user: string): Access {
  return {
    server: access.server,
    async credentials(refused) {
      const { tls, headers } = await access.credentials(refused)
      return { tls, headers: { ...headers, 'impersonate-user': user } }
    },
  }
}

async function made(name: string, metadata: object = {}): Promise<{ readonly uid: string }> {
  const written = await cluster.apply(configMap(name, {}, metadata))
  return { uid: 'object' in written ? (written.object.metadata.uid ?? '') : '' }
}

/** Applied by another manager than ours. */
async function applyAs(manager: string, object: ReturnType<typeof configMap>): Promise<void> {
  const { headers } = await access.credentials()
  const { Pool } = await import('undici')
  const pool = new Pool(api.server, { connect: { ca: readFileSync(api.caFile) } })
  const { name, namespace } = object.metadata
  const { body, statusCode } = await pool.request({
    method: 'PATCH',
    path: `/api/v1/namespaces/${namespace}/configmaps/${name}?fieldManager=${encodeURIComponent(manager)}`,
    headers: { ...headers, 'content-type': 'application/apply-patch+yaml' },
    body: JSON.stringify(object),
  })
  await body.dump()
  await pool.close()
  expect(statusCode).toBeLessThan(300)
}

function untilServed(kind: string): Promise<void> {
  return until(async () => (await cluster.list(thing('', kind))).outcome === 'whole')
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it does not come about')
    await sleep(100)
  }
}
