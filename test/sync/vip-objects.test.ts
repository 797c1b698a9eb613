import { describe, expect, test } from 'vitest'
import { tellRun } from '../../functions/sync/tell-run.ts'
import { emptyState } from '../../lib/domain/ledger/state.ts'
import { renderArena } from '../../lib/domain/manifests/address-arena.ts'
import { renderSwitchLbRule } from '../../lib/domain/manifests/switch-lb-rule.ts'
import type { ListOfKind, Lists } from '../../lib/pipeline/facts/lists.ts'
import { orphanMirrors } from '../../lib/pipeline/sync/orphan-mirrors.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { runnerWith } from '../tenants/tenant-stage.ts'
import { MemoryCluster } from './memory-cluster.ts'
import { outcomes, stages } from './stage.ts'

const open = stages()
const NOW = '2026-11-30T12:00:00Z'

describe('the arena of a project', () => {
  const arena = renderArena({ namespace: 'photon', cidr: '10.242.0.0/24', slots: [] })
  const id = 'AddressArena vip-photon'
  const whole = { 'environments/photon/arena.yaml': [arena] }

  test('is kept by its finalizer as long as it is rendered, whoever deletes it (K-086)', async () => {
    const stage = await open({}, new MemoryCluster())
    const run = runnerWith(stage, () => whole)
    expect(outcomes(await run())[id]).toBe('applied')
    const uid = stage.cluster.find(id)?.metadata.uid ?? ''
    const ref = { apiVersion: arena.apiVersion, kind: arena.kind, name: 'vip-photon' }
    expect(await stage.cluster.remove(ref, { uid })).toEqual({ outcome: 'removing' })
    const before = stage.now
    const { run: after } = await run()
    expect(after.objects.find((one) => one.id === id)).toMatchObject({
      outcome: 'left',
      message: expect.stringContaining('its finalizer network.kube-dc.com/arena keeps it'),
    })
    expect(stage.cluster.find(id)?.metadata.uid).toBe(uid)
    // Nothing waits for what does not come.
    expect(stage.now).toBe(before)
  })

  test('goes when it is rendered no more, and others that hold it are waited for', async () => {
    const stage = await open({}, new MemoryCluster())
    let files: Readonly<Record<string, readonly object[]>> = whole
    const run = runnerWith(stage, () => files)
    await run()
    const live = stage.cluster.find(id)
    if (live === undefined) throw new Error('no arena')
    const finalizers = [...(live.metadata.finalizers ?? []), 'example.com/audit']
    await stage.cluster.replace({ ...live, metadata: { ...live.metadata, finalizers } })
    files = {}
    const held = (await run()).run.objects.find((one) => one.id === id)
    expect(held).toMatchObject({ outcome: 'removing' })
    expect(stage.cluster.find(id)?.metadata.finalizers).toEqual(['example.com/audit'])
    const going = stage.cluster.find(id)
    if (going === undefined) throw new Error('no arena')
    await stage.cluster.replace({ ...going, metadata: { ...going.metadata, finalizers: [] } })
    await run()
    expect(stage.cluster.find(id)).toBeUndefined()
  })

  test('goes at once where nobody else holds it', async () => {
    const stage = await open({}, new MemoryCluster())
    let files: Readonly<Record<string, readonly object[]>> = whole
    const run = runnerWith(stage, () => files)
    await run()
    files = {}
    expect(outcomes(await run())[id]).toBe('removed')
    expect(stage.cluster.find(id)).toBeUndefined()
  })
})

