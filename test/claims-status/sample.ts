import type { StatusInput } from '../../lib/pipeline/claims-status/claim-statuses.ts'
import type { Lists } from '../../lib/pipeline/facts/lists.ts'

/** An object, and whatever it holds beside its name. */
export interface Sample {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly [field: string]: unknown
}

const groups: Readonly<Record<string, string>> = {
  VpcClaim: 'network.kmetal.io',
  SubnetClaim: 'network.kmetal.io',
  EipClaim: 'network.kmetal.io',
  ProviderNetwork: 'kubeovn.io',
  Vlan: 'kubeovn.io',
  Vpc: 'kubeovn.io',
  Subnet: 'kubeovn.io',
  OvnEip: 'kubeovn.io',
}

/** A claim of photon-prod. */
export function claim(kind: string, name: string, spec: object, more: object = {}) {
  const labels = { 'app.kubernetes.io/managed-by': 'netclaim' }
  const metadata = { name, namespace: 'photon-prod', uid: `uid-${name}`, generation: 1, labels }
  return { apiVersion: 'network.kmetal.io/v1alpha1', kind, metadata, spec, ...more }
}

/** An object of Kube-OVN. */
export function live(kind: string, name: string, spec: object, status: object) {
  return { apiVersion: 'kubeovn.io/v1', kind, metadata: { name }, spec, status }
}

/** What `going` makes of an object that waits for its finalizers. */
export function dying<T extends { metadata: object }>(object: T): T {
  const metadata = { ...object.metadata, deletionTimestamp: '2026-11-30T00:00:00Z' }
  return { ...object, metadata }
}

const conditions = [
  { type: 'Validated', status: 'True', reason: 'ValidateLogicalSwitchSuccess', message: '' },
  { type: 'Ready', status: 'True', reason: 'ResetLogicalSwitchAclSuccess', message: '' },
]

/** A tenant of which all is well, with the segment that it leaves through. */
export function tenant() {
  const external = { externalSubnet: 'provider2-ext' }
  return {
    main: claim('VpcClaim', 'main', { externalAccess: true }),
    external: claim('EipClaim', 'external', { type: 'lrp', v4Ip: '203.0.113.22' }),
    web: claim('EipClaim', 'web', { type: 'nat', v4Ip: '203.0.113.24' }),
    production: claim('SubnetClaim', 'production', { cidrBlock: '10.100.0.0/24' }),
    network: live('ProviderNetwork', 'provider2', {}, { ready: true, readyNodes: ['gw1'] }),
    vlan: live('Vlan', 'provider2', { id: 210, provider: 'provider2' }, {}),
    segment: live(
      'Subnet',
      'provider2-ext',
      {
        cidrBlock: '203.0.113.0/24',
        vlan: 'provider2',
        excludeIps: ['203.0.113.1..203.0.113.20'],
      },
      { v4availableIPs: 232, v4usingIPs: 2, conditions },
    ),
    vpc: live(
      'Vpc',
      'photon-prod',
      { enableExternal: true, extraExternalSubnets: ['provider2-ext'] },
      { standby: true, enableExternal: true, extraExternalSubnets: ['provider2-ext'] },
    ),
    subnet: live(
      'Subnet',
      'photon-prod-production',
      { vpc: 'photon-prod', cidrBlock: '10.100.0.0/24' },
      { v4availableIPs: 243, v4usingIPs: 10, v6availableIPs: 0, v6usingIPs: 0, conditions },
    ),
    egressEip: live(
      'OvnEip',
      'photon-prod-provider2-ext',
      { ...external, type: 'lrp', v4Ip: '203.0.113.22' },
      { ready: true, v4Ip: '203.0.113.22' },
    ),
    webEip: live(
      'OvnEip',
      'photon-prod-web',
      { ...external, type: 'nat', v4Ip: '203.0.113.24' },
      { ready: true, v4Ip: '203.0.113.24' },
    ),
  }
}

/** Whole lists of the objects, and empty ones of the other kinds. */
export function listsOf(objects: readonly Sample[]): Lists {
  const byKind = Map.groupBy(objects, ({ kind }) => kind)
  return new Map(
    Object.entries(groups).map(([kind, group]) => [
      `${group}/${kind}`,
      { outcome: 'whole', items: byKind.get(kind) ?? [] },
    ]),
  )
}

/** The tenant with some objects changed, or taken away (undefined). */
export function inputOf(
  changes: Readonly<Partial<Record<keyof ReturnType<typeof tenant>, Sample | undefined>>> = {},
  more: Partial<StatusInput> = {},
): StatusInput {
  const objects = Object.values({ ...tenant(), ...changes }).filter((one) => one !== undefined)
  return { lists: listsOf(objects), books: new Map(), ...more }
}
