import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eip, environment } from '../functions/claims.ts'
import { acknowledgement } from '../plan/files.ts'
import { hasKubeOvn, START_MS } from './real-api-server.ts'
import { openSyncStage, outcomes, type SyncStage } from './sync-stage.ts'

const files = { ...environment('photon'), ...eip('photon', 'web'), ...environment('quark', 101) }

describe.skipIf(!hasKubeOvn)('a tenant on a real Kube-OVN', () => {
  let stage: SyncStage
  beforeAll(async () => {
    stage = await openSyncStage(files, ['photon', 'quark'])
  }, START_MS)
  afterAll(() => stage.stop())

  test('gets all its objects, and each is healthy', async () => {
    const synced = await stage.sync({ waitMs: 8_000 })
    const unwell = synced.run.objects.filter(({ health }) => health?.state !== 'healthy')
    // No node agent runs here, which alone would make these ready.
    expect(unwell.map(({ id }) => id)).toEqual([
      'ProviderNetwork provider',
      'ProviderNetwork provider2',
    ])
    expect(new Set(Object.values(outcomes(synced)))).toEqual(new Set(['applied']))
  })

  test('is not touched by a second run', async () => {
    const before = await stage.revisions()
    const synced = await stage.sync()
    expect(new Set(Object.values(outcomes(synced)))).toEqual(new Set(['unchanged']))
    // What Kube-OVN fills in is nobody's hand.
    expect(synced.run.findings).toEqual([])
    expect(await stage.revisions()).toEqual(before)
    expect(Object.keys(before).length).toBeGreaterThan(15)
  })

  test('shows who changed what by hand', async () => {
    const patch = (v4Ip: string) =>
      stage.kubectl(
        'patch',
        'ovn-eip',
        'photon-web',
        '--type=merge',
        '-p',
        `{"spec":{"v4Ip":"${v4Ip}"}}`,
      )
    patch('198.51.100.99')
    const { run } = await stage.sync()
    expect(run.objects.filter(({ outcome }) => outcome !== 'unchanged')).toMatchObject([
      {
        id: 'OvnEip photon-web',
        outcome: 'conflict',
        conflicts: [{ manager: 'kubectl-patch', field: '.spec.v4Ip' }],
        // Kube-OVN ignores it, and says that it is ready.
        health: {
          state: 'failed',
          message: 'its controller has v4Ip "198.51.100.21", not "198.51.100.99"',
        },
      },
    ])
    patch('198.51.100.21')
    expect(outcomes(await stage.sync())['OvnEip photon-web']).toBe('applied')
  })

  test('tells what was added by hand, and leaves it alone', async () => {
    const patch = (enableLb: boolean | null) =>
      stage.kubectl(
        'patch',
        'subnet',
        'photon-production',
        '--type=merge',
        '-p',
        JSON.stringify({ spec: { enableLb } }),
      )
    patch(false)
    const { run } = await stage.sync()
    expect(run.findings.map(({ message }) => message)).toEqual([
      'Subnet photon-production: "kubectl-patch" added .spec.enableLb, which nothing rendered says',
    ])
    expect(new Set(run.objects.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']))
    patch(null)
    expect((await stage.sync()).run.findings).toEqual([])
  })

  test('gets back what was deleted, unless it is on hold', async () => {
    stage.kubectl('annotate', 'ovn-snat-rule', 'quark-production', 'netclaim.dev/hold=racks move')
    stage.kubectl('delete', 'ovn-snat-rule', 'photon-production')
    const seen = outcomes(await stage.sync())
    expect(seen['OvnSnatRule photon-production']).toBe('applied')
    expect(seen['OvnSnatRule quark-production']).toBe('left')
    stage.kubectl('annotate', 'ovn-snat-rule', 'quark-production', 'netclaim.dev/hold-')
  })

  test('is alone with what is refused of it', async () => {
    await stage.repo.change({ ...environment('gluon', 102), ...eip('photon', 'mail') })
    // Its namespace is missing, so neither its claims can be shown nor its attachment be made.
    const seen = await stage.sync()
    const refused = seen.run.objects.filter(({ outcome }) => outcome === 'refused')
    expect(refused.map(({ id, message }) => `${id}: ${message}`)).toEqual(
      [
        'EipClaim gluon/external',
        'SubnetClaim gluon/production',
        'VpcClaim gluon/main',
        'NetworkAttachmentDefinition gluon/production-net',
      ].map((id) => `${id}: namespaces "gluon" not found (404)`),
    )
    expect(outcomes(seen)['OvnEip photon-mail']).toBe('applied')
  })

  test('takes over an address that was made by hand, when it is the one that it got', async () => {
    await stage.repo.change(eip('photon', 'ftp', '198.51.100.77'))
    await stage.cluster.create({
      apiVersion: 'kubeovn.io/v1',
      kind: 'OvnEip',
      metadata: { name: 'photon-ftp' },
      spec: { externalSubnet: 'ext-a', type: 'nat', v4Ip: '198.51.100.77' },
    })
    expect(outcomes(await stage.sync())['OvnEip photon-ftp']).toBe('applied')
    const before = await stage.revisions()
    expect(outcomes(await stage.sync())['OvnEip photon-ftp']).toBe('unchanged')
    expect(await stage.revisions()).toEqual(before)
  })

  test('leaves in order, and nothing of it stays', async () => {
    const names = ['VpcClaim photon/main']
    await stage.report(await stage.sync())
    const eips = ['web', 'mail', 'ftp'].map((name) => `EipClaim photon/${name}`)
    const all = [...names, 'SubnetClaim photon/production', 'EipClaim photon/external', ...eips]
    await stage.repo.change({
      'environments/photon': undefined,
      'acknowledgements/vpc.yaml': acknowledgement('vpc', 'photon', names),
      'acknowledgements/environment.yaml': acknowledgement('environment', 'photon', all),
      'acknowledgements/pool.yaml': acknowledgement('pool', 'ext-a', all),
    })
    const order: string[] = []
    for (let step = 0; step < 8; step += 1) {
      const synced = await stage.sync()
      order.push(
        ...synced.run.objects.filter(({ outcome }) => outcome === 'removed').map(({ id }) => id),
      )
      await stage.report(synced)
    }
    const left = Object.keys(await stage.revisions()).filter((id) => id.includes('photon'))
    expect(left).toEqual([])
    expect(order[0]).toBe('OvnSnatRule photon-production')
    expect(order.indexOf('Subnet photon-production')).toBeLessThan(order.indexOf('Vpc photon'))
    expect(
      stage.kubectl('get', 'ovn-snat-rules,ovn-eips,subnets,vpcs', '-o', 'name'),
    ).not.toContain('photon')
  })
})
