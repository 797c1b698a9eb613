import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { renderArena } from '../../lib/domain/manifests/address-arena.ts'
import { renderReservations } from '../../lib/domain/manifests/address-reservation.ts'
import { subnetManifests, vpcManifests } from '../../lib/domain/manifests/claim-manifests.ts'
import { type Manifest, renderManifests } from '../../lib/domain/manifests/manifest.ts'
import { platformManifests } from '../../lib/domain/manifests/platform-manifests.ts'
import { judge, judgeAvailable } from './crd-judge.ts'
import { pool, samplePlatform, sampleTenant, settings, subnetSpec } from './sample.ts'
import { arenaOf, delegation } from './vip-sample.ts'

function platformOf(platform = samplePlatform()): readonly Manifest[] {
  return [
    ...platformManifests(platform, { settings: settings(), open: () => true }).values(),
  ].flat()
}

const closed = { namespace: 'closed', claim: 'main', settings: settings() }
const sixPools = { pools: [pool('mgmt-pool', '2001:db8::7', '10.0.0.0/30', '10.0.1.1-10.0.1.9')] }
const all: readonly Manifest[] = [
  ...platformOf(),
  ...platformOf(samplePlatform(sixPools)),
  ...sampleTenant(),
  ...sampleTenant({ namespace: 'old', kubeOvnVersion: '1.12.4' }),
  ...vpcManifests({
    ...closed,
    spec: { externalAccess: false },
    platform: samplePlatform({ networks: [], blocked: [] }),
    subnets: [],
  }),
  ...subnetManifests({
    ...closed,
    spec: subnetSpec({ attachment: { managed: false, name: 'their-own' } }),
  }),
  renderArena(arenaOf(delegation())),
  ...renderReservations(delegation()),
]

describe.skipIf(!judgeAvailable)('the CRDs of ../shared/crds', () => {
  test.each(all.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest]))(
    'accept %s as it is written to its file',
    (_, manifest) => {
      const [document] = parseAllDocuments(renderManifests([manifest as Manifest]))
      expect(judge(document?.toJSON())).toEqual([])
    },
  )

  const vpc = sampleTenant().find(({ kind }) => kind === 'Vpc') as Manifest
  test.each([
    [
      'a field that no schema has',
      { ...vpc.spec, extraExternalSubnet: ['x'] },
      'extraExternalSubnet',
    ],
    ['a field deep inside', { ...vpc.spec, policyRoutes: [{ prio: 1 }] }, 'prio'],
    ['a number as text', { ...vpc.spec, policyRoutes: [{ priority: '1' }] }, 'must be integer'],
    ['a text in place of a list', { ...vpc.spec, namespaces: 'a' }, 'must be array'],
  ])('refuse %s', (_, spec, why) => {
    expect(judge({ ...vpc, spec }).join('\n')).toContain(why)
  })

  test.each([
    ['a kind without a CRD', { kind: 'Vpcs' }, 'no CRD'],
    ['a version that is not served', { apiVersion: 'kubeovn.io/v2' }, 'no version "v2"'],
    [
      'a namespace on a cluster-scoped kind',
      { metadata: { name: 'a', namespace: 'b' } },
      'Cluster',
    ],
    ['an upper-case name', { metadata: { name: 'Photon' } }, '"Photon" is no name'],
    ['a label of 64', { metadata: { name: 'a', labels: { a: 'x'.repeat(64) } } }, 'label a'],
  ])('refuse %s', (_, change, why) => {
    expect(judge({ ...vpc, ...change }).join('\n')).toContain(why)
  })

  test('refuse a value outside its enum, by the stricter version alone', () => {
    const subnet = sampleTenant().find(({ kind }) => kind === 'Subnet') as Manifest
    const complaints = judge({ ...subnet, spec: { ...subnet.spec, protocol: 'ipv4' } })
    expect(complaints).toEqual([expect.stringContaining('kube-ovn-v1.15.yaml: /spec/protocol')])
  })
})
