/** A command line of the seed that begins so, and what it shows below. */
export function seedSample(
  text: string,
  start: string,
): { readonly command: string; readonly output: string } {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`$ ${start}`))
  if (at < 0) throw new Error(`the seed has no command "${start}"`)
  let end = at
  while (lines[end]?.endsWith('\\')) end += 1
  const last = lines.findIndex(
    (line, index) => index > end && (line === '' || line.startsWith('$')),
  )
  return {
    command: lines
      .slice(at, end + 1)
      .join('\n')
      .slice(2),
    output: lines.slice(end + 1, last).join('\n'),
  }
}

/** Cells by row, without ages and however wide the columns are. */
export function columnsOf(output: string): readonly (readonly string[])[] {
  const rows = output
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const hasAge = rows[0]?.at(-1) === 'AGE'
  return rows.map((row, index) => (hasAge && index > 0 ? row.slice(0, -1) : row))
}

const apiVersion = 'network.kmetal.io/v1alpha1'

function ready(reason: string) {
  const lastTransitionTime = '2026-11-28T00:00:00Z'
  return {
    conditions: [{ type: 'Ready', status: 'True', reason, message: '', lastTransitionTime }],
  }
}

function metadata(name: string, namespace?: string) {
  const common = { name, labels: {}, annotations: {} }
  return namespace === undefined ? common : { ...common, namespace }
}

function subnet(namespace: string, name: string, counts: readonly [string, number, number]) {
  const [cidrBlock, v4AvailableIPs, v4UsingIPs] = counts
  return {
    apiVersion,
    kind: 'SubnetClaim',
    metadata: metadata(name, namespace),
    spec: { cidrBlock },
    status: {
      subnet: `${namespace}-${name}`,
      vpc: namespace,
      v4AvailableIPs,
      v4UsingIPs,
      ...ready('ResetLogicalSwitchAclSuccess'),
    },
  }
}

function eip(name: string, v4Ip: string, binding: object) {
  const spec = name === 'external' ? { type: 'lrp', v4Ip } : { type: 'nat', v4Ip }
  return {
    apiVersion,
    kind: 'EipClaim',
    metadata: metadata(name, 'photon-prod'),
    spec,
    status: { eip: `photon-prod-${name}`, v4Ip, bound: true, binding, ...ready('EipReady') },
  }
}

function network(name: string, device: string) {
  return {
    apiVersion,
    kind: 'ProviderNetwork',
    metadata: metadata(name),
    spec: { interface: device, subnets: [] },
    status: { ready: true, ...ready('Ready') },
  }
}

/** What the cluster of the seed must hold so that its commands show what they do. */
export const seedObjects = [
  network('provider', 'bond0.206'),
  network('provider2', 'bond0.210'),
  network('provider3', 'bond0.211'),
  {
    apiVersion: 'kmetal.io/v1alpha1',
    kind: 'KMetal',
    metadata: metadata('platform'),
    spec: {
      networking: { loadBalancer: { tenantControlPlanes: { addresses: ['172.21.208.100/32'] } } },
    },
    status: { components: [{ name: 'provider-networks', phase: 'Ready' }] },
  },
  {
    apiVersion,
    kind: 'VpcClaim',
    metadata: metadata('main', 'photon-prod'),
    spec: { externalAccess: true, providerNetworkRef: { name: 'provider2' } },
    status: { vpc: 'photon-prod', ...ready('VpcReady') },
  },
  subnet('dynamo-prod', 'production', ['10.100.0.0/24', 250, 3]),
  subnet('photon-prod', 'production', ['10.100.0.0/24', 243, 10]),
  subnet('photon-prod', 'staging', ['10.101.0.0/24', 251, 2]),
  eip('external', '198.51.100.22', { type: 'Vpc' }),
  eip('web', '198.51.100.24', {
    type: 'Service',
    service: { cluster: { name: 'solar' }, service: { namespace: 'demo', name: 'whoami' } },
  }),
]
