import { describe, expect, test } from 'vitest'
import { type Ejected, type EjectOptions, eject, MANAGEMENT } from '../../functions/eject.ts'
import { plainTree } from '../../lib/pipeline/eject/plain-tree.ts'
import { withoutMarks } from '../../lib/pipeline/eject/without-marks.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { eip, environment } from '../functions/claims.ts'
import { onNetwork, type Stage, stages } from '../sync/stage.ts'
import { MemoryTenants, profile, syncWith } from '../tenants/tenant-stage.ts'

const stage = stages()
const files = { ...environment('photon'), ...eip('photon', 'web') }

/** A cluster that has what the state says, and tells it. */
async function lived(): Promise<Stage> {
  const on = await stage({ ...files, 'netclaim.yaml': 'proof: api\nappliers: [someone]\n' })
  for (let round = 0; round < 3; round += 1) await on.report(await on.sync())
  return on
}

async function ejectFrom(on: Stage, more: Partial<EjectOptions> = {}): Promise<Ejected> {
  return eject({
    cluster: on.cluster,
    clock: { now: () => on.now, pause: async () => undefined },
    tenants: new MemoryTenants(),
    texts: await on.repo.repository.readState(on.repo.tip()),
    to: 'kubectl',
    identity: 'one',
    namespace: 'netclaim',
    write: true,
    ...more,
  })
}

const writesOf = ({ cluster }: Stage, from: number) =>
  cluster.calls.slice(from).filter((call) => /^(?:apply|create|replace|remove) /.test(call))

describe('eject', () => {
  test('removes nothing but our policies, and frees the rest', async () => {
    const on = await lived()
    const before = on.cluster.calls.length
    const freed = (await ejectFrom(on)).get(MANAGEMENT)
    expect(freed).toMatchObject({ problems: [] })
    const removed = writesOf(on, before).filter((call) => call.startsWith('remove '))
    expect(removed.length).toBeGreaterThan(2)
    expect(removed.filter((call) => !/ValidatingAdmissionPolicy/.test(call))).toEqual([])
    // A binding without its policy is in nobody's way; a policy without its binding neither.
    expect(removed[0]).toContain('ValidatingAdmissionPolicyBinding')
    expect(on.cluster.find('OvnEip photon-web')?.metadata.labels).toBeUndefined()
  })
  test('a sync refuses afterwards, until a person says so', async () => {
    const on = await lived()
    await ejectFrom(on)
    const before = on.cluster.calls.length
    const { run, refused } = await on.sync()
    expect([refused, run.findings[0]?.rule]).toEqual([true, 'sync/ejected'])
    expect(onNetwork(writesOf(on, before))).toEqual([])
    expect((await on.sync({ accept: on.repo.tip() })).refused).toBe(false)
    expect((await on.sync()).refused).toBe(false)
  })
  test('waits for nobody: it refuses while a sync is at work', async () => {
    const on = await lived()
    const lease = on.cluster.find('Lease netclaim/netclaim-sync') as KubeObject
    const renewTime = new Date(on.now).toISOString()
    const spec = { ...(lease['spec'] as object), holderIdentity: 'other', renewTime }
    await on.cluster.replace({ ...lease, spec })
    await expect(ejectFrom(on)).rejects.toThrow('a sync ("other") is at work on this cluster')
  })
  test('sends those whose objects Flux applies to hand-over first', async () => {
    const on = await lived()
    const { metadata, ...rest } = on.cluster.find('Vpc photon') as KubeObject
    const flux = { manager: 'kustomize-controller', operation: 'Apply', fieldsV1: {} }
    const managedFields = [...(metadata.managedFields ?? []), flux]
    await on.cluster.replace({ ...rest, metadata: { ...metadata, managedFields } } as KubeObject)
    await expect(ejectFrom(on)).rejects.toThrow(/hand-over --from flux --to netclaim comes first/)
  })
  test('is not done for another cluster than the one of the state', async () => {
    const on = await lived()
    const other = await stage(files)
    const system = other.cluster.find('Namespace kube-system') as KubeObject
    const metadata = { ...system.metadata, uid: 'another' }
    other.cluster.objects.set('Namespace kube-system', { object: { ...system, metadata } })
    const { cluster } = other
    await expect(ejectFrom(on, { cluster })).rejects.toThrow(/this cluster is "another"/)
  })
  test('does nothing where a kind cannot be listed', async () => {
    const on = await lived()
    on.cluster.deaf.add('OvnEip')
    const before = on.cluster.calls.length
    await expect(ejectFrom(on)).rejects.toThrow('OvnEip cannot be listed')
    expect(writesOf(on, before)).toEqual([])
  })
  test('a tenant cluster that cannot be reached is named, and holds up no other', async () => {
    const on = await lived()
    const tenants = new MemoryTenants()
    const inside = tenants.add(on, 'photon', 'solar')
    const here = { 'tenants/photon/solar/a.yaml': [profile('ConfigMap', 'a')] }
    const away = { 'tenants/photon/away/a.yaml': [profile('ConfigMap', 'a')] }
    await syncWith(on, here, { tenants })
    expect(inside.find('ConfigMap kube-dc-lb/a')).toBeDefined()
    const planned = await on.repo.repository.readState(on.repo.tip())
    const more = Object.entries({ ...here, ...away }).map(
      ([path, objects]) => [`rendered/${path}`, JSON.stringify(objects[0])] as const,
    )
    const texts = new Map([...planned, ...more])
    const ejected = await ejectFrom(on, { tenants, texts })
    expect(ejected.get('photon/away')).toBe('there is no Secret photon/away-kubeconfig')
    expect(ejected.get('photon/solar')).toMatchObject({ freed: ['ConfigMap kube-dc-lb/a'] })
    expect(inside.find('ConfigMap kube-dc-lb/a')?.metadata.labels).toBeUndefined()
  })
})

test('an object without a mark is left as it is', () => {
  const plain: KubeObject = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'a',
      labels: { 'app.kubernetes.io/managed-by': 'helm' },
      annotations: { 'example.com/netclaim.dev': 'x' },
      managedFields: [{ manager: 'helm', operation: 'Update' }],
    },
  }
  expect(withoutMarks(plain, 'kubectl')).toBeUndefined()
})

test('plain manifests have the same objects without marks, and no admission policy', async () => {
  const on = await lived()
  const { value, findings } = plainTree(await on.repo.repository.readState(on.repo.tip()))
  expect(findings).toEqual([])
  const all = [...value.values()].join('')
  expect(all).not.toMatch(/netclaim\.dev\/|managed-by|ValidatingAdmissionPolicy/)
  expect(value.get('environments/photon/eipclaim-web.yaml')).toContain('198.51.100.21')
})
