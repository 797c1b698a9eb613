import { describe, expect, test } from 'vitest'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { eip, environment } from '../functions/claims.ts'
import { platformFile } from '../plan/files.ts'
import { outcomes, type Stage, stages } from './stage.ts'

const open = stages()
const photon = { ...environment('photon'), ...eip('photon', 'web') }
const both = { ...photon, ...environment('quark', 101) }

function specOf(object: KubeObject | undefined): unknown {
  return object?.['spec']
}

async function synced(files = photon): Promise<Stage> {
  const stage = await open(files)
  await stage.sync()
  stage.cluster.calls.length = 0
  return stage
}

const writes = ({ cluster }: Stage) =>
  cluster.calls.filter((one) => /^(?:apply|create|replace|remove) /.test(one))

describe('what somebody changed by hand', () => {
  test('is a conflict with the name of the field and of the manager, without a write', async () => {
    const stage = await synced()
    stage.cluster.edit('OvnEip photon-web', { spec: { v4Ip: '198.51.100.77' } })
    const { run } = await stage.sync()
    expect(run.objects.find(({ id }) => id === 'OvnEip photon-web')).toMatchObject({
      outcome: 'conflict',
      conflicts: [{ manager: 'kubectl-edit', field: '.spec.v4Ip' }],
      message: `.spec.v4Ip is "kubectl-edit"'s since 2026-11-30T00:00:00Z`,
    })
    expect(stateOf(run)).toBe('failure')
    expect(writes(stage)).toEqual([])
    expect(specOf(stage.cluster.find('OvnEip photon-web'))).toMatchObject({ v4Ip: '198.51.100.77' })
  })

  test('in form alone stays as it was written, and is ours, too', async () => {
    const stage = await synced({ ...photon, 'platform/kmetal.yaml': platformFile() })
    const id = 'IPAddressPool kmetal-metallb/tenant-cp-pool'
    const addresses = ['172.21.208.100/30', '172.21.208.104/29', '172.21.208.112-172.21.208.250']
    stage.cluster.edit(id, { spec: { addresses } })
    const { run } = await stage.sync()
    expect(stateOf(run)).toBe('success')
    expect(specOf(stage.cluster.find(id))).toMatchObject({ addresses })
    stage.cluster.calls.length = 0
    expect(stateOf((await stage.sync()).run)).toBe('success')
    expect(writes(stage)).toEqual([])
    // Another address is more than a form.
    stage.cluster.edit(id, { spec: { addresses: [...addresses, '172.21.209.1/32'] } })
    expect(outcomes(await stage.sync())[id]).toBe('conflict')
  })

  test('beside ours is told, once for all objects of a kind, and left alone', async () => {
    const stage = await synced()
    const labels = { a: 'b' }
    stage.cluster.edit('Subnet photon-production', { spec: { acls: [] }, metadata: { labels } })
    stage.cluster.edit('Vpc photon', { spec: { vpcPeerings: [{ remoteVpc: 'b' }], bfdPort: {} } })
    // What its controller fills in is no hand's.
    stage.cluster.edit('Vpc photon', { spec: { defaultSubnet: 'x' } }, 'kube-ovn-controller')
    const { run } = await stage.sync()
    expect(run.findings.map(({ rule, severity, message }) => [rule, severity, message])).toEqual([
      [
        'sync/beside-ours',
        'info',
        'Subnet photon-production: "kubectl-edit" added .spec.acls, which nothing rendered says',
      ],
      [
        'sync/beside-ours',
        'info',
        'Vpc photon: "kubectl-edit" added .spec.bfdPort, .spec.vpcPeerings, which nothing rendered says',
      ],
    ])
    expect(stateOf(run)).toBe('success')
    expect(writes(stage)).toEqual([])
  })

  test('beside ours is named by ten fields at most', async () => {
    const stage = await synced()
    const spec = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`x${n}`, true]))
    stage.cluster.edit('Vpc photon', { spec })
    const { run } = await stage.sync()
    expect(run.findings).toHaveLength(1)
    expect(run.findings[0]?.message).toMatch(
      / added (?:\.spec\.x\d+, ){9}\.spec\.x\d+ and 2 more, which/,
    )
  })

  test('and deleted comes again', async () => {
    const stage = await synced()
    stage.cluster.objects.delete('OvnSnatRule photon-production')
    expect(outcomes(await stage.sync())['OvnSnatRule photon-production']).toBe('applied')
  })
})

