import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admissionPolicies } from '../../lib/domain/admission/admission-policies.ts'
import { crd, crdNames } from '../../lib/domain/crds/crds.ts'
import { type Manifest, objectId } from '../../lib/domain/manifests/manifest.ts'
import { platformManifests } from '../../lib/domain/manifests/platform-manifests.ts'
import { samplePlatform, sampleTenant, settings } from '../manifests/sample.ts'
import { type Peers, stopPeers } from '../peers/peers.ts'
import { apply, ask, type Caller, pathOf, type Reply, until } from './policies/api.ts'
import { applier, rescuer, startCluster, stranger } from './policies/start.ts'
import { hasKubeOvn, START_MS } from './real-api-server.ts'

const mine = {
  ...settings(),
  appliers: [applier.user],
  controllers: ['system:serviceaccount:kube-system:ovn'],
}
const policies = [...admissionPolicies(mine).values()].flat()
const platform = samplePlatform()
const platformName = 'platform'
const base = [
  ...platformManifests(platform, {
    settings: settings(),
    open: () => true,
    kmetal: platformName,
  }).values(),
].flat()
/** As operators see it, not as Kube-OVN does. */
const network = base.find(
  ({ apiVersion, metadata }) =>
    apiVersion === 'network.kmetal.io/v1alpha1' && metadata.name === 'provider2',
) as Manifest
const tenant = sampleTenant({ platform })
const dir = mkdtempSync(join(tmpdir(), 'nc-'))
let peers: Peers

