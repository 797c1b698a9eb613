import { describe, expect, test } from 'vitest'
import { tellSynced } from '../../functions/sync/tell-synced.ts'
import type { Synced } from '../../functions/sync.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import { environment } from '../functions/claims.ts'
import { stages } from '../sync/stage.ts'
import { liveCluster, vipConfig } from '../vip/vip-files.ts'
import {
  kubeconfig,
  MemoryTenants,
  pool,
  profile,
  runnerWith,
  secretOf,
  syncWith,
} from './tenant-stage.ts'

const open = stages()
const claims = { ...environment('photon') }
const namespace = profile('Namespace', 'kube-dc-lb', { wave: 0 })
const record = (enabled: boolean) =>
  profile('ConfigMap', 'lb-block-delegation', { data: { enabled: String(enabled) } })
const block = '10.242.0.16/28'
const whole = { 'tenants/photon/solar/profile.yaml': [namespace, record(true), pool(block)] }

const service = (name: string, ip: string) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'shop', labels: { 'network.kube-dc.com/lb-pool': 'project' } },
  spec: { type: 'LoadBalancer', loadBalancerClass: 'kube-dc.com/project', ports: [{ port: 80 }] },
  status: { loadBalancer: { ingress: [{ ip }] } },
})

async function stageWith(...clusters: readonly string[]) {
  const stage = await open(claims)
  const tenants = new MemoryTenants()
  const [solar, ...others] = clusters.map((name) => tenants.add(stage, 'photon', name))
  if (solar === undefined) throw new Error('no cluster')
  return { stage, tenants, solar, others }
}

/** `ConfigMap kube-dc-lb/x: applied`, in one tenant cluster. */
function outcomesIn({ run }: Synced, tenant = 'photon/solar'): Readonly<Record<string, string>> {
  const found = run.tenants?.find((one) => one.tenant === tenant)
  return Object.fromEntries(found?.objects.map(({ id, outcome }) => [id, outcome]) ?? [])
}

