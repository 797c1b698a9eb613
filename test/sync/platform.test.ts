import { describe, expect, test } from 'vitest'
import { tellSynced } from '../../functions/sync/tell-synced.ts'
import { eip, environment } from '../functions/claims.ts'
import { platformFile } from '../plan/files.ts'
import { kubeOvn } from './kube-ovn.ts'
import { MemoryCluster } from './memory-cluster.ts'
import { outcomes, type Stage, stages } from './stage.ts'

const open = stages()
const photon = { ...environment('photon'), ...eip('photon', 'web') }
const quark = environment('quark', 101)

/** What the router of an environment drops. */
function drops({ cluster }: Stage, vpc: string): readonly string[] {
  const spec = cluster.find(`Vpc ${vpc}`)?.['spec'] as {
    readonly policyRoutes: readonly { readonly action: string; readonly match: string }[]
  }
  return spec.policyRoutes.filter(({ action }) => action === 'drop').map(({ match }) => match)
}

test('an entry that is appended to providerNetworks comes up by the sync, and by nothing else (M-017)', async () => {
  const stage = await open({ ...photon, ...quark })
  await stage.report(await stage.sync())
  stage.cluster.calls.length = 0
  const networks = `      - name: provider3
        interface: bond0.220
        vlanID: 0
        subnets:
          - name: ext-c
            cidrBlock: 192.0.2.0/24
            gateway: 192.0.2.1
            excludeIPs: [192.0.2.1]
`
  await stage.repo.change({ 'platform/kmetal.yaml': platformFile({ networks }) })
  for (let round = 0; round < 2; round += 1) await stage.report(await stage.sync())
  expect(stage.cluster.ids()).toEqual(
    expect.arrayContaining([
      'ProviderNetwork provider3',
      'ProviderNetwork.network.kmetal.io provider3',
      'Subnet ext-c',
      'Vlan provider3',
    ]),
  )
  expect(Object.values(outcomes(await stage.sync()))).not.toContain('to-apply')
  const { calls } = stage.cluster
  for (const vpc of ['photon', 'quark']) {
    expect(drops(stage, vpc)).toContain('ip4.dst == 192.0.2.0/24')
    // No tenant may reach a segment before its router drops what goes there.
    expect(calls.indexOf(`apply Vpc ${vpc}`)).toBeLessThan(calls.indexOf('apply Subnet ext-c'))
  }
})

test('a range of extraBlockedEgressCIDRs is dropped after the next run by every VPC, however old, beside what it dropped before (M-030) (M-032)', async () => {
  const stage = await open({ ...photon, ...quark })
  await stage.sync()
  const before = new Map(['photon', 'quark'].map((vpc) => [vpc, drops(stage, vpc)]))
  const uid = stage.cluster.find('Vpc photon')?.metadata.uid
  const block = async (blocked: string) => {
    await stage.repo.change({ 'platform/kmetal.yaml': platformFile({ blocked }) })
    await stage.sync()
  }
  await block('[10.9.0.0/16]')
  for (const [vpc, known] of before)
    expect(new Set(drops(stage, vpc))).toEqual(new Set([...known, 'ip4.dst == 10.9.0.0/16']))
  await block('[10.9.0.0/16, 10.8.0.0/16]')
  for (const [vpc, known] of before)
    expect(new Set(drops(stage, vpc))).toEqual(
      new Set([...known, 'ip4.dst == 10.9.0.0/16', 'ip4.dst == 10.8.0.0/16']),
    )
  expect(stage.cluster.find('Vpc photon')?.metadata.uid).toBe(uid)
})

describe('a VpcClaim with external access', () => {
  const port = 'OvnEip photon-ext-a'
  /** A Kube-OVN that gives the router's port its address when it is told to. */
  async function given() {
    const seen = { isUp: false }
    const cluster = new MemoryCluster((object, all) =>
      !seen.isUp && object.kind === 'OvnEip' && object.metadata.name === 'photon-ext-a'
        ? object
        : kubeOvn(object, all),
    )
    const stage = await open(photon, cluster)
    const clock = { now: () => stage.now, pause: async () => undefined }
    const ready = async () => {
      await tellSynced(await stage.sync(), { cluster, clock })
      const status = cluster.find('VpcClaim photon/main')?.['status'] as
        | { readonly conditions: readonly { readonly status: string; readonly reason: string }[] }
        | undefined
      return status?.conditions.map((one) => `${one.status} ${one.reason}`)
    }
    return { seen, stage, cluster, ready }
  }

  test('waits for its claim external, of type lrp, to be ready (M-169)', async () => {
    const { seen, cluster, ready } = await given()
    expect(await ready()).toEqual(['False WaitingForEip'])
    expect(cluster.find('EipClaim photon/external')?.['spec']).toMatchObject({ type: 'lrp' })
    expect(cluster.find(port)?.['spec']).toMatchObject({ type: 'lrp' })
    seen.isUp = true
    expect(await ready()).toEqual(['True VpcReady'])
  })

  test('has no Vpc before the address of its claim external is there (M-169)', async () => {
    const { seen, stage, cluster, ready } = await given()
    seen.isUp = true
    cluster.refuse = ({ metadata }) =>
      metadata.name === 'photon-ext-a' ? { status: 403, message: 'no' } : undefined
    const { run } = await stage.sync()
    expect(run.objects.find(({ id }) => id === 'Vpc photon')).toMatchObject({
      outcome: 'waiting',
      message: `it needs ${port} first`,
    })
    expect(cluster.find('Vpc photon')).toBeUndefined()
    cluster.refuse = () => undefined
    expect(await ready()).toEqual(['True VpcReady'])
  })
})
