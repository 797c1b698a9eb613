import { describe, expect, test } from 'vitest'
import { importObjects } from '../../lib/pipeline/import/import-objects.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { importText } from '../../lib/summary/import-text.ts'
import { byHand, eip, importWith, ovn, ready, subnet, vpc } from './by-hand.ts'
import { listsOf, object } from './live-of.ts'

type Imported = ReturnType<typeof importWith>

/** What is said of an object, `import/other-name: …`; undefined where nothing is. */
function saidOf(imported: Imported, id: string): string | undefined {
  const found = imported.findings.find(({ object: of }) => of === id)
  return found && `${found.rule}: ${found.message}`
}

const claimsOf = ({ claims }: Imported) => claims.map(({ name }) => name)
const all = [
  'VpcClaim photon-prod/main',
  'EipClaim photon-prod/external',
  'SubnetClaim photon-prod/lan',
  'EipClaim photon-prod/web',
]

describe('a cluster that was made by hand', () => {
  test('becomes claims as far as its names are those of claims, and says why for all else', () => {
    const imported = importWith({}, [
      ovn(
        'OvnDnatRule',
        'web-443',
        { ovnEip: 'photon-prod-web', vpc: 'photon-prod' },
        { ready: true },
      ),
      subnet('net1', { vpc: 'photon-prod', cidrBlock: '10.2.0.0/24' }),
      object('v1', 'Namespace', 'monitoring'),
      object('v1', 'Service', 'quantum', {
        metadata: { namespace: 'photon-prod' },
        spec: { type: 'LoadBalancer' },
        status: { loadBalancer: { ingress: [{ ip: '172.21.208.210' }] } },
      }),
    ])
    expect(claimsOf(imported)).toEqual(all)
    expect(
      imported.files.get('environments/photon-prod/subnet-lan.yaml'),
    ).toBe(`apiVersion: network.kmetal.io/v1alpha1
kind: SubnetClaim
metadata:
  name: lan
  namespace: photon-prod
spec:
  cidrBlock: "10.1.0.0/24"
  gateway: "10.1.0.1"
  protocol: IPv4
  excludeIps:
    - "10.1.0.1"
  enableSnatRule: true
  attachment:
    managed: false
    name: lan-net
`)
    expect(imported.files.get('platform/tenants/photon-prod.yaml')).toBe(`apiVersion: v1
kind: Namespace
metadata:
  name: photon-prod
  labels:
    team: photon
  annotations:
    netclaim.dev/provider-networks: uplink
---
apiVersion: v1
kind: ResourceQuota
metadata:
  name: claims
  namespace: photon-prod
spec:
  hard:
    count/eipclaims.network.kmetal.io: "5"
    pods: "100"
`)
    expect(imported.findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      'import/no-environment: Namespace kube-system has no Vpc that is imported',
      'import/no-environment: Namespace monitoring has no Vpc that is imported',
      'import/holder: Service photon-prod/quantum keeps what addresses it has',
      'import/no-claim: no claim asks for OvnDnatRule web-443: it stays on OvnEip photon-prod-web',
      'import/system: Subnet join is Kube-OVN’s own',
      'import/other-name: Subnet net1 is in the Vpc of "photon-prod", whose Subnets are called photon-prod-<claim>',
      'import/system: Subnet ovn-default is Kube-OVN’s own',
      'import/system: Vpc ovn-cluster is Kube-OVN’s own',
    ])
  })

  test('keeps the name of its Vlan, and is told what taking over would change in which field', () => {
    const imported = importWith()
    expect(imported.state.vlans).toEqual({ uplink: 'vlan7' })
    expect(imported.comparison.get('providerNetworks/uplink')).toEqual([
      { id: 'ProviderNetwork.network.kmetal.io uplink', live: 'absent', fields: [] },
      { id: 'ProviderNetwork uplink', live: 'same', fields: [] },
      { id: 'Vlan vlan7', live: 'same', fields: [] },
    ])
    expect(imported.comparison.get('providerNetworks/uplink/subnets/outside')).toEqual([
      { id: 'Subnet outside', live: 'same', fields: [] },
    ])
    const [, made] = imported.comparison.get('VpcClaim photon-prod/main') ?? []
    expect(made).toMatchObject({
      id: 'Vpc photon-prod',
      live: 'differs',
      fields: [
        { field: '.spec.staticRoutes' },
        {
          field: '.spec.policyRoutes',
          rendered: '[{"priority":31500,"match":"ip4.dst == 198.51.100.0/24","action":"drop"}]',
        },
      ],
    })
    const excluding = (...excludeIps: readonly string[]) => {
      const spec = { ...(byHand().lan['spec'] as object), excludeIps }
      const { comparison } = importWith({ lan: subnet('photon-prod-lan', spec) })
      return comparison.get('SubnetClaim photon-prod/lan')?.[1]?.fields
    }
    expect(excluding('10.1.0.9')).toEqual([
      {
        field: '.spec.excludeIps',
        live: '["10.1.0.9"]',
        rendered: '["10.1.0.1","10.1.0.9"]',
      },
    ])
    // The same in another form stays as it is written.
    expect(excluding('10.1.0.9', '10.1.0.1')).toEqual([])
  })

  test('holds what is there in the ledger, marked as imported', () => {
    const { state } = importWith()
    expect(state.books.get('photon-prod')?.get('EipClaim web')).toEqual({
      kind: 'EipClaim',
      name: 'web',
      phase: 'held',
      spec: { type: 'nat', v4Ip: '198.51.100.21' },
      imported: true,
      origin: 'pinned',
      pool: 'outside',
      address: '198.51.100.21',
    })
    expect(state.imported).toEqual([
      'crds',
      'networking',
      'providerNetworks/uplink',
      'providerNetworks/uplink/subnets/outside',
      'loadBalancer/tenantControlPlanes',
    ])
  })
})