describe('a tenant cluster', () => {
  test('gets what is rendered for it, wave by wave, and nothing else gets it (K-034)', async () => {
    const { stage, tenants, solar } = await stageWith('solar')
    const synced = await syncWith(stage, whole, { tenants })
    expect(outcomesIn(synced)).toEqual({
      'Namespace kube-dc-lb': 'applied',
      'ConfigMap kube-dc-lb/lb-block-delegation': 'applied',
      'IPAddressPool kube-dc-lb/block-10.242.0.16': 'applied',
    })
    const writes = solar.calls.filter((call) => call.startsWith('apply'))
    expect(writes).toEqual([
      'apply Namespace kube-dc-lb',
      'apply ConfigMap kube-dc-lb/lb-block-delegation',
      'apply IPAddressPool kube-dc-lb/block-10.242.0.16',
    ])
    expect(stage.cluster.ids().filter((id) => id.includes('kube-dc-lb'))).toEqual([])
    expect(stateOf(synced.run)).toBe('success')
    expect(tenants.opened).toBe(tenants.closed)
  })

  test('that has all of it is only read, and no Lease is taken', async () => {
    const { stage, tenants, solar } = await stageWith('solar')
    const run = runnerWith(stage, () => whole, { tenants })
    await run()
    solar.calls.length = 0
    stage.cluster.calls.length = 0
    expect(new Set(Object.values(outcomesIn(await run())))).toEqual(new Set(['unchanged']))
    const writes = [...solar.calls, ...stage.cluster.calls].filter(
      (one) => !/^(get|list)/.test(one),
    )
    expect(writes).toEqual([])
  })

  test('loses a pool that is withdrawn, and keeps its allocator and guardrails (K-094) (K-095) (K-096)', async () => {
    const { stage, tenants, solar } = await stageWith('solar')
    let files = whole
    const run = runnerWith(stage, () => files, { tenants })
    await run()
    solar.calls.length = 0
    files = { 'tenants/photon/solar/profile.yaml': [namespace, record(false)] }
    expect(outcomesIn(await run())).toMatchObject({
      'IPAddressPool kube-dc-lb/block-10.242.0.16': 'removed',
    })
    // The record says so before the pool goes.
    expect(solar.calls.filter((one) => /^(apply|remove)/.test(one))).toEqual([
      'apply ConfigMap kube-dc-lb/lb-block-delegation',
      'remove IPAddressPool kube-dc-lb/block-10.242.0.16',
    ])
    expect(solar.ids()).toContain('Namespace kube-dc-lb')
  })

  test('is not touched once the state names it no more', async () => {
    const { stage, tenants, solar } = await stageWith('solar')
    await syncWith(stage, whole, { tenants })
    solar.calls.length = 0
    const synced = await syncWith(stage, {}, { tenants })
    expect(synced.run.tenants).toBeUndefined()
    expect(solar.calls).toEqual([])
  })

  test('gets back what its own administrator changed or made (K-018) (K-097)', async () => {
    const { stage, tenants, solar } = await stageWith('solar')
    solar.put({
      ...record(true),
      metadata: { name: 'lb-block-delegation', namespace: 'kube-dc-lb' },
      data: { enabled: 'mine' },
    })
    const run = runnerWith(stage, () => whole, { tenants })
    await run()
    const id = 'ConfigMap kube-dc-lb/lb-block-delegation'
    expect(solar.find(id)).toMatchObject({ data: { enabled: 'true' } })
    const poolId = 'IPAddressPool kube-dc-lb/block-10.242.0.16'
    solar.edit(poolId, { spec: { addresses: ['0.0.0.0/0'] } }, 'tenant')
    expect(outcomesIn(await run())[poolId]).toBe('applied')
    expect(solar.find(poolId)).toMatchObject({ spec: { addresses: [block] } })
    // What he made under another name is his.
    solar.put({ ...pool('10.9.0.0/28'), metadata: { name: 'mine', namespace: 'kube-dc-lb' } })
    await run()
    expect(solar.ids()).toContain('IPAddressPool kube-dc-lb/mine')
  })

  test('is looked at, and not written to, in a dry run and where somebody else applies', async () => {
    for (const mode of ['dry-run', 'observe'] as const) {
      const { stage, tenants, solar } = await stageWith('solar')
      solar.put(service('web', '10.242.0.17'))
      const synced = await syncWith(stage, whole, { tenants, mode })
      expect(outcomesIn(synced)).toMatchObject({ 'Namespace kube-dc-lb': 'to-apply' })
      expect(solar.calls.filter((one) => !/^(get|list)/.test(one))).toEqual([])
      expect(synced.tenants[0]?.seen).toMatchObject({
        has: { vips: [{ service: 'shop/web' }] },
      })
    }
  })

  test('tells its Services with our label, and no others', async () => {
    const { stage, tenants, solar } = await stageWith('solar')
    solar.put(service('web', '10.242.0.17'))
    solar.put({ ...service('public', '1.1.1.1'), metadata: { name: 'public', namespace: 'shop' } })
    const [one] = (await syncWith(stage, whole, { tenants })).tenants
    if (typeof one?.seen !== 'object') throw new Error('it was not seen')
    expect(one.seen.has?.vips).toMatchObject([{ service: 'shop/web' }])
  })
})