describe.skipIf(!hasKubeOvn)('with the admission policies on a real API server', () => {
  beforeAll(async () => {
    peers = await startCluster(dir)
    await ownKinds()
    for (const name of ['photon-prod', 'other']) await makeNamespace(name)
    answers = await applyAll(policies)
    await untilEffective()
  }, START_MS)
  afterAll(async () => {
    await stopPeers(peers)
    rmSync(dir, { recursive: true, force: true })
  })

  let answers: readonly string[]

  test('they are taken without a warning, and their type check finds nothing', async () => {
    expect(answers).toEqual(policies.map((one) => `201 ${objectId(one)}`))
    for (const one of policies.filter(({ kind }) => kind === 'ValidatingAdmissionPolicy')) {
      const checked = await until(
        () => ask(peers, undefined, `GET ${pathOf(one)}`),
        ({ body }) => body.status?.observedGeneration === body.metadata.generation,
      )
      expect(checked.body.status).toEqual({ observedGeneration: 1, typeChecking: {} })
    }
  })

  test('the applier makes a platform and a tenant, and Kube-OVN and MetalLB make them live', async () => {
    const all = [...base, ...tenant]
    expect(await applyAll(all)).toEqual(all.map((one) => `201 ${objectId(one)}`))
    for (const one of all.filter(hasReady)) {
      const live = await until(() => ask(peers, undefined, `GET ${pathOf(one)}`), isReady, 30)
      expect([objectId(one), isReady(live)]).toEqual([objectId(one), true])
    }
    // Filled in by the controller, under its own account and no applier's.
    const [subnet, eip] = await Promise.all(
      ['photon-prod-production', 'photon-prod-web'].map((name) =>
        ask(peers, undefined, `GET ${pathOf(named(name))}`),
      ),
    )
    expect(subnet?.body.spec).toMatchObject({ gatewayNode: '', natOutgoing: false })
    expect(subnet?.body.metadata.finalizers).toContain('kubeovn.io/kube-ovn-controller')
    expect(eip?.body.spec['macAddress']).toMatch(/^[0-9a-f:]{17}$/)
    const service = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web', namespace: 'other' },
    }
    await ask(peers, stranger, 'POST /api/v1/namespaces/other/services', {
      value: { ...service, spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } },
    })
    const given = await until(
      () => ask(peers, undefined, `GET ${pathOf(service)}`),
      ({ body }) => body.status?.loadBalancer?.ingress !== undefined,
    )
    expect(given.body.status?.loadBalancer?.ingress?.[0]?.ip).toMatch(/^172\.21\./)
  })

  test.each<[string, Caller, () => Promise<Reply>]>([
    [
      'a status',
      stranger,
      () => patch(stranger, 'photon-prod-web', { status: { nat: 'dnat' } }, '/status'),
    ],
    [
      'a label that is not ours',
      stranger,
      () => patch(stranger, 'photon-prod-web', { metadata: { labels: { team: 'a' } } }),
    ],
    [
      'break-glass changes a spec',
      rescuer,
      () => patch(rescuer, 'photon-prod-production', { spec: { private: true } }),
    ],
    [
      'break-glass deletes',
      rescuer,
      () => ask(peers, rescuer, `DELETE ${pathOf(named('photon-prod-spare'))}`),
    ],
    ['break-glass makes a claim', rescuer, () => create(rescuer, claim('by-hand'))],
    [
      'a network of nobody',
      stranger,
      () => create(stranger, kubeOvn('Vpc', 'lab', { namespaces: [] })),
    ],
    [
      "the status of the platform's network",
      stranger,
      () =>
        ask(peers, stranger, `PATCH ${pathOf(network)}/status`, {
          type: 'application/merge-patch+json',
          value: { status: { ready: true } },
        }),
    ],
    ['a KMetal of nobody', stranger, () => create(stranger, kmetal('lab'))],
    [
      'a scoped advertisement',
      stranger,
      () => create(stranger, l2('own', { ipAddressPools: ['own'] })),
    ],
  ])('%s passes', async (_, __, act) => {
    const { status, body } = await act()
    expect([status < 300, body.message]).toEqual([true, undefined])
  })

  const door =
    'by a pull request to the claims repository, or, in an emergency, act as a member of group netclaim:break-glass'
  const hand =
    'ask for it by a claim, or, in an emergency, act as a member of group netclaim:break-glass'
  const scope = 'or, in an emergency, act as a member of group netclaim:break-glass'
  test.each<[string, () => Promise<Reply>]>([
    [
      `EipClaim photon-prod/mail may be made by Netclaim alone: change it ${door}`,
      () => create(stranger, claim('mail')),
    ],
    [
      `OvnEip photon-prod-web may be deleted by Netclaim alone: change EipClaim photon-prod/web ${door}`,
      () => ask(peers, stranger, `DELETE ${pathOf(named('photon-prod-web'))}`),
    ],
    [
      `OvnEip photon-prod-web: spec.v4Ip is not to be changed by eve@example.com: change EipClaim photon-prod/web ${door}`,
      () => patch(stranger, 'photon-prod-web', { spec: { v4Ip: '203.0.113.77' } }),
    ],
    [
      `Vpc photon-prod: spec.policyRoutes is not to be changed by eve@example.com: change VpcClaim photon-prod/main ${door}`,
      () => patch(stranger, 'photon-prod', { spec: { policyRoutes: null } }),
    ],
    [
      `Subnet photon-prod-production: spec.acls is not to be changed by eve@example.com: change SubnetClaim photon-prod/production ${door}`,
      () => patch(stranger, 'photon-prod-production', { spec: { acls: [] } }),
    ],
    [
      `Subnet photon-prod-production: metadata.labels[app.kubernetes.io/managed-by] is not to be changed by eve@example.com: change SubnetClaim photon-prod/production ${door}`,
      () =>
        patch(stranger, 'photon-prod-production', {
          metadata: { labels: { 'app.kubernetes.io/managed-by': null } },
        }),
    ],
    [
      `Subnet photon-prod-production: metadata.annotations[netclaim.dev/claim] is not to be changed by eve@example.com: change SubnetClaim photon-prod/production ${door}`,
      () =>
        patch(stranger, 'photon-prod-production', {
          metadata: { annotations: { 'netclaim.dev/claim': 'EipClaim a/b' } },
        }),
    ],
    [
      `Vpc photon-prod: metadata.ownerReferences is not to be changed by eve@example.com: change VpcClaim photon-prod/main ${door}`,
      () =>
        patch(stranger, 'photon-prod', {
          metadata: {
            ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'gw1', uid: 'a' }],
          },
        }),
    ],
    [
      `Vpc lab: metadata.labels[app.kubernetes.io/managed-by] is not to be changed by eve@example.com: change it ${door}`,
      () =>
        patch(stranger, 'lab', {
          metadata: { labels: { 'app.kubernetes.io/managed-by': 'netclaim' } },
        }),
    ],
    [
      `L2Advertisement kmetal-metallb/mgmt-pool: spec.ipAddressPools is not to be changed by eve@example.com: change it ${door}`,
      () =>
        ask(peers, stranger, `PATCH ${pathOf(l2('mgmt-pool'))}`, {
          type: 'application/merge-patch+json',
          value: { spec: { ipAddressPools: [] } },
        }),
    ],
    [
      `ProviderNetwork provider2: spec.interface is not to be changed by eve@example.com: change it ${door}`,
      () =>
        ask(peers, stranger, `PATCH ${pathOf(network)}`, {
          type: 'application/merge-patch+json',
          value: { spec: { interface: 'bond1.206' } },
        }),
    ],
    [
      `ProviderNetwork provider2 may be deleted by Netclaim alone: change it ${door}`,
      () => ask(peers, stranger, `DELETE ${pathOf(network)}`),
    ],
    [
      `ProviderNetwork lab may be made by Netclaim alone: change it ${door}`,
      () => create(stranger, { ...network, metadata: { name: 'lab' } }),
    ],
    [
      `KMetal ${platformName}: spec.networking is not to be changed by eve@example.com: change it ${door}`,
      () =>
        ask(peers, stranger, `PATCH ${pathOf(kmetal(platformName))}`, {
          type: 'application/merge-patch+json',
          value: { spec: { networking: { defaultProviderSubnet: null } } },
        }),
    ],
    [
      `KMetal ${platformName} may be deleted by Netclaim alone: change it ${door}`,
      () => ask(peers, stranger, `DELETE ${pathOf(kmetal(platformName))}`),
    ],
    [
      `Subnet photon-prod-extra: its name belongs to environment photon-prod: ${hand}`,
      () =>
        create(
          stranger,
          kubeOvn('Subnet', 'photon-prod-extra', { cidrBlock: '10.9.0.0/24', protocol: 'IPv4' }),
        ),
    ],
    [
      `Subnet extra: spec.vpc reaches into environment photon-prod: ${hand}`,
      () =>
        create(
          stranger,
          kubeOvn('Subnet', 'extra', {
            vpc: 'photon-prod',
            cidrBlock: '10.9.0.0/24',
            protocol: 'IPv4',
          }),
        ),
    ],
    [
      `OvnDnatRule steal: spec.ovnEip reaches into environment photon-prod: ${hand}`,
      () =>
        create(
          stranger,
          kubeOvn('OvnDnatRule', 'steal', {
            ovnEip: 'photon-prod-web',
            internalPort: '1',
            externalPort: '1',
            protocol: 'tcp',
          }),
        ),
    ],
    [
      `Vpc lab: spec.vpcPeerings reaches into environment photon-prod: ${hand}`,
      () =>
        patch(stranger, 'lab', {
          spec: { vpcPeerings: [{ remoteVpc: 'photon-prod', localConnectIP: '169.254.0.1/30' }] },
        }),
    ],
    [
      `Vpc lab: spec.namespaces reaches into environment photon-prod: ${hand}`,
      () => patch(stranger, 'lab', { spec: { namespaces: ['photon-prod'] } }),
    ],
    [
      `SwitchLBRule lab: annotation ovn.kubernetes.io/logical_router reaches into environment photon-prod: ${hand}`,
      () =>
        create(stranger, {
          ...kubeOvn('SwitchLBRule', 'lab', {
            vip: '10.9.0.9',
            ports: [{ name: 'a', port: 1, protocol: 'TCP' }],
          }),
          metadata: {
            name: 'lab',
            annotations: { 'ovn.kubernetes.io/logical_router': 'photon-prod' },
          },
        }),
    ],
    [
      `OvnEip lab: spec.externalSubnet takes addresses of Subnet provider2-ext: ${hand}`,
      () =>
        create(
          stranger,
          kubeOvn('OvnEip', 'lab', {
            externalSubnet: 'provider2-ext',
            v4Ip: '203.0.113.99',
            type: 'nat',
          }),
        ),
    ],
    [
      `Vpc lab: spec.extraExternalSubnets takes addresses of Subnet provider2-ext: ${hand}`,
      () =>
        patch(stranger, 'lab', {
          spec: { enableExternal: true, extraExternalSubnets: ['provider2-ext'] },
        }),
    ],
    [
      `Subnet lab: spec.vlan is the segment of Subnet provider2-ext: ${hand}`,
      () =>
        create(
          stranger,
          kubeOvn('Subnet', 'lab', {
            vlan: 'provider2',
            cidrBlock: '203.0.113.0/24',
            protocol: 'IPv4',
          }),
        ),
    ],
    ...[
      kubeOvn('VpcDns', 'lab', { vpc: 'photon-prod', subnet: 'photon-prod-production' }),
      kubeOvn('VpcNatGateway', 'lab', { vpc: 'photon-prod', subnet: 'own', lanIp: '10.9.0.9' }),
      inOther(kubeOvn('VpcEgressGateway', 'lab', { vpc: 'photon-prod', externalSubnet: 'own' })),
    ].map((one): [string, () => Promise<Reply>] => [
      `${one.kind} lab: spec.vpc reaches into environment photon-prod: ${hand}`,
      () => create(stranger, one),
    ]),
    [
      `IPPool lab: spec.namespaces reaches into environment photon-prod: ${hand}`,
      () =>
        create(
          stranger,
          kubeOvn('IPPool', 'lab', {
            subnet: 'own',
            namespaces: ['photon-prod'],
            ips: ['10.9.0.9'],
          }),
        ),
    ],
    [
      `SwitchLBRule lab: spec.namespace reaches into environment photon-prod: ${hand}`,
      () =>
        create(
          stranger,
          kubeOvn('SwitchLBRule', 'lab', {
            vip: '10.9.0.9',
            namespace: 'photon-prod',
            ports: [{ name: 'a', port: 1, protocol: 'TCP' }],
          }),
        ),
    ],
    ...[
      kubeOvn('IptablesEIP', 'lab', { externalSubnet: 'provider2-ext', natGwDp: 'own' }),
      inOther(kubeOvn('VpcEgressGateway', 'lab', { vpc: 'lab', externalSubnet: 'provider2-ext' })),
    ].map((one): [string, () => Promise<Reply>] => [
      `${one.kind} lab: spec.externalSubnet takes addresses of Subnet provider2-ext: ${hand}`,
      () => create(stranger, one),
    ]),
    [
      `VpcNatGateway lab: spec.externalSubnets takes addresses of Subnet provider2-ext: ${hand}`,
      () =>
        create(
          stranger,
          kubeOvn('VpcNatGateway', 'lab', { vpc: 'lab', externalSubnets: ['provider2-ext'] }),
        ),
    ],
    ...[
      kubeOvn('Vip', 'lab', { subnet: 'provider2-ext', v4ip: '203.0.113.99' }),
      kubeOvn('IPPool', 'lab', { subnet: 'provider2-ext', ips: ['203.0.113.99'] }),
    ].map((one): [string, () => Promise<Reply>] => [
      `${one.kind} lab: spec.subnet takes addresses of Subnet provider2-ext: ${hand}`,
      () => create(stranger, one),
    ]),
    [
      `L2Advertisement all has no spec.ipAddressPools and would announce every pool: name the pools, ${scope}`,
      () => create(stranger, l2('all', {})),
    ],
    [
      `L2Advertisement all chooses by spec.ipAddressPoolSelectors: name the pools in spec.ipAddressPools, ${scope}`,
      () => create(stranger, l2('all', { ipAddressPools: ['own'], ipAddressPoolSelectors: [{}] })),
    ],
    [
      `BGPAdvertisement all has no spec.ipAddressPools and would announce every pool: name the pools, ${scope}`,
      () => create(stranger, { ...l2('all', { peers: [] }), kind: 'BGPAdvertisement' }),
    ],
    [
      `L2Advertisement mine: spec.ipAddressPools names mgmt-pool, which Netclaim announces: leave it out, ${scope}`,
      () => create(stranger, l2('mine', { ipAddressPools: ['own', 'mgmt-pool'] })),
    ],
  ])('refused: %s', async (message, act) => {
    const { status, body } = await act()
    expect(body.message?.replace(/^.* denied request: /, '')).toBe(message)
    expect([status, body.reason]).toEqual([403, 'Forbidden'])
  })

  const pod = (namespace: string, annotations: Readonly<Record<string, string>>) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'guest', namespace, annotations },
    spec: { containers: [{ name: 'a', image: 'registry.example.com/a' }] },
  })
  const production = { 'ovn.kubernetes.io/logical_switch': 'photon-prod-production' }
  const serviceIn = (namespace: string) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'guest', namespace, annotations: { 'ovn.kubernetes.io/vpc': 'photon-prod' } },
    spec: { ports: [{ port: 80 }] },
  })

  test.each<[string, Made]>([
    [
      'Pod other/guest: annotation ovn.kubernetes.io/logical_switch reaches into environment photon-prod',
      pod('other', production),
    ],
    [
      'Pod other/guest: annotation ovn.kubernetes.io/logical_switch reaches into Subnet provider2-ext',
      pod('other', { 'ovn.kubernetes.io/logical_switch': 'provider2-ext' }),
    ],
    [
      'Pod other/guest: annotation net.other.ovn.kubernetes.io/logical_switch reaches into environment photon-prod',
      pod('other', { 'net.other.ovn.kubernetes.io/logical_switch': 'photon-prod-production' }),
    ],
    [
      'Pod other/guest: annotation k8s.v1.cni.cncf.io/networks reaches into environment photon-prod',
      pod('other', { 'k8s.v1.cni.cncf.io/networks': 'own-net, photon-prod/production-net' }),
    ],
    [
      'Pod other/guest: annotation k8s.v1.cni.cncf.io/networks reaches into environment photon-prod',
      pod('other', {
        'k8s.v1.cni.cncf.io/networks': '[{"name":"production-net","namespace": "photon-prod"}]',
      }),
    ],
    [
      'Service other/guest: annotation ovn.kubernetes.io/vpc reaches into environment photon-prod',
      serviceIn('other'),
    ],
  ])('refused: %s', async (message, one) => {
    const { status, body } = await create(stranger, one)
    expect(body.message).toContain(`${message}: leave it out, ${scope}`)
    expect(status).toBe(403)
  })

  test.each<[string, Made]>([
    ['a pod in the Subnet of its own environment', pod('photon-prod', production)],
    ['a Service in its own VPC', serviceIn('photon-prod')],
    ['a pod of the cluster itself', pod('kube-system', production)],
    [
      'a pod of another environment whose name only ends alike',
      pod('other', { 'k8s.v1.cni.cncf.io/networks': 'of-photon-prod/production-net' }),
    ],
  ])('%s passes', async (_, one) => {
    const { status, body } = await create(stranger, one)
    expect([status, body.message]).toEqual([201, undefined])
    expect((await ask(peers, stranger, `DELETE ${pathOf(one)}`)).status).toBe(200)
  })

  test('Kube-OVN believes what a pod says, whatever its namespace', async () => {
    const one = pod('kube-system', production)
    const guest = { ...one, spec: { ...one.spec, nodeName: 'gw1' } }
    expect((await create(undefined, guest)).status).toBe(201)
    const { body } = await until(
      () => ask(peers, undefined, `GET ${pathOf(guest)}`),
      ({ body: { metadata } }) =>
        JSON.stringify(metadata).includes('"ovn.kubernetes.io/ip_address"'),
      30,
    )
    expect(JSON.stringify(body.metadata)).toMatch(
      /"ovn.kubernetes.io\/ip_address":"10\.\d+\.\d+\.\d+".*"ovn.kubernetes.io\/logical_router":"photon-prod"/,
    )
    await ask(peers, undefined, `DELETE ${pathOf(guest)}?gracePeriodSeconds=0`)
  })

  test('refused: a name of an environment that the API server makes up the end of', async () => {
    const subnet = kubeOvn('Subnet', '', { cidrBlock: '10.9.0.0/24', protocol: 'IPv4' })
    const { status, body } = await ask(peers, stranger, 'POST /apis/kubeovn.io/v1/subnets', {
      value: { ...subnet, metadata: { generateName: 'photon-prod-' } },
    })
    expect(body.message).toMatch(
      /Subnet photon-prod-\w+: its name belongs to environment photon-prod: ask for it by a claim/,
    )
    expect(status).toBe(403)
  })

  test('what an owner leaves behind is collected, and a namespace ends', async () => {
    const [owner, owned] = [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'owner', namespace: 'photon-prod' },
      },
      tenant.find(({ kind }) => kind === 'NetworkAttachmentDefinition') as Manifest,
    ]
    const made = await create(stranger, owner)
    const { name, uid } = made.body.metadata
    await ask(peers, applier, `PATCH ${pathOf(owned)}`, {
      type: 'application/merge-patch+json',
      value: {
        metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid }] },
      },
    })
    await ask(peers, stranger, `DELETE ${pathOf(owner)}`)
    expect((await gone(owned)).status).toBe(404)
    await ask(peers, stranger, 'DELETE /api/v1/namespaces/photon-prod')
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'photon-prod' } }
    expect((await gone(namespace)).status).toBe(404)
  })

  test('the applier takes the tenant down, and Kube-OVN its router port along', async () => {
    const port = named('photon-prod-provider2-ext')
    const order = ['OvnSnatRule', 'Subnet', 'Vpc', 'OvnEip']
    for (const kind of order) {
      const those = tenant.filter((one) => one.kind === kind && one !== port)
      for (const one of those) await ask(peers, applier, `DELETE ${pathOf(one)}`)
      for (const one of those)
        expect([objectId(one), (await gone(one)).status]).toEqual([objectId(one), 404])
    }
    expect((await gone(port)).status).toBe(404)
  })
})