const { lan, port } = byHand()
const lanSpec = lan['spec'] as object
const dying = { metadata: { deletionTimestamp: '2026-11-30T00:00:00Z' } }
const unready = (message: string) => ({
  conditions: [{ type: 'Ready', status: 'False', reason: 'ValidateLogicalSwitchFailed', message }],
})

type Case = readonly [
  what: string,
  objects: Parameters<typeof importWith>[0],
  more: readonly KubeObject[],
  id: string,
  said: string,
]

const cases: readonly Case[] = [
  [
    'a Vpc of another name',
    { vpc: vpc('photon', { namespaces: ['photon-prod'] }) },
    [],
    'Vpc photon',
    'import/other-name: Vpc photon is bound to namespace "photon-prod", and the Vpc of an environment is called like its namespace',
  ],
  [
    'a Vpc without its namespace',
    { namespace: undefined },
    [],
    'Vpc photon-prod',
    'import/other-name: Vpc photon-prod is called like no namespace that there is',
  ],
  [
    'a Vpc with two ways out',
    { vpc: vpc('photon-prod', { extraExternalSubnets: ['outside', 'other'] }) },
    [],
    'Vpc photon-prod',
    'import/other-form: Vpc photon-prod leaves through 2 Subnets, and a VpcClaim names one',
  ],
  [
    'a Vpc on an unknown segment',
    { vpc: vpc('photon-prod', { extraExternalSubnets: ['other'] }) },
    [],
    'Vpc photon-prod',
    'import/rests-on-other: Vpc photon-prod leaves through Subnet "other", which is no provider subnet of the platform',
  ],
  [
    'a Vpc without its port',
    { port: undefined },
    [],
    'Vpc photon-prod',
    'import/rests-on-other: Vpc photon-prod has no OvnEip "photon-prod-outside" as its way out',
  ],
  [
    'a port that is a nat address',
    { port: eip('photon-prod-outside', '198.51.100.20') },
    [],
    'Vpc photon-prod',
    'import/other-form: OvnEip photon-prod-outside is the router port of Vpc photon-prod, and not of type lrp on "outside"',
  ],
  [
    'a port on an address that is held back',
    { port: eip('photon-prod-outside', '198.51.100.9', { type: 'lrp' }) },
    [],
    'Vpc photon-prod',
    'import/rests-on-other: Vpc photon-prod is not imported: the router port of "photon-prod" is not imported',
  ],
  [
    'a Vpc whose router is not made',
    { vpc: { ...vpc('photon-prod'), status: { standby: false } } },
    [vpc('other')],
    'Vpc photon-prod',
    'import/refused: Kube-OVN has not taken up Vpc photon-prod: its router is not made',
  ],
  [
    'a Vpc that is going',
    { vpc: object('kubeovn.io/v1', 'Vpc', 'photon-prod', dying) },
    [],
    'Vpc photon-prod',
    'import/going: Vpc photon-prod is being deleted',
  ],
  [
    'a Subnet of a Vpc that stays',
    { port: undefined },
    [],
    'Subnet photon-prod-lan',
    'import/rests-on-other: the Vpc "photon-prod" of Subnet photon-prod-lan is not imported',
  ],
  [
    'a Subnet that is refused',
    {},
    [
      ovn(
        'Subnet',
        'photon-prod-b',
        { ...lanSpec },
        unready('subnet photon-prod-b cidr 10.1.0.0/24 is conflict'),
      ),
    ],
    'Subnet photon-prod-b',
    'import/refused: Kube-OVN has not taken up Subnet photon-prod-b: subnet photon-prod-b cidr 10.1.0.0/24 is conflict',
  ],
  [
    'a Subnet that was never looked at',
    {},
    [ovn('Subnet', 'photon-prod-b', { ...lanSpec, cidrBlock: '10.8/16' })],
    'Subnet photon-prod-b',
    'import/refused: Kube-OVN has not taken up Subnet photon-prod-b: it is not ready',
  ],
  [
    'a Subnet on a Vlan in a Vpc',
    { lan: subnet('photon-prod-lan', { ...lanSpec, vlan: 'vlan7' }) },
    [],
    'Subnet photon-prod-lan',
    'import/other-form: Subnet photon-prod-lan is on a Vlan, and the Subnets of tenants are not',
  ],
  [
    'a Subnet of another provider',
    { lan: subnet('photon-prod-lan', { ...lanSpec, provider: 'net.other.ovn' }) },
    [],
    'Subnet photon-prod-lan',
    'import/other-form: Subnet photon-prod-lan has provider "net.other.ovn", and that of a claim is <name>.photon-prod.ovn',
  ],
  [
    'a Subnet that a rule of ours refuses',
    {
      lan: subnet('photon-prod-lan', {
        ...lanSpec,
        cidrBlock: '198.51.100.0/25',
        gateway: '198.51.100.1',
        excludeIps: ['198.51.100.1'],
      }),
    },
    [],
    'Subnet photon-prod-lan',
    'subnet/overlaps-provider: Subnet photon-prod-lan: cidrBlock "198.51.100.0/25" overlaps provider subnet "outside" (198.51.100.0/24)',
  ],
  [
    'a Subnet of its own name in Kube-OVN’s Vpc',
    {},
    [subnet('net2', { vpc: 'ovn-cluster', cidrBlock: '10.3.0.0/24' })],
    'Subnet net2',
    'import/rests-on-other: Subnet net2 is in Kube-OVN’s own Vpc and no provider subnet',
  ],
  [
    'an underlay for pods',
    {},
    [
      subnet('pods', {
        vpc: 'ovn-cluster',
        vlan: 'vlan7',
        cidrBlock: '10.3.0.0/24',
        namespaces: ['a'],
      }),
    ],
    'Subnet pods',
    'import/other-form: Subnet pods is an underlay for pods, and a provider subnet is for routers alone',
  ],
  [
    'a segment of both families',
    { segment: subnet('outside', { vlan: 'vlan7', cidrBlock: '10.3.0.0/24,fd00::/64' }) },
    [],
    'Subnet outside',
    'import/other-form: Subnet outside is of both families, and a provider subnet is of one',
  ],
  [
    'a network with two Vlans',
    {},
    [
      ovn('Vlan', 'vlan8', { id: 8, provider: 'uplink' }),
      subnet('second', { vlan: 'vlan8', cidrBlock: '203.0.113.0/24' }),
    ],
    'ProviderNetwork uplink',
    'import/other-form: ProviderNetwork uplink has the Vlans "vlan7", "vlan8", and a provider network of the platform has one',
  ],
  [
    'a network without a Vlan',
    {},
    [ovn('ProviderNetwork', 'spare', { defaultInterface: 'bond1' })],
    'ProviderNetwork spare',
    'import/other-form: ProviderNetwork spare has no Vlan, and a provider network of the platform has one',
  ],
  [
    'a network that a rule of ours refuses',
    {},
    [
      ovn('ProviderNetwork', 'storage-uplink', { defaultInterface: 'bond1' }),
      ovn('Vlan', 's', { provider: 'storage-uplink' }),
    ],
    'ProviderNetwork storage-uplink',
    'platform/network-name: ProviderNetwork storage-uplink: provider network name "storage-uplink" has 14 characters, 12 are the most',
  ],
  [
    'a Vlan in conflict',
    {},
    [ovn('Vlan', 'vlan9', { id: 7, provider: 'uplink' }, { conflict: true })],
    'Vlan vlan9',
    'import/refused: Kube-OVN sees a conflict of Vlan vlan9 with another Vlan',
  ],
  [
    'an OvnEip of another name',
    { web: eip('web', '198.51.100.21') },
    [],
    'OvnEip web',
    'import/other-name: OvnEip web is called like no claim of an environment that leaves through "outside": <namespace>-<claim>',
  ],
  [
    'an OvnEip for nodes',
    { web: eip('node1', '198.51.100.21', { type: 'lsp' }) },
    [],
    'OvnEip node1',
    'import/other-form: OvnEip node1 is of type "lsp", and a claim\'s is nat or lrp',
  ],
  [
    'an OvnEip that never got its address',
    {},
    [ovn('OvnEip', 'photon-prod-b', { externalSubnet: 'outside', v4Ip: '198.51.100.21' })],
    'OvnEip photon-prod-b',
    'import/refused: Kube-OVN has not taken up OvnEip photon-prod-b: it has no address',
  ],
  [
    'an OvnEip whose address was changed',
    {
      web: {
        ...eip('photon-prod-web', '198.51.100.21'),
        status: { ready: true, v4Ip: '198.51.100.30' },
      },
    },
    [],
    'OvnEip photon-prod-web',
    'import/other-form: OvnEip photon-prod-web asks for 198.51.100.21 and has "198.51.100.30"',
  ],
  [
    'an OvnEip that left the choice of its address to Kube-OVN',
    { web: eip('photon-prod-web', '198.51.100.21', { v4Ip: '' }) },
    [],
    'OvnEip photon-prod-web',
    'import/refused: OvnEip photon-prod-web has "198.51.100.21", and its spec no v4Ip: only an address that it asks for can be taken over',
  ],
  [
    'an OvnEip on an address that is held back',
    { web: eip('photon-prod-web', '198.51.100.1') },
    [],
    'OvnEip photon-prod-web',
    'import/other-form: OvnEip photon-prod-web has 198.51.100.1, which provider subnet "outside" does not give out',
  ],
  [
    'an address twice',
    {},
    [eip('photon-prod-wxyz', '198.51.100.21')],
    'OvnEip photon-prod-wxyz',
    'import/address-twice: OvnEip photon-prod-wxyz has 198.51.100.21, as OvnEip photon-prod-web has',
  ],
  [
    'a SNAT by another address',
    {
      snat: ovn(
        'OvnSnatRule',
        'photon-prod-lan',
        { ovnEip: 'photon-prod-web', vpcSubnet: 'photon-prod-lan' },
        { ready: true },
      ),
    },
    [],
    'OvnSnatRule photon-prod-lan',
    'import/other-form: OvnSnatRule photon-prod-lan is not the rule by which a SubnetClaim leaves',
  ],
  [
    'a pool of another name',
    {},
    [
      object('metallb.io/v1beta1', 'IPAddressPool', 'lab', {
        metadata: { namespace: 'metallb-system' },
        spec: { addresses: ['10.0.0.0/24'] },
      }),
    ],
    'IPAddressPool metallb-system/lab',
    'import/other-name: IPAddressPool metallb-system/lab is none of the two pools of a platform, tenant-cp-pool and mgmt-pool of namespace kmetal-metallb',
  ],
  [
    'a VIP',
    {},
    [ovn('Vip', 'v', { subnet: 'photon-prod-lan' })],
    'Vip v',
    'import/no-claim: no claim asks for Vip v: it stays as it is',
  ],
  [
    'a claim that has nothing',
    {},
    [
      object('network.kmetal.io/v1alpha1', 'EipClaim', 'old', {
        metadata: { namespace: 'photon-prod' },
      }),
    ],
    'EipClaim photon-prod/old',
    'import/rests-on-other: EipClaim photon-prod/old has nothing, or nothing that is imported',
  ],
  [
    'a claim that asks for another address',
    {},
    [
      object('network.kmetal.io/v1alpha1', 'EipClaim', 'web', {
        metadata: { namespace: 'photon-prod' },
        spec: { v4Ip: '198.51.100.77' },
      }),
    ],
    'OvnEip photon-prod-web',
    'import/other-form: OvnEip photon-prod-web is other than EipClaim photon-prod/web asks for',
  ],
  [
    'a claim that asks for another block',
    {},
    [
      object('network.kmetal.io/v1alpha1', 'SubnetClaim', 'lan', {
        metadata: { namespace: 'photon-prod' },
        spec: { cidrBlock: '10.7.0.0/24' },
      }),
    ],
    'Subnet photon-prod-lan',
    'import/other-form: Subnet photon-prod-lan is other than SubnetClaim photon-prod/lan asks for',
  ],
  [
    'a claim that asks for no way out',
    {},
    [
      object('network.kmetal.io/v1alpha1', 'VpcClaim', 'main', {
        metadata: { namespace: 'photon-prod' },
      }),
    ],
    'Vpc photon-prod',
    'import/other-form: Vpc photon-prod is other than its VpcClaim asks for',
  ],
]