describe('an object that is refused', () => {
  const no = ({ metadata: { name } }: KubeObject) =>
    name === 'photon' || name === 'photon-production'
      ? { status: 403, message: 'denied by webhook' }
      : undefined

  test('stops what needs it, and no other environment', async () => {
    const stage = await open(both)
    stage.cluster.refuse = (object) => (object.kind === 'Vpc' ? no(object) : undefined)
    const result = await stage.sync()
    const seen = outcomes(result)
    expect(seen['Vpc photon']).toBe('refused')
    expect(seen['Subnet photon-production']).toBe('waiting')
    expect(seen['OvnSnatRule photon-production']).toBe('waiting')
    expect(seen['OvnEip photon-ext-a']).toBe('applied')
    expect(seen['OvnSnatRule quark-production']).toBe('applied')
    const vpc = result.run.objects.find(({ id }) => id === 'Vpc photon')
    expect(vpc?.message).toBe('denied by webhook (403)')

    stage.cluster.refuse = () => undefined
    expect(stateOf((await stage.sync()).run)).toBe('success')
  })

  test('leaves alone what another claim of its environment causes', async () => {
    const stage = await open(photon)
    stage.cluster.refuse = (object) => (object.kind === 'Subnet' ? no(object) : undefined)
    const seen = outcomes(await stage.sync())
    expect(seen['OvnSnatRule photon-production']).toBe('waiting')
    expect(seen['OvnEip photon-web']).toBe('applied')
  })
})

describe('an object that is there already', () => {
  const web = (spec: object, annotations = {}): KubeObject => ({
    apiVersion: 'kubeovn.io/v1',
    kind: 'OvnEip',
    metadata: { name: 'photon-web', annotations },
    spec,
  })
  const same = { externalSubnet: 'ext-a', type: 'nat', v4Ip: '198.51.100.21' }

  test('becomes ours when it is what we want', async () => {
    const stage = await open(photon)
    stage.cluster.put(web({ ...same, macAddress: '00:00:00:00:00:01' }))
    expect(stateOf((await stage.sync()).run)).toBe('success')
    const there = stage.cluster.find('OvnEip photon-web')
    expect(there?.metadata.labels).toMatchObject({ 'app.kubernetes.io/managed-by': 'netclaim' })
    expect(there?.['spec']).toMatchObject({ macAddress: '00:00:00:00:00:01' })
  })

  test('stays somebody else’s when it differs', async () => {
    const stage = await open(photon)
    stage.cluster.put(web({ ...same, v4Ip: '198.51.100.99' }))
    const seen = await stage.sync()
    expect(outcomes(seen)['OvnEip photon-web']).toBe('left')
    expect(writes(stage).filter((one) => one.includes('photon-web'))).toEqual([])
  })

  test('is claimed by an annotation, and its owner’s values are not forced', async () => {
    const stage = await open(photon)
    const annotations = { 'netclaim.dev/claim': 'SubnetClaim photon/production' }
    stage.cluster.put({
      apiVersion: 'kubeovn.io/v1',
      kind: 'Subnet',
      metadata: { name: 'photon-production', annotations },
      spec: {
        vpc: 'photon',
        cidrBlock: '10.100.0.0/24',
        protocol: 'IPv4',
        provider: 'production-net.photon.ovn',
        gateway: '10.100.0.254',
      },
    })
    const { run } = await stage.sync()
    const subnet = run.objects.find(({ id }) => id === 'Subnet photon-production')
    expect(subnet).toMatchObject({
      outcome: 'conflict',
      conflicts: [{ manager: 'kubectl', field: '.spec.gateway' }],
    })
  })

  test('and is on its way out is awaited before it is made anew', async () => {
    const stage = await synced()
    const dying = stage.cluster.find('Subnet photon-production')
    if (dying === undefined) throw new Error('no subnet')
    const { metadata, ...rest } = dying
    const gone = { ...metadata, deletionTimestamp: '2026-11-30T00:00:00Z', finalizers: ['stuck'] }
    stage.cluster.objects.set('Subnet photon-production', {
      object: { ...rest, metadata: gone } as KubeObject,
    })
    const seen = await stage.sync()
    expect(outcomes(seen)['Subnet photon-production']).toBe('applied')
    expect(stage.cluster.find('Subnet photon-production')?.metadata.uid).not.toBe(metadata.uid)
  })
})

