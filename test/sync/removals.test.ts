import { describe, expect, test } from 'vitest'
import { gitSource } from '../../functions/sync/git-source.ts'
import type { Fetched } from '../../functions/sync/state-source.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { eip, environment } from '../functions/claims.ts'
import { acknowledgement, eips } from '../plan/files.ts'
import { onNetwork, outcomes, type Stage, stages } from './stage.ts'

const open = stages()
const photon = { ...environment('photon'), ...eip('photon', 'web') }
const removals = ({ cluster }: Stage) =>
  onNetwork(cluster.calls.filter((one) => one.startsWith('remove ')))

const byHand = (kind: string, spec: object): KubeObject => ({
  apiVersion: 'kubeovn.io/v1',
  kind,
  metadata: { name: 'by-hand' },
  spec,
})

/** The state as it is, without files that match. */
async function lose(stage: Stage, lost: RegExp): Promise<Fetched> {
  const fetched = await gitSource(stage.repo.repository, { main: 'main' }).latest(undefined)
  const texts = new Map([...fetched.texts].filter(([path]) => !lost.test(path)))
  return { ...fetched, texts }
}

describe('what is gone from the state though its claim holds it', () => {
  test('is removed as long as it is little', async () => {
    const stage = await open(photon)
    await stage.sync()
    const fetched = await lose(stage, /eipclaim-web/)
    const seen = outcomes(await stage.sync({ source: { latest: async () => fetched } }))
    expect(seen['OvnEip photon-web']).toBe('removed')
  })

  test('stays when it is a VPC', async () => {
    const stage = await open(photon)
    await stage.sync()
    stage.cluster.calls.length = 0
    const fetched = await lose(stage, /rendered\/environments\/photon\/vpcclaim/)
    const { run } = await stage.sync({ source: { latest: async () => fetched } })
    expect(run.objects.find(({ id }) => id === 'Vpc photon')).toMatchObject({
      outcome: 'kept',
      message: `the VPC of "photon" would be released with everything in it, and the ledger does not say why: netclaim sync --let-go ${stage.repo.tip()} lets it go once a person has looked`,
    })
    expect(stateOf(run)).toBe('failure')
    expect(removals(stage)).toEqual([])
  })

  test('stays when it is a large share of an environment', async () => {
    const stage = await open({ ...photon, 'environments/photon/more.yaml': eips(6) })
    await stage.sync()
    stage.cluster.calls.length = 0
    const fetched = await lose(stage, /eipclaim-eip/)
    const { run } = await stage.sync({ source: { latest: async () => fetched } })
    const kept = run.objects.filter(({ outcome }) => outcome === 'kept').map(({ id }) => id)
    expect(onNetwork(kept.map((id) => `kept ${id}`))).toHaveLength(6)
    expect(removals(stage)).toEqual([])
  })

  test('goes when a person has looked at this very state, and lets it go', async () => {
    const stage = await open({ ...photon, ...environment('quark', 101) })
    await stage.sync()
    const fetched = await lose(stage, /^rendered\/environments\/photon\//)
    const source = { latest: async () => fetched }
    const other = await stage.sync({ source, letGo: 'ab'.repeat(20) })
    expect(outcomes(other)['Vpc photon']).toBe('kept')
    const { run } = await stage.sync({ source, letGo: stage.repo.tip() })
    expect(run.objects.filter(({ outcome }) => outcome === 'kept')).toEqual([])
    expect(stage.cluster.ids().filter((id) => id.includes('photon'))).toEqual([])
    expect(stage.cluster.find('Vpc quark')).toBeDefined()
  })

  test('goes in the order of its kinds, whatever waves somebody wrote onto it', async () => {
    const stage = await open({ ...photon, ...environment('quark', 101) })
    await stage.sync()
    const wave = (text: string) => ({
      metadata: { annotations: { 'argocd.argoproj.io/sync-wave': text } },
    })
    stage.cluster.edit('Vpc photon', wave('99'))
    stage.cluster.edit('OvnSnatRule photon-production', wave('-5'))
    stage.cluster.calls.length = 0
    const fetched = await lose(stage, /^rendered\/environments\/photon\//)
    await stage.sync({ source: { latest: async () => fetched }, letGo: stage.repo.tip() })
    expect(removals(stage).map((one) => one.split(' ')[1])).toEqual([
      'OvnSnatRule',
      'NetworkAttachmentDefinition',
      'Subnet',
      'OvnEip',
      'Vpc',
      'OvnEip',
    ])
    expect(stage.cluster.ids().filter((id) => id.includes('photon'))).toEqual([])
  })

  test('stays when nothing would be left', async () => {
    const stage = await open(photon)
    await stage.sync()
    stage.cluster.calls.length = 0
    const fetched = await lose(stage, /^rendered\//)
    const { run } = await stage.sync({ source: { latest: async () => fetched } })
    expect(run.objects.every(({ outcome }) => outcome === 'kept')).toBe(true)
    expect(removals(stage)).toEqual([])
  })
})

test('no more addresses than one change may release are taken away for a moment, unless a person lets them', async () => {
  const stage = await open({ ...environment('photon'), 'environments/photon/more.yaml': eips(12) })
  await stage.sync()
  const fetched = await gitSource(stage.repo.repository, { main: 'main' }).latest(undefined)
  const moved = [...fetched.texts].map(([path, text]): [string, string] =>
    /eipclaim-eip/.test(path) ? [path, text.replace('v4Ip: "198.51.100.', '$&1')] : [path, text],
  )
  const source = { latest: async () => ({ ...fetched, texts: new Map(moved) }) }
  const { run } = await stage.sync({ source })
  const left = run.objects.filter(({ outcome }) => outcome === 'left')
  expect(left).toHaveLength(12)
  expect(left[0]?.message).toBe(
    `12 addresses would be taken away for a moment, the limit is 10: netclaim sync --let-go ${stage.repo.tip()} lets it go once a person has looked`,
  )
  const seen = outcomes(await stage.sync({ source, letGo: stage.repo.tip() }))
  expect(Object.values(seen)).not.toContain('left')
})

describe('what carries our label and is not wanted', () => {
  const stray = (metadata: object): KubeObject => ({
    apiVersion: 'kubeovn.io/v1',
    kind: 'OvnEip',
    metadata: {
      name: 'photon-old',
      labels: { 'app.kubernetes.io/managed-by': 'netclaim', 'netclaim.dev/environment': 'photon' },
      annotations: { 'netclaim.dev/claim': 'EipClaim photon/old' },
      ...metadata,
    },
    spec: { externalSubnet: 'ext-a', type: 'nat', v4Ip: '198.51.100.40' },
  })

  test('stays where Netclaim never applied it', async () => {
    const stage = await open(photon)
    stage.cluster.put(stray({}))
    expect(outcomes(await stage.sync())['OvnEip photon-old']).toBe('kept')
  })

  test.each([
    [
      'another tool applies it too',
      { managedFields: [{ manager: 'kustomize-controller', operation: 'Apply', fieldsV1: {} }] },
    ],
    ['another object owns it', { ownerReferences: [{ name: 'x' }] }],
    ['it is on hold', { annotations: { 'netclaim.dev/hold': 'while we look' } }],
  ])('stays where %s', async (_, change) => {
    const stage = await open(photon)
    await stage.cluster.apply(stray({}))
    const { object } = stage.cluster.objects.get('OvnEip photon-old') ?? {}
    if (object === undefined) throw new Error('no stray')
    const { managedFields = [], annotations } = object.metadata
    const more =
      'managedFields' in change
        ? { managedFields: [...managedFields, ...change.managedFields] }
        : change
    const metadata = {
      ...object.metadata,
      ...more,
      annotations: { ...annotations, ...('annotations' in change ? change.annotations : {}) },
    }
    stage.cluster.objects.set('OvnEip photon-old', {
      object: { ...object, metadata } as KubeObject,
    })
    expect(outcomes(await stage.sync())['OvnEip photon-old']).toBe('kept')
    expect(removals(stage)).toEqual([])
  })

  test.each(['OvnDnatRule', 'OvnFip'])('waits while %s cannot be listed', async (kind) => {
    const stage = await open(photon)
    await stage.cluster.apply(stray({}))
    stage.cluster.deaf.add(kind)
    const { run } = await stage.sync()
    expect(run.objects.find(({ id }) => id === 'OvnEip photon-old')).toMatchObject({
      outcome: 'kept',
      message: `${kind} cannot be listed: out of order`,
    })
  })

  test.each(['OvnDnatRule', 'OvnFip'])(
    'waits for the %s of somebody else that uses it',
    async (kind) => {
      const stage = await open(photon)
      await stage.cluster.apply(stray({}))
      stage.cluster.put(byHand(kind, { ovnEip: 'photon-old' }))
      const { run } = await stage.sync()
      expect(run.objects.find(({ id }) => id === 'OvnEip photon-old')).toMatchObject({
        outcome: 'to-remove',
        message: `${kind} by-hand must be gone first`,
      })
    },
  )

  test('but is of a kind that is never rendered is nobody’s to take away', async () => {
    const stage = await open(photon)
    const labels = { 'app.kubernetes.io/managed-by': 'netclaim' }
    const fip = byHand('OvnFip', { ovnEip: 'photon-other' })
    await stage.cluster.apply({ ...fip, metadata: { name: 'by-hand', labels } })
    expect(outcomes(await stage.sync())['OvnFip by-hand']).toBeUndefined()
    expect(removals(stage)).toEqual([])
  })
})

describe('a change that its controller ignores in place', () => {
  const change = async (stage: Stage, path: RegExp, from: string, to: string): Promise<Fetched> => {
    const fetched = await gitSource(stage.repo.repository, { main: 'main' }).latest(undefined)
    const texts = [...fetched.texts].map(
      ([name, text]) => [name, path.test(name) ? text.replaceAll(from, to) : text] as const,
    )
    return { ...fetched, texts: new Map(texts) }
  }

  test('of an unused nat address is made by taking it away first', async () => {
    const stage = await open(photon)
    await stage.sync()
    stage.cluster.calls.length = 0
    const fetched = await change(stage, /rendered.*eipclaim-web/, '198.51.100.21', '198.51.100.44')
    const { run } = await stage.sync({ source: { latest: async () => fetched } })
    expect(stateOf(run)).toBe('success')
    expect(removals(stage)).toEqual(['remove OvnEip photon-web'])
    expect(stage.cluster.find('OvnEip photon-web')?.['status']).toMatchObject({
      v4Ip: '198.51.100.44',
    })
  })

  test.each(['OvnDnatRule', 'OvnFip'])(
    'of an address that an %s uses is a person’s',
    async (kind) => {
      const stage = await open(photon)
      await stage.sync()
      stage.cluster.put(byHand(kind, { ovnEip: 'photon-web', vpc: 'photon' }))
      stage.cluster.calls.length = 0
      const web = await change(stage, /rendered.*eipclaim-web/, '198.51.100.21', '198.51.100.44')
      const used = await stage.sync({ source: { latest: async () => web } })
      expect(used.run.objects.find(({ id }) => id === 'OvnEip photon-web')).toMatchObject({
        outcome: 'left',
        message: `OvnEip "photon-web" is used by ${kind} "by-hand"`,
      })
      expect(removals(stage)).toEqual([])
    },
  )

  test('of a router port or a Subnet is a person’s', async () => {
    const stage = await open(photon)
    await stage.sync()
    stage.cluster.calls.length = 0
    const port = await change(
      stage,
      /rendered.*eipclaim-external/,
      '198.51.100.20',
      '198.51.100.45',
    )
    const seen = await stage.sync({ source: { latest: async () => port } })
    expect(outcomes(seen)['OvnEip photon-ext-a']).toBe('left')
    const range = await change(stage, /rendered.*subnetclaim/, '10.100.0.0/24', '10.100.0.0/23')
    const grown = await stage.sync({ source: { latest: async () => range } })
    expect(outcomes(grown)['Subnet photon-production']).toBe('left')
    expect(removals(stage)).toEqual([])
  })

  test('of a NAT rule is made by taking it away first', async () => {
    const stage = await open(photon)
    await stage.sync()
    stage.cluster.calls.length = 0
    const fetched = await change(
      stage,
      /rendered.*subnetclaim/,
      'ovnEip: photon-ext-a',
      'ovnEip: photon-web',
    )
    const { run } = await stage.sync({ source: { latest: async () => fetched } })
    expect(stateOf(run)).toBe('success')
    expect(removals(stage)).toEqual(['remove OvnSnatRule photon-production'])
  })
})

describe('a claim that leaves', () => {
  test('goes step by step with what the cluster reports, until nothing of it is left', async () => {
    const stage = await open(photon)
    await stage.report(await stage.sync())
    const names = ['VpcClaim photon/main']
    await stage.repo.change({
      'environments/photon/vpc.yaml': undefined,
      'environments/photon/eip-web.yaml': undefined,
      'acknowledgements/photon.yaml': acknowledgement('vpc', 'photon', names),
      'acknowledgements/all.yaml': acknowledgement('everything', '*', [
        ...names,
        'SubnetClaim photon/production',
        'EipClaim photon/web',
        'EipClaim photon/external',
      ]),
    })
    for (let step = 0; step < 8; step += 1) await stage.report(await stage.sync())
    expect(stage.cluster.ids().filter((id) => id.includes('photon'))).toEqual([])
    expect(removals(stage).map((one) => one.split(' ')[1])).toEqual([
      'OvnSnatRule',
      'NetworkAttachmentDefinition',
      'OvnEip',
      'Subnet',
      'Vpc',
      'OvnEip',
    ])
  })
})

describe('a restored cluster', () => {
  test('gives up first what Git has given to nobody or to somebody else', async () => {
    const stage = await open(photon)
    await stage.sync()
    const backup = stage.cluster.clone()
    const old: KubeObject = {
      apiVersion: 'kubeovn.io/v1',
      kind: 'OvnEip',
      metadata: {
        name: 'photon-old',
        labels: {
          'app.kubernetes.io/managed-by': 'netclaim',
          'netclaim.dev/environment': 'photon',
        },
        annotations: { 'netclaim.dev/claim': 'EipClaim photon/old' },
      },
      spec: { externalSubnet: 'ext-a', type: 'nat', v4Ip: '198.51.100.22' },
    }
    await backup.apply(old)
    // What was applied since the backup was taken: told to Git, and not remembered by the cluster.
    await stage.repo.change(eip('photon', 'mail'))
    await stage.report(await stage.sync())
    for (const key of ['Namespace kube-system'])
      backup.objects.set(key, stage.cluster.objects.get(key) as never)
    stage.cluster.objects.clear()
    for (const [key, stored] of backup.objects) stage.cluster.objects.set(key, stored)
    stage.cluster.calls.length = 0

    const { run } = await stage.sync()
    expect(run.restored).toBe('it reported generation 2 and remembers 1')
    const writes = onNetwork(stage.cluster.calls.filter((one) => /^(?:apply|remove) /.test(one)))
    expect(writes.slice(0, 2)).toEqual(['remove OvnEip photon-old', 'apply OvnEip photon-mail'])
    expect(stage.cluster.find('OvnEip photon-mail')?.['status']).toMatchObject({
      v4Ip: '198.51.100.22',
    })
    expect((await stage.sync()).run.restored).toBeUndefined()
  })

  test('whose uid is another is told, and remembered until it is set right', async () => {
    const stage = await open(photon)
    await stage.report(await stage.sync())
    const system = stage.cluster.objects.get('Namespace kube-system')
    if (system === undefined) throw new Error('no kube-system')
    const metadata = { ...system.object.metadata, uid: 'another' }
    stage.cluster.objects.set('Namespace kube-system', { object: { ...system.object, metadata } })
    expect((await stage.sync()).run.restored).toContain('is "another" now')
    expect((await stage.sync()).run.restored).toBeUndefined()
  })
})