describe('the mirror of a SwitchLBRule', () => {
  const rule = renderSwitchLbRule(
    {
      environment: 'photon',
      cluster: 'solar',
      service: 'shop/web',
      address: '10.242.0.17',
      ports: [{ port: 443, nodePort: 30443, protocol: 'TCP' }],
      externalTrafficPolicy: 'Cluster',
      sessionAffinity: 'None',
    },
    'photon-workers',
  )
  /** The Service that Kube-OVN makes of a rule. */
  const mirror = (more: object = {}, annotations: object = {}): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: `slr-${rule.metadata.name}`,
      namespace: 'photon',
      uid: 'u',
      resourceVersion: '7',
      annotations: {
        'ovn.kubernetes.io/switch_lb_vip': '10.242.0.17',
        'ovn.kubernetes.io/logical_router': 'photon',
        ...annotations,
      },
      ...more,
    },
  })
  const orphans = (rules: readonly object[], services: readonly object[]) => {
    const lists: Lists = new Map([
      ['kubeovn.io/SwitchLBRule', { outcome: 'whole', items: rules }],
      ['Service', { outcome: 'whole', items: services }],
    ])
    return orphanMirrors(lists, NOW).map(({ name }) => name)
  }

  test('is left over when its rule is gone', () => {
    expect(orphans([rule], [mirror()])).toEqual([])
    expect(orphans([], [mirror()])).toEqual([`slr-${rule.metadata.name}`])
  })

  test.each([
    ['another name', mirror({ name: 'slr-web' })],
    ['a name of another environment', mirror({ namespace: 'dynamo' })],
    ['no VIP', mirror({}, { 'ovn.kubernetes.io/switch_lb_vip': '' })],
    ['another VPC', mirror({}, { 'ovn.kubernetes.io/logical_router': 'dynamo' })],
    ['no name at all', { metadata: {} }],
  ])('is nobody we know with %s', (_, service) => {
    expect(orphans([], [service])).toEqual([])
  })

  test('stays while somebody keeps it', () => {
    const held = (text: string) => orphans([], [mirror({}, { 'netclaim.dev/hold': text })])
    expect(held('reason=racks move')).toEqual([])
    expect(held('until=2026-12-01T00:00:00Z')).toEqual([])
    expect(held('until=2026-11-30T00:00:00Z')).toEqual([`slr-${rule.metadata.name}`])
  })

  test('is left alone where a list failed', () => {
    const whole = { outcome: 'whole', items: [mirror()] } as const
    const failed = { outcome: 'failed', message: '403' } as const
    expect(orphanMirrors(new Map([['Service', whole]]), NOW)).toEqual([])
    expect(
      orphanMirrors(
        new Map<string, ListOfKind>([
          ['Service', whole],
          ['kubeovn.io/SwitchLBRule', failed],
        ]),
        NOW,
      ),
    ).toEqual([])
  })

  const told = (cluster: MemoryCluster) =>
    tellRun(
      { run: { objects: [], findings: [] }, outcome: 'success', uid: 'u', state: emptyState },
      { cluster, clock: { now: () => 0, pause: async () => undefined } },
    )

  test('is taken away after a run, and its living neighbour is not', async () => {
    const cluster = new MemoryCluster()
    cluster.put(mirror())
    const other = {
      ...rule,
      metadata: { ...rule.metadata, name: `${rule.metadata.name.slice(0, -1)}z` },
    }
    cluster.put(mirror({ name: 'slr-photon-solar-shop-app-0123456789abcdef' }))
    cluster.put({
      ...other,
      metadata: { ...other.metadata, name: 'photon-solar-shop-app-0123456789abcdef' },
    })
    expect((await told(cluster)).problems).toEqual([])
    expect(cluster.ids().filter((one) => one.startsWith('Service'))).toEqual([
      'Service photon/slr-photon-solar-shop-app-0123456789abcdef',
    ])
  })

  test('stays where its rule has come meanwhile', async () => {
    const cluster = new MemoryCluster()
    cluster.put(mirror())
    let isDone = false
    cluster.before = (call) => {
      if (isDone || call !== `get SwitchLBRule ${rule.metadata.name}`) return
      isDone = true
      cluster.put({ ...rule })
    }
    await told(cluster)
    expect(isDone).toBe(true)
    expect(cluster.ids()).toContain(`Service photon/slr-${rule.metadata.name}`)
  })
})