async function applyAll(manifests: readonly Manifest[]): Promise<readonly string[]> {
  const lines: string[] = []
  for (const one of manifests) {
    const { status, warning, body } = await apply(peers, applier, one)
    lines.push(
      [status, objectId(one), warning, status > 201 ? body.message : undefined]
        .filter(Boolean)
        .join(' '),
    )
  }
  return lines
}

function hasReady({ kind, metadata }: Manifest): boolean {
  return (
    ['Subnet', 'Vpc', 'OvnEip', 'OvnSnatRule'].includes(kind) && !metadata.name.endsWith('-dual')
  )
}

function isReady({ body: { kind, status = {} } }: Reply): boolean {
  if (kind === 'Vpc') return status.standby === true && status.extraExternalSubnets?.length === 1
  if (kind !== 'Subnet') return status.ready === true
  const conditions: readonly { readonly type: string; readonly status: string }[] =
    status.conditions ?? []
  return conditions.some(({ type, status: is }) => type === 'Ready' && is === 'True')
}

function named(name: string): Manifest {
  const found = tenant.find(({ metadata }) => metadata.name === name)
  if (found === undefined) throw new Error(`no ${name}`)
  return found
}

function patch(caller: Caller, name: string, value: unknown, part = ''): Promise<Reply> {
  const one = name === 'lab' ? kubeOvn('Vpc', 'lab', {}) : named(name)
  return ask(peers, caller, `PATCH ${pathOf(one)}${part}`, {
    type: 'application/merge-patch+json',
    value,
  })
}