test.each(cases)('%s stays as it is', (...[, changes, more, id, said]) => {
  const imported = importWith(changes, more)
  expect(saidOf(imported, id)).toBe(said)
  expect(imported.findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(imported.claims.every(({ name }) => all.includes(name))).toBe(true)
})

test('a name that two environments could have is taken by nobody, unless something else speaks for one', () => {
  const photon = [
    object('v1', 'Namespace', 'photon'),
    vpc('photon'),
    eip('photon-outside', '198.51.100.40', { type: 'lrp' }),
  ]
  const unclear = importWith({}, photon)
  expect(saidOf(unclear, 'OvnEip photon-prod-web')).toBe(
    'import/unclear: OvnEip photon-prod-web could be claim "prod-web" of "photon" or claim "web" of "photon-prod"',
  )
  const rule = ovn(
    'OvnDnatRule',
    'd',
    { ovnEip: 'photon-prod-web', vpc: 'photon-prod' },
    { ready: true },
  )
  expect(claimsOf(importWith({}, [...photon, rule]))).toContain('EipClaim photon-prod/web')
  const stranger = object('network.kmetal.io/v1alpha1', 'EipClaim', 'b', {
    metadata: { namespace: 'photon-prod-a' },
  })
  const named = importWith({}, [eip('photon-prod-a-b', '198.51.100.50'), stranger])
  expect(saidOf(named, 'OvnEip photon-prod-a-b')).toMatch(/is called like no claim/)
  const claim = object('network.kmetal.io/v1alpha1', 'EipClaim', 'prod-web', {
    metadata: { namespace: 'photon' },
  })
  expect(claimsOf(importWith({}, [...photon, claim]))).toContain('EipClaim photon/prod-web')
})

test('without a pool of control planes a platform cannot be declared, unless somebody names one (M-042)', () => {
  const none = importWith({ pool: undefined })
  expect(none.findings[0]).toMatchObject({
    rule: 'import/no-control-plane-pool',
    severity: 'error',
  })
  const named = importWith({ pool: undefined }, [], {
    tenantControlPlanes: ['10.0.0.10-10.0.0.20'],
  })
  expect(claimsOf(named)).toEqual(all)
  expect(named.comparison.get('loadBalancer/tenantControlPlanes')).toMatchObject([
    { live: 'absent' },
    { live: 'absent' },
  ])
  const lab = object('metallb.io/v1beta1', 'IPAddressPool', 'lab', {
    metadata: { namespace: 'metallb-system' },
    spec: { addresses: ['10.0.0.0/24'] },
  })
  const taken = importWith({ pool: undefined }, [lab], {
    tenantControlPlanes: ['10.0.0.10-10.0.0.20'],
  })
  expect(taken.findings[0]?.message).toBe(
    '"10.0.0.10-10.0.0.20", named for control planes, overlaps IPAddressPool metallb-system/lab',
  )
})

test('a cluster that another repository speaks for is not imported', () => {
  const { web } = byHand()
  const labels = { 'app.kubernetes.io/managed-by': 'netclaim' }
  const ours = { ...web, metadata: { ...web.metadata, labels } }
  expect(importWith({ web: ours }).findings[0]).toMatchObject({
    rule: 'import/already-managed',
    severity: 'error',
    object: 'OvnEip photon-prod-web',
  })
})

test('names that Kubernetes would not have make no path', () => {
  const odd = [
    '../../etc/passwd',
    'a/b',
    '',
    'UPPER',
    'a'.repeat(300),
    '-a',
    '\u202eevil',
    '__proto__',
  ]
  const objects = odd.map((name) => ovn('Vpc', name, { namespaces: [name] }, { standby: true }))
  const imported = importWith({}, objects)
  expect([...imported.files.keys()]).toEqual([...importWith().files.keys()])
  expect(imported.findings.filter(({ rule }) => rule === 'import/malformed')).toHaveLength(
    odd.length,
  )
  for (const { message } of imported.findings) expect(message).not.toMatch(/\u202e/)
})

test('fields of other types, and texts that YAML would misread, are no trouble', () => {
  const strange = [
    ovn(
      'Vpc',
      'photon-prod',
      { namespaces: 'x', enableExternal: 'yes', policyRoutes: [null, 7] },
      { standby: true },
    ),
    ovn('Subnet', 'photon-prod-x', { vpc: 7, cidrBlock: null, excludeIps: { a: 1 } }, ready),
    ovn('Vlan', 'odd', { id: 'x', provider: 3 }),
    ovn('OvnEip', 'photon-prod-x', { v4Ip: ['a'] }, { ready: 'true' }),
    object('v1', 'ResourceQuota', 'odd', {
      metadata: { namespace: 'photon-prod' },
      spec: { hard: { '*a: b': '&x' } },
    }),
    object('kmetal.io/v1alpha1', 'KMetal', 'km', {
      spec: { networking: { providerNetworks: 'x' } },
    }),
  ]
  const imported = importWith({}, strange)
  expect(imported.findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(() => importObjects(listsOf(strange), { engine: '0.1.0' })).not.toThrow()
})

test('settings are taken from what the cluster runs', () => {
  const deployment = object('apps/v1', 'Deployment', 'kube-ovn-controller', {
    metadata: { namespace: 'kube-system' },
    spec: {
      template: { spec: { containers: [{ image: 'docker.io/kubeovn/kube-ovn:v1.14.4-x86' }] } },
    },
  })
  expect(importWith({}, [deployment]).files.get('netclaim.yaml')).toContain(
    'kubeOvnVersion: "1.14.4"\n',
  )
  expect(
    importWith({}, [deployment], { kubeOvnVersion: '1.15.0' }).files.get('netclaim.yaml'),
  ).toContain('kubeOvnVersion: "1.15.0"\n')
  const crds = ['eipclaims', 'subnetclaims', 'vpcclaims'].map((plural) =>
    object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `${plural}.network.kmetal.io`),
  )
  expect(importWith({}, crds.slice(1)).state.imported).toContain('crds')
  const known = importWith({}, crds)
  expect(known.files.get('netclaim.yaml')).toContain('crds: existing\n')
  expect(known.state.imported).not.toContain('crds')
})

test('a kind of which nothing was read is told: what it holds looks free', () => {
  const lists = new Map(
    [...listsOf(Object.values(byHand()))].filter(([key]) => key !== 'kubeovn.io/OvnEip'),
  )
  const { findings } = importObjects(lists, { engine: '0.1.0' })
  expect(findings.find(({ rule }) => rule === 'import/missing-kind')?.message).toBe(
    'nothing of ovn-eips.kubeovn.io was read: what there is of them looks as if it were not there',
  )
})

test('the port keeps its own address', () => {
  expect(importWith().claims.find(({ name }) => name.endsWith('/external'))?.address).toBe(
    (port['spec'] as { v4Ip: string }).v4Ip,
  )
})

test('every reason that a person reads names its object', () => {
  const imported = importWith({}, [
    subnet('photon-prod-all', { vpc: 'photon-prod', cidrBlock: '0.0.0.0/0' }),
  ])
  const text = importText(imported)
  expect(text).toContain(
    'warning[subnet/special-range]: Subnet photon-prod-all: cidrBlock "0.0.0.0/0" contains every address',
  )
})
