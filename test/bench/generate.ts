import type { Entry, Tree } from '../../lib/domain/document.ts'

/**
 * A claims repository of a given size, the same for the same seed.
 *
 * The mix: 1 VpcClaim, 4 SubnetClaims and 10 EipClaims (one of them `external`, three pinned) in each environment, one
 * file each claim of about 300 bytes; four provider networks with a /16 each; every tenth environment has a sibling whose name goes
 * on with a dash.
 */
export function generate(claims: number): Tree {
  const tree = new Map<string, Entry>()
  const environments = Math.max(1, Math.round(claims / 15))
  tree.set('netclaim.yaml', text('kubeOvnVersion: 1.16.2\n'))
  tree.set('platform/kmetal.yaml', text(platform()))
  for (let n = 0; n < environments; n++) {
    const name = environmentName(n)
    for (const [file, content] of environmentFiles(name, n)) {
      tree.set(`environments/${name}/${file}.yaml`, text(content))
    }
  }
  return tree
}

/** The name of the nth environment. */
export function environmentName(n: number): string {
  const team = `team${String(n - (n % 10 === 9 ? 1 : 0)).padStart(5, '0')}`
  return n % 10 === 9 ? `${team}-dev` : team
}

export function text(content: string): Entry {
  return { kind: 'text', text: content }
}

const NETWORKS = 4

function platform(): string {
  const networks = Array.from({ length: NETWORKS }, (_, n) =>
    [
      `      - name: net${n}`,
      `        interface: bond${n}.206`,
      '        subnets:',
      `          - name: ext-${n}`,
      `            cidrBlock: 100.${64 + n}.0.0/16`,
      `            gateway: 100.${64 + n}.0.1`,
      '            excludeIPs:',
      `              - 100.${64 + n}.0.1..100.${64 + n}.0.19`,
    ].join('\n'),
  )
  return `apiVersion: kmetal.io/v1alpha1
kind: KMetal
metadata:
  name: platform
spec:
  networking:
    defaultProviderSubnet: ext-0
    providerNetworks:
${networks.join('\n')}
    loadBalancer:
      tenantControlPlanes:
        addresses:
          - 172.21.208.100-172.21.208.250
    extraBlockedEgressCIDRs:
      - 172.16.0.0/16
`
}

function environmentFiles(name: string, n: number): ReadonlyMap<string, string> {
  const network = n % NETWORKS
  const files = new Map<string, string>()
  function add(kind: string, claimName: string, spec: readonly string[]): void {
    files.set(`${kind.toLowerCase()}-${claimName}`, claim(name, kind, claimName, spec))
  }
  add('VpcClaim', 'main', ['externalAccess: true', 'providerNetworkRef:', `  name: net${network}`])
  for (let subnet = 0; subnet < 4; subnet++) {
    const block = `10.${(n * 4 + subnet) % 200}.${subnet}.0/24`
    add('SubnetClaim', `plane-${subnet}`, [
      `cidrBlock: ${block}`,
      `enableSnatRule: ${subnet % 2 === 0}`,
      'excludeIps:',
      `  - ${block.replace('.0/24', '.1')}`,
      `  - ${block.replace('.0/24', '.10')}..${block.replace('.0/24', '.19')}`,
    ])
  }
  add('EipClaim', 'external', ['type: lrp'])
  for (let eip = 0; eip < 9; eip++) {
    const pin = eip < 3 ? [`v4Ip: ${pinOf(n, eip, network)}`] : []
    add('EipClaim', `web-${eip}`, ['type: nat', ...pin])
  }
  return files
}

/** Pins fill the segment from its end, so that floating claims do not meet them. */
function pinOf(n: number, eip: number, network: number): string {
  const offset = 65_534 - (Math.floor(n / NETWORKS) * 3 + eip)
  return `100.${64 + network}.${offset >> 8}.${offset & 255}`
}

function claim(namespace: string, kind: string, name: string, spec: readonly string[]): string {
  return `apiVersion: network.kmetal.io/v1alpha1
kind: ${kind}
metadata:
  name: ${name}
  namespace: ${namespace}
  labels:
    app.kubernetes.io/part-of: ${namespace}
    example.com/team: ${namespace}
  annotations:
    example.com/contact: "network-${namespace}@example.com"
    example.com/ticket: "NET-4711"
spec:
${spec.map((line) => `  ${line}`).join('\n')}
`
}