interface Made {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly annotations?: unknown
  }
  readonly spec?: unknown
}

function create(caller: Caller | undefined, value: Made): Promise<Reply> {
  const { name: _, ...where } = value.metadata
  return ask(peers, caller, `POST ${pathOf({ ...value, metadata: where })}`, { value })
}

function gone(one: Parameters<typeof pathOf>[0]): Promise<Reply> {
  return until(
    () => ask(peers, undefined, `GET ${pathOf(one)}`),
    ({ status }) => status === 404,
  )
}

function claim(name: string) {
  const metadata = { name, namespace: 'photon-prod' }
  return {
    apiVersion: 'network.kmetal.io/v1alpha1',
    kind: 'EipClaim',
    metadata,
    spec: { type: 'nat' },
  }
}

function kmetal(name: string) {
  const [one] = base.filter(({ kind }) => kind === 'KMetal')
  return { apiVersion: 'kmetal.io/v1alpha1', kind: 'KMetal', metadata: { name }, spec: one?.spec }
}

function kubeOvn(kind: string, name: string, spec: unknown) {
  return { apiVersion: 'kubeovn.io/v1', kind, metadata: { name }, spec }
}

/** As one of another tenant's. */
function inOther(one: ReturnType<typeof kubeOvn>) {
  return { ...one, metadata: { ...one.metadata, namespace: 'other' } }
}

