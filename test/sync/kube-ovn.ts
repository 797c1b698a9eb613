import type { KubeObject } from '../../lib/ports/cluster.ts'

const RULES = ['OvnSnatRule', 'OvnDnatRule']
const FINALIZER = 'kubeovn.io/kube-ovn-controller'
const HELD = ['Vpc', 'Subnet', 'OvnEip', ...RULES]

/**
 * What Kube-OVN does, as far as the sync can see it (facts/observed.md): finalizers, status, and what waits for what when
 * it is deleted. A rule whose Vpc is gone first terminates for ever.
 */
export function kubeOvn(object: KubeObject, all: readonly KubeObject[]): KubeObject | undefined {
  if (object.metadata.deletionTimestamp !== undefined) return dying(object, all)
  const status = statusFor(object, all)
  if (status === undefined) return object
  const finalizers = object.metadata.finalizers ?? []
  const held = HELD.includes(object.kind) && !finalizers.includes(FINALIZER)
  if (!held && JSON.stringify(status) === JSON.stringify(object['status'])) return object
  const metadata = held
    ? { ...object.metadata, finalizers: [...finalizers, FINALIZER] }
    : object.metadata
  return { ...object, metadata, status }
}

function dying(object: KubeObject, all: readonly KubeObject[]): KubeObject | undefined {
  const { kind, metadata } = object
  const spec = specOf(object)
  const rules = all.filter((one) => RULES.includes(one.kind))
  const has = (other: string, name: unknown) =>
    all.some((one) => one.kind === other && one.metadata.name === name)
  if (RULES.includes(kind)) {
    const vpc = all.find((one) => one.kind === 'Subnet' && one.metadata.name === spec['vpcSubnet'])
    const router =
      spec['vpc'] ?? (vpc && specOf(vpc)['vpc']) ?? metadata.labels?.['netclaim.dev/environment']
    return has('Vpc', router) ? undefined : object
  }
  if (kind === 'OvnEip')
    return rules.some((one) => specOf(one)['ovnEip'] === metadata.name) ? object : undefined
  if (kind === 'Vpc')
    return all.some((one) => one.kind === 'Subnet' && specOf(one)['vpc'] === metadata.name)
      ? object
      : undefined
  return undefined
}

function statusFor(object: KubeObject, all: readonly KubeObject[]): object | undefined {
  const spec = specOf(object)
  const find = (kind: string, name: unknown) =>
    all.find((one) => one.kind === kind && one.metadata.name === name)
  // Whatever the spec says later: the first is what stays.
  const former = object['status']
  switch (object.kind) {
    case 'Vpc':
      return {
        standby: true,
        enableExternal: spec['enableExternal'] ?? false,
        extraExternalSubnets: spec['extraExternalSubnets'] ?? [],
      }
    case 'Subnet':
      return { conditions: [{ type: 'Ready', status: 'True' }], v4usingIPs: 0, v6usingIPs: 0 }
    case 'OvnEip':
      return (former as object | undefined) ?? { ready: true, v4Ip: spec['v4Ip'] }
    case 'OvnSnatRule': {
      const [eip, subnet] = [find('OvnEip', spec['ovnEip']), find('Subnet', spec['vpcSubnet'])]
      if (former !== undefined || eip === undefined || subnet === undefined) return former as object
      return { ready: true, v4Eip: specOf(eip)['v4Ip'], v4IpCidr: specOf(subnet)['cidrBlock'] }
    }
    case 'ProviderNetwork':
      return { ready: true }
    case 'CustomResourceDefinition':
      return { conditions: [{ type: 'Established', status: 'True' }] }
    default:
      return undefined
  }
}

function specOf(object: KubeObject): Record<string, unknown> {
  return (object['spec'] ?? {}) as Record<string, unknown>
}
