import { expect, test } from 'vitest'
import { tellSynced } from '../../functions/sync/tell-synced.ts'
import { readStateAt } from '../../lib/adapters/git/read-tree.ts'
import type { State } from '../../lib/domain/ledger/state.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { stages } from '../sync/stage.ts'
import { filesOf } from '../vip/migrating.ts'
import { newPool } from '../vip/migration-file.ts'
import { liveCluster, vipConfig } from '../vip/vip-files.ts'
import { MemoryTenants, runnerWith } from './tenant-stage.ts'

const open = stages()
const reservation = 'AddressReservation photon-solar-1'
const arena = 'AddressArena vip-photon'
const record = 'ConfigMap kube-dc-lb/lb-block-delegation'

/** A Service of a tenant, as the allocator there leaves it. */
const service = (ip: string) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {
    name: 'web',
    namespace: 'shop',
    labels: { 'network.kube-dc.com/lb-pool': 'project' },
  },
  spec: {
    type: 'LoadBalancer',
    loadBalancerClass: 'kube-dc.com/project',
    ports: [{ port: 80, nodePort: 30080, protocol: 'TCP' }],
  },
  status: { loadBalancer: ip === '' ? {} : { ingress: [{ ip }] } },
})

async function begin() {
  const stage = await open({
    'environments/photon/solar.yaml': liveCluster('solar'),
    ...vipConfig(),
  })
  const tenants = new MemoryTenants()
  const solar = tenants.add(stage, 'photon', 'solar')
  for (const [apiVersion, kind] of [
    ['k8s.kube-dc.com/v1alpha1', 'KdcCluster'],
    ['cluster.x-k8s.io/v1beta1', 'Cluster'],
  ] as const)
    stage.cluster.put({ apiVersion, kind, metadata: { name: 'solar', namespace: 'photon' } })
  const run = runnerWith(stage, () => ({}), { tenants })
  const clock = { now: () => stage.now, pause: async () => undefined }
  const { repository, folder } = stage.repo
  /** Applies, tells what is there, and plans with it, until nothing moves. */
  const rest = async () => {
    for (let round = 0; round < 4; round += 1) {
      const synced = await run()
      await tellSynced(synced, { cluster: stage.cluster, clock, name: 'one', repository })
      await stage.repo.allocate()
    }
  }
  const state = async (): Promise<State> =>
    readState(await readStateAt(folder, stage.repo.tip())).value
  const step = async () => (await state()).migration?.step
  return { stage, solar, rest, state, step }
}

test('K-079 K-080 K-081 K-082 K-083 K-085 K-086 K-087 a sync carries a migration out: what is told of the cluster is what each step waits for', async () => {
  const { stage, solar, rest, state, step } = await begin()
  const { cluster, repo } = stage
  solar.put(service('10.242.0.3'))
  await rest()
  const rules = () => cluster.ids().filter((id) => id.startsWith('SwitchLBRule '))
  expect(rules()).toHaveLength(1)
  expect(solar.find(record)).toMatchObject({ data: { enabled: 'true' } })

  await repo.change(filesOf('Revoke'))
  await rest()
  expect(rules()).toEqual([])
  expect(solar.find(record)).toMatchObject({ data: { enabled: 'false', blocks: '' } })
  expect(solar.ids().filter((id) => id.startsWith('IPAddressPool'))).toEqual([])

  // A Service that still shows its address keeps the step from being taken, though it is merged.
  await repo.change(filesOf('Release'))
  await rest()
  expect(await step()).toBe('Revoke')
  solar.put(service(''))
  await rest()
  expect(await step()).toBe('Release')
  expect(cluster.find(reservation)).toMatchObject({
    spec: { phase: 'Releasing', disposition: 'Release' },
  })

  await repo.change(filesOf('Delete'))
  await rest()
  expect(cluster.find(reservation)).toBeUndefined()
  expect(cluster.find(arena)).toMatchObject({ spec: { cidr: '10.242.0.0/24', slots: [] } })
  expect(cluster.find(arena)?.metadata.finalizers).toEqual(['network.kube-dc.com/arena'])

  await repo.change(filesOf('Retire'))
  await rest()
  expect(await step()).toBe('Retire')
  expect(cluster.find(arena)).toBeUndefined()
  expect(cluster.find('KdcCluster photon/solar')).toMatchObject({
    status: { loadBalancer: { enabled: false, blocks: [] } },
  })

  await repo.change(filesOf('Create'))
  await rest()
  expect((await state()).arenas).toEqual(new Map([['photon', newPool]]))
  expect(cluster.find(arena)).toMatchObject({ spec: { cidr: newPool } })
  expect(cluster.find(reservation)).toMatchObject({
    spec: { cidr: '10.243.0.0/28', phase: 'Bound', disposition: 'Retain' },
  })
  expect(solar.find(record)).toMatchObject({
    data: { enabled: 'true', blocks: '10.243.0.0/28', poolCIDR: newPool },
  })
  solar.put(service('10.243.0.1'))
  await rest()
  expect(rules()).toHaveLength(1)
})
