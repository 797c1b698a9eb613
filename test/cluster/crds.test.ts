import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crd, crdNames } from '../../lib/domain/crds/crds.ts'
import type { Manifest } from '../../lib/domain/manifests/manifest.ts'
import { objectsIn } from '../plan/rendered.ts'
import { photon } from '../plan/world.ts'
import { established } from './established.ts'
import { apply, type Call, callsTo, pathOf, shellFor } from './kube-call.ts'
import { hasApiServer, type RealApiServer, START_MS, startApiServer } from './real-api-server.ts'
import { columnsOf, seedObjects, seedSample } from './seed-samples.ts'
import { onlyOurs, verdicts } from './verdicts.ts'

const seed = new URL('../../../shared/seeds/kmetal-networking-tasks.txt', import.meta.url)
const claimApi = '/apis/network.kmetal.io/v1alpha1'

describe.skipIf(!hasApiServer)('a real API server', () => {
  let server: RealApiServer
  let call: Call
  /** How each CRD was taken. */
  const made: unknown[] = []

  beforeAll(async () => {
    server = await startApiServer()
    call = callsTo(server)
    for (const name of crdNames) {
      const { status, warning, body } = await apply(call, crd(name))
      made.push([name, status, warning, body.message])
    }
    for (const name of crdNames) await established(call, name)
    for (const name of ['photon-prod', 'dynamo-prod', 'judge']) await makeNamespace(name)
  }, START_MS)

  afterAll(() => server.stop())

  async function makeNamespace(name: string): Promise<void> {
    await call('POST', '/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    })
  }

  test('takes each CRD, strictly and without a warning', () => {
    expect(made).toEqual(crdNames.map((name) => [name, 201, undefined, undefined]))
  })

  test('takes each CRD a second time and changes nothing', async () => {
    for (const name of crdNames) {
      const before = await call('GET', pathOf(crd(name)))
      const { status, body } = await apply(call, crd(name))
      expect([status, body.metadata?.generation]).toEqual([200, before.body.metadata?.generation])
    }
  })

  test('takes every claim and platform object that is rendered, twice, without a warning', async () => {
    const world = photon()
    const own = [...world.tree]
      .filter(([path]) => /^rendered\/(?!.*\/crd-).*\.yaml$/.test(path))
      .flatMap(([, text]) => objectsIn(text))
      .filter(({ apiVersion }) => /(^|\.)kmetal\.io\//.test(apiVersion)) as unknown as Manifest[]
    expect(own.map(({ kind }) => kind).toSorted()).toEqual([
      'EipClaim',
      'EipClaim',
      'KMetal',
      'ProviderNetwork',
      'ProviderNetwork',
      'SubnetClaim',
      'VpcClaim',
    ])
    for (const object of own) {
      const first = await apply(call, object)
      const second = await apply(call, object)
      expect([object.kind, first.status, first.warning]).toEqual([object.kind, 201, undefined])
      expect(second.body.metadata?.resourceVersion).toBe(first.body.metadata?.resourceVersion)
      await call('DELETE', pathOf(object))
    }
  })

  test(
    'judges claims as the check of a pull request does, but for what a CRD cannot know',
    async () => {
      const differences = await verdicts(call, 'judge')
      expect(differences.judged).toBeGreaterThan(400)
      expect(differences.taken).toBeGreaterThan(60)
      expect(differences.refused).toBeGreaterThan(150)
      expect(differences.unexplained).toEqual([])
      expect(differences.met).toEqual([...Object.keys(onlyOurs), 'field/range'].toSorted())
    },
    START_MS,
  )

  test.each([
    ['VpcClaim', { spec: {}, whole: { externalAccess: false }, other: { externalAccess: true } }],
    ['EipClaim', { spec: {}, whole: { type: 'nat', clusterSelector: {} }, other: { type: 'lrp' } }],
    [
      'SubnetClaim',
      {
        spec: { cidrBlock: '10.0.0.0/24' },
        whole: {
          cidrBlock: '10.0.0.0/24',
          protocol: 'IPv4',
          excludeIps: [],
          enableSnatRule: false,
          attachment: { managed: true },
        },
        other: { cidrBlock: '10.0.0.0/25' },
      },
    ],
  ])(
    'a %s is immutable, but for a default that is written out (M-012) (M-101) (M-133) (M-167)',
    async (kind, { spec, whole, other }) => {
      const plural = `${kind.toLowerCase()}s`
      const path = `${claimApi}/namespaces/judge/${plural}`
      const object = (wish: object) => ({
        apiVersion: 'network.kmetal.io/v1alpha1',
        kind,
        metadata: { name: 'fixed' },
        spec: wish,
      })
      const made = await call('POST', path, object(spec))
      expect([made.status, made.body.spec]).toEqual([201, whole])
      const put = (wish: object) =>
        call('PUT', `${path}/fixed`, {
          ...object(wish),
          metadata: { name: 'fixed', resourceVersion: made.body.metadata?.resourceVersion },
        })
      const same = await put(whole)
      expect([same.status, same.body.metadata?.generation]).toEqual([200, 1])
      const edit = await put(other)
      expect(edit.status).toBe(422)
      expect(edit.body.message).toContain(`${kind}.spec is immutable`)
      await call('DELETE', `${path}/fixed`)
    },
  )

  test('refuses a field that a kind does not have', async () => {
    const vpc = {
      apiVersion: 'network.kmetal.io/v1alpha1',
      kind: 'VpcClaim',
      metadata: { name: 'odd', namespace: 'judge' },
      spec: { externalAccess: true, egress: true },
    }
    const path = `${claimApi}/namespaces/judge/vpcclaims?fieldValidation=Strict`
    const { status, body } = await call('POST', path, vpc)
    expect([status, body.message]).toEqual([
      400,
      expect.stringContaining('unknown field "spec.egress"'),
    ])
  })

  describe.skipIf(!existsSync(seed))('prints what the seed shows', () => {
    let shell: (line: string) => string
    const taken: unknown[] = []
    const text = existsSync(seed) ? readFileSync(seed, 'utf8') : ''

    beforeAll(async () => {
      shell = shellFor(server)
      for (const { status, ...object } of seedObjects) {
        const first = await apply(call, object as unknown as Manifest)
        const told = await call(
          'PATCH',
          `${pathOf(object)}/status?fieldManager=netclaim&fieldValidation=Strict`,
          JSON.stringify({ ...object, status }),
        )
        taken.push([object.kind, first.status, told.status, told.body.message])
      }
    })

    test('whose objects and statuses are taken', () => {
      expect(taken).toEqual(seedObjects.map(({ kind }) => [kind, 201, 200, undefined]))
    })

    test.each([
      {
        what: 'providernetworks of the platform',
        shows: ['M-018'],
        start: 'kubectl get providernetworks.network.kmetal.io',
      },
      { what: 'the component of km', shows: ['M-020', 'M-021'], start: 'kubectl get km <name>' },
      { what: 'vpcclaim', shows: ['M-105'], start: 'kubectl get vpcclaim -n photon-prod' },
      { what: 'subnetclaims', shows: ['M-142'], start: 'kubectl get subnetclaims -n photon-prod' },
      {
        what: 'the capacity of subnetclaims',
        shows: ['M-145', 'M-146'],
        start: 'kubectl get subnetclaims -A',
      },
      { what: 'eipclaims', shows: ['M-182'], start: 'kubectl get eipclaims -n photon-prod' },
      {
        what: 'the binding of external',
        shows: ['M-183'],
        start: 'kubectl get eipclaim external',
      },
      {
        what: 'the binding of web',
        shows: ['M-181', 'M-184'],
        start: 'kubectl get eipclaim web',
      },
    ])('$what ($shows)', ({ start }) => {
      const { command, output } = seedSample(text, start)
      expect(columnsOf(shell(command.replace('<name>', 'platform')))).toEqual(columnsOf(output))
    })

    test('all claims of all namespaces at once (M-193)', () => {
      const names = shell('kubectl get vpcclaims,subnetclaims,eipclaims -A -o name')
      expect(names.trim().split('\n').toSorted()).toEqual([
        'eipclaim.network.kmetal.io/external',
        'eipclaim.network.kmetal.io/web',
        'subnetclaim.network.kmetal.io/production',
        'subnetclaim.network.kmetal.io/production',
        'subnetclaim.network.kmetal.io/staging',
        'vpcclaim.network.kmetal.io/main',
      ])
    })
  })
})