describe('a tenant cluster that cannot be reached', () => {
  const both = {
    ...whole,
    'tenants/photon/lunar/profile.yaml': [namespace, record(true)],
  }
  const problems = ({ run }: Synced) =>
    Object.fromEntries(run.tenants?.map(({ tenant, problem }) => [tenant, problem]) ?? [])

  test.each([
    ['without a kubeconfig', undefined, 'there is no Secret photon/solar-kubeconfig'],
    ['by a hostile kubeconfig', kubeconfig('https://solar', { exec: {} }), 'it has "exec"'],
    ['behind a server that is away', kubeconfig('https://gone'), 'the connection failed'],
  ])('%s stops no other', async (_, text, why) => {
    const { stage, tenants, others } = await stageWith('solar', 'lunar')
    stage.cluster.objects.delete('Secret photon/solar-kubeconfig')
    if (text !== undefined) stage.cluster.put(secretOf('photon', 'solar', text))
    const synced = await syncWith(stage, both, { tenants })
    expect(problems(synced)).toEqual({
      'photon/lunar': undefined,
      'photon/solar': expect.stringContaining(why),
    })
    expect(others[0]?.ids()).toContain('Namespace kube-dc-lb')
    // What a stranger's cluster does is no matter of the whole run.
    expect(stateOf(synced.run)).toBe('success')
    expect(tenants.opened).toBe(tenants.closed)
  })

  test('that breaks off in the middle is gone on with in the next run', async () => {
    const { stage, tenants, solar, others } = await stageWith('solar', 'lunar')
    let isBroken = true
    solar.before = (call) => {
      if (isBroken && call.startsWith('apply ConfigMap'))
        throw new OutsideError('the connection failed', { system: 'kubernetes', retryable: true })
    }
    const run = runnerWith(stage, () => both, { tenants })
    const first = await run()
    expect(outcomesIn(first)).toEqual({
      'Namespace kube-dc-lb': 'applied',
      'ConfigMap kube-dc-lb/lb-block-delegation': 'failed',
      'IPAddressPool kube-dc-lb/block-10.242.0.16': 'waiting',
    })
    expect(others[0]?.ids()).toContain('ConfigMap kube-dc-lb/lb-block-delegation')
    isBroken = false
    expect(outcomesIn(await run())).toMatchObject({
      'IPAddressPool kube-dc-lb/block-10.242.0.16': 'applied',
    })
  })

  test('whose kubeconfig is one of our own cluster is none', async () => {
    const { stage, tenants } = await stageWith('solar')
    tenants.clusters.set('https://solar/', stage.cluster)
    const synced = await syncWith(stage, whole, { tenants })
    expect(problems(synced)).toEqual({
      'photon/solar': 'its kubeconfig is one of the management cluster',
    })
    expect(stage.cluster.ids().filter((id) => id.includes('kube-dc-lb'))).toEqual([])
  })

  test('takes no more than its time, and the next run begins with whose turn did not come', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((one) => [`${one}1`, `${one}2`, `${one}3`])
    const { stage, tenants } = await stageWith(...names)
    const files = Object.fromEntries(
      names.map((name) => [`tenants/photon/${name}/x.yaml`, [namespace]]),
    )
    // Each of them takes a minute for every call.
    let slow = true
    for (const memory of tenants.clusters.values())
      memory.before = () => {
        if (slow) stage.now += 60_000
      }
    const run = runnerWith(stage, () => files, { tenants })
    const late = Object.entries(problems(await run())).filter(([, why]) =>
      why?.includes('turn did not come'),
    )
    expect(late.length).toBeGreaterThan(0)
    slow = false
    tenants.opened = 0
    expect(new Set(Object.values(problems(await run())))).toEqual(new Set([undefined]))
  })
})

test('writes in tenant clusters take no more than their time, and the next run begins with whose turn did not come', async () => {
  const names = Array.from({ length: 40 }, (_, n) => `c${String(n).padStart(2, '0')}`)
  const { stage, tenants } = await stageWith(...names)
  const files = Object.fromEntries(
    names.map((name) => [`tenants/photon/${name}/x.yaml`, [namespace]]),
  )
  // The first ones can be read at once, and take a minute for every write, which then fails.
  const written: string[] = []
  for (const [n, name] of names.entries()) {
    const memory = tenants.clusters.get(`https://${name}/`)
    if (memory === undefined) throw new Error(name)
    memory.before = (call) => {
      if (!call.startsWith('apply')) return
      written.push(name)
      if (n >= 30) return
      stage.now += 60_000
      throw new OutsideError('no', { system: 'kubernetes', retryable: false })
    }
  }
  const run = runnerWith(stage, () => files, { tenants })
  await run()
  expect(written.length).toBeLessThanOrEqual(20)
  const [late] = names.filter((name) => !written.includes(name))
  written.length = 0
  await run()
  expect(written[0]).toBe(late)
  await run()
  const served = names.filter((name) =>
    tenants.clusters.get(`https://${name}/`)?.find('Namespace kube-dc-lb'),
  )
  expect(served).toEqual(expect.arrayContaining(names.slice(30)))
})

describe('what is rendered for a tenant cluster', () => {
  test.each([
    ['of a kind that is not', profile('Secret', 'x')],
    ['without our label', { ...namespace, metadata: { ...namespace.metadata, labels: {} } }],
    ['without a namespace', { ...record(true), metadata: { ...namespace.metadata } }],
    ['with a status', { ...namespace, status: {} }],
    [
      'of another cluster',
      {
        ...namespace,
        metadata: {
          ...namespace.metadata,
          annotations: { 'netclaim.dev/claim': 'KdcCluster photon/lunar' },
        },
      },
    ],
  ])('%s keeps that cluster as it is, and no other', async (_, object) => {
    const { stage, tenants, solar, others } = await stageWith('solar', 'lunar')
    const files = {
      'tenants/photon/solar/profile.yaml': [namespace, object],
      'tenants/photon/lunar/profile.yaml': [namespace],
    }
    const synced = await syncWith(stage, files, { tenants })
    expect(synced.run.findings.map(({ rule }) => rule)).toEqual(['sync/foreign-object'])
    expect(solar.ids()).not.toContain('Namespace kube-dc-lb')
    expect(others[0]?.ids()).toContain('Namespace kube-dc-lb')
  })
})