describe('a hold', () => {
  test('keeps an object as it is and the state red, until it ends', async () => {
    const stage = await synced()
    const hold = { 'netclaim.dev/hold': 'reason=moving racks; until=2026-11-30T13:00:00Z' }
    stage.cluster.edit('OvnSnatRule photon-production', { metadata: { annotations: hold } })
    stage.cluster.edit('OvnSnatRule photon-production', { spec: { ovnEip: 'other' } })
    const { run } = await stage.sync()
    expect(run.objects.find(({ id }) => id === 'OvnSnatRule photon-production')).toMatchObject({
      outcome: 'left',
      message: 'on hold until 2026-11-30T13:00:00Z: moving racks',
    })
    expect(stateOf(run)).toBe('failure')
    stage.now += 3_600_000
    expect(outcomes(await stage.sync())['OvnSnatRule photon-production']).toBe('conflict')
  })
})

describe('another sync', () => {
  test('at work is left alone, and nothing is written', async () => {
    const stage = await open(photon)
    stage.cluster.before = (call) => {
      if (call === 'apply Vpc photon') throw new Error('killed')
    }
    await expect(stage.sync()).rejects.toThrow('killed')
    stage.cluster.before = () => undefined
    stage.cluster.calls.length = 0
    await expect(stage.sync({ identity: 'two' })).rejects.toThrow(
      'another sync ("one") is at work on this cluster',
    )
    expect(writes(stage)).toEqual([])
    stage.now += 61_000
    expect(stateOf((await stage.sync({ identity: 'two' })).run)).toBe('success')
  })
})

describe('an API that does not answer', () => {
  const names = [
    'lepton',
    'photon',
    'quark',
    'gluon',
    'boson',
    'muon',
    'pion',
    'kaon',
    'tauon',
    'axion',
    'hadron',
    'baryon',
  ]
  const many = Object.assign(
    {},
    ...names.map((name, n) => environment(name, 100 + n)),
  ) as typeof photon
  const outage = () => new OutsideError('no answer', { system: 'kubernetes', retryable: true })
  const attempts = ({ cluster }: Stage, what: RegExp) => {
    let count = 0
    cluster.before = (call) => {
      if (!what.test(call)) return
      count += 1
      throw outage()
    }
    return () => count
  }

  test('for one kind is told of that kind, soon, and stops no other', async () => {
    const stage = await open(many)
    const tried = attempts(stage, /^apply NetworkAttachmentDefinition/)
    const seen = outcomes(await stage.sync())
    expect(tried()).toBeLessThan(names.length)
    for (const name of names) {
      expect(seen[`NetworkAttachmentDefinition ${name}/production-net`]).toBe('failed')
      expect(seen[`OvnSnatRule ${name}-production`]).toBe('applied')
    }
    stage.cluster.before = () => undefined
    expect(stateOf((await stage.sync()).run)).toBe('success')
  })

  test('for anything is not asked again for each object', async () => {
    const stage = await open(many)
    let writes = 0
    stage.cluster.before = (call) => {
      if (call.startsWith('apply ')) writes += 1
      if (writes > 0) throw outage()
    }
    const { run } = await stage.sync()
    expect(stateOf(run)).toBe('failure')
    expect(writes).toBeLessThan(20)
    stage.cluster.before = () => undefined
    expect(stateOf((await stage.sync()).run)).toBe('success')
  })
})