function l2(name: string, spec: unknown = {}) {
  const metadata = { name, namespace: 'kmetal-metallb' }
  return { apiVersion: 'metallb.io/v1beta1', kind: 'L2Advertisement', metadata, spec }
}

async function makeNamespace(name: string): Promise<void> {
  await ask(peers, undefined, 'POST /api/v1/namespaces', { value: { metadata: { name } } })
}

/** Our own kinds, served. */
async function ownKinds(): Promise<void> {
  for (const name of crdNames) {
    await apply(peers, undefined, crd(name))
    const [plural = '', group = ''] = name.split(/\.(.*)/)
    const list = `GET /apis/${group}/v1alpha1/${plural}`
    const served = await until(
      () => ask(peers, undefined, list),
      ({ status }) => status === 200,
      60,
    )
    expect([name, served.status]).toEqual([name, 200])
  }
}

/** One object for each door: tried, and not made. */
async function untilEffective(): Promise<void> {
  const vpc = kubeOvn('Vpc', 'probe', {})
  const labels = { 'app.kubernetes.io/managed-by': 'netclaim' }
  const ours = { ...vpc, metadata: { ...vpc.metadata, labels } }
  for (const value of [claim('probe'), ours, l2('all')]) {
    const { name: _, ...where } = value.metadata as { name: string; namespace?: string }
    const path = `${pathOf({ ...value, metadata: where })}?dryRun=All`
    const refused = await until(
      () => ask(peers, stranger, `POST ${path}`, { value }),
      ({ status }) => status === 403,
      60,
    )
    expect([value.kind, refused.status]).toEqual([value.kind, 403])
  }
}