describe('the facts of a cluster', () => {
  const published = async (stage: Awaited<ReturnType<typeof open>>, synced: Synced) => {
    const { repo, cluster } = stage
    const clock = { now: () => stage.now, pause: async () => undefined }
    const told = { cluster, clock, name: 'one', repository: repo.repository }
    const { facts } = await tellSynced(synced, told)
    return { vips: facts?.vips.map(({ service }) => service), tenants: facts?.tenants }
  }
  const ports = [{ port: 443, nodePort: 30443, protocol: 'TCP' }]
  const web = service('web', '10.242.0.17')

  test('hold the VIPs of tenant clusters, also while one of them does not answer', async () => {
    const { stage, tenants, solar } = await stageWith('solar')
    const asCluster = { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster' }
    stage.cluster.put({ ...asCluster, metadata: { name: 'solar', namespace: 'photon' } })
    solar.put({ ...web, spec: { ...web.spec, ports } })
    const run = runnerWith(stage, () => whole, { tenants })
    const all = { vips: ['shop/web'], tenants: ['photon/solar'] }
    expect(await published(stage, await run())).toEqual(all)
    solar.deaf.add('Service')
    expect(await published(stage, await run())).toEqual(all)
    tenants.clusters.clear()
    expect(await published(stage, await run())).toEqual(all)
    // Nor does a sync that may visit none of them say that there are none.
    expect(await published(stage, await syncWith(stage, whole))).toEqual(all)
    stage.cluster.objects.delete('Cluster photon/solar')
    expect(await published(stage, await run())).toEqual({ vips: [], tenants: [] })
  })

  test('hold none any more when the Service is gone', async () => {
    const { stage, tenants, solar } = await stageWith('solar')
    solar.put({ ...web, spec: { ...web.spec, ports } })
    const run = runnerWith(stage, () => whole, { tenants })
    await published(stage, await run())
    solar.objects.delete('Service shop/web')
    expect(await published(stage, await run())).toEqual({ vips: [], tenants: ['photon/solar'] })
  })
})

describe('a Service whose VIP leads nowhere', () => {
  const ports = [{ port: 443, nodePort: 30443, protocol: 'TCP' }]
  const local = {
    ...service('local', '10.242.0.1'),
    spec: { ...service('x', '').spec, ports, externalTrafficPolicy: 'Local' },
  }
  const good = {
    ...service('web', '10.242.0.2'),
    spec: { ...local.spec, externalTrafficPolicy: 'Cluster' },
  }
  const events = (ids: readonly string[]) => ids.filter((id) => id.startsWith('Event'))

  test('is told in its own cluster, once, and no run hangs on it (K-089)', async () => {
    const stage = await open({
      ...claims,
      ...vipConfig(),
      'environments/photon/solar.yaml': liveCluster('solar'),
    })
    const tenants = new MemoryTenants()
    const solar = tenants.add(stage, 'photon', 'solar')
    solar.put(local)
    solar.put(good)
    const run = runnerWith(stage, () => whole, { tenants })
    await run()
    await run()
    const told = events(solar.ids())
    expect(told).toHaveLength(1)
    expect(solar.find(told[0] ?? '')).toMatchObject({
      involvedObject: { kind: 'Service', namespace: 'shop', name: 'local' },
      type: 'Warning',
      reason: 'VipNotMirrored',
      message:
        '10.242.0.1 leads nowhere: externalTrafficPolicy: Local is not supported on this path',
    })
    solar.objects.delete(told[0] ?? '')
    solar.before = (call) => {
      if (call.startsWith('create'))
        throw new OutsideError('403', { system: 'kubernetes', retryable: false })
    }
    expect((await run()).tenants[0]?.seen).toHaveProperty('has')
    expect(events(solar.ids())).toEqual([])
  })
})
