/** Files by path. */
export type Files = Readonly<Record<string, string>>

/** What a KMetal file can say otherwise than usual. */
export interface PlatformText {
  /** `excludeIPs` of ext-a, YAML. */
  readonly excludes?: string
  /** More provider networks, YAML of list entries at six spaces. */
  readonly networks?: string
  /** `extraBlockedEgressCIDRs`, YAML. */
  readonly blocked?: string
}

/** Two segments: ext-a gives 198.51.100.20 to .199, ext-b 203.0.113.2 to .254; a pool of control planes. */
export function platformFile(text: PlatformText = {}): string {
  const {
    excludes = '[198.51.100.1..198.51.100.19, 198.51.100.200..198.51.100.254]',
    networks = '',
    blocked = '[]',
  } = text
  return `apiVersion: kmetal.io/v1alpha1
kind: KMetal
metadata: {name: platform}
spec:
  networking:
    defaultProviderSubnet: ext-a
    providerNetworks:
      - name: provider
        interface: bond0.206
        vlanID: 0
        subnets:
          - name: ext-a
            cidrBlock: 198.51.100.0/24
            gateway: 198.51.100.1
            excludeIPs: ${excludes}
      - name: provider2
        interface: bond0.210
        vlanID: 0
        subnets:
          - name: ext-b
            cidrBlock: 203.0.113.0/24
            gateway: 203.0.113.1
            excludeIPs: [203.0.113.1]
${networks}    loadBalancer:
      tenantControlPlanes:
        addresses: [172.21.208.100-172.21.208.250]
    extraBlockedEgressCIDRs: ${blocked}
`
}

/** One claim as a document; `spec` is YAML in flow style. */
export function claim(kind: string, name: string, spec = '{}', annotations = '{}'): string {
  return `apiVersion: network.kmetal.io/v1alpha1
kind: ${kind}
metadata: {name: ${name}, annotations: ${annotations}}
spec: ${spec}
`
}

/** A Cluster; `subnet` and `address` are variables of its topology. */
export function cluster(name: string, { subnet = '', address = '' } = {}): string {
  const network = subnet === '' ? '{}' : `{subnet: ${subnet}}`
  const plane = address === '' ? '{}' : `{network: {serviceAddress: ${address}}}`
  return `apiVersion: cluster.x-k8s.io/v1beta1
kind: Cluster
metadata: {name: ${name}}
spec:
  topology:
    class: kmetal
    variables:
      - name: network
        value: ${network}
      - name: controlPlane
        value: ${plane}
`
}

/** Several documents as one file. */
export function documents(...texts: readonly string[]): string {
  return texts.join('---\n')
}

/** VpcClaim main, SubnetClaim production with SNAT, EipClaims external and web. */
export function claims(): string {
  return documents(
    claim('VpcClaim', 'main', '{externalAccess: true}'),
    claim('SubnetClaim', 'production', '{cidrBlock: 10.100.0.0/24, enableSnatRule: true}'),
    claim('EipClaim', 'external', '{type: lrp, v4Ip: 198.51.100.22}'),
    claim('EipClaim', 'web', '{type: nat, v4Ip: 198.51.100.24}'),
  )
}

/** As many EipClaims as wanted, `eip-00` and so on. */
export function eips(count: number, from = 0): string {
  const names = Array.from({ length: count }, (_, n) => `eip-${String(n + from).padStart(2, '0')}`)
  return documents(...names.map((name) => claim('EipClaim', name)))
}

/** A file that lets a brake go. */
export function acknowledgement(
  brake: string,
  subject: string,
  allows: readonly string[],
  reason = 'decided by the platform team',
): string {
  return `apiVersion: netclaim.dev/v1alpha1
kind: Acknowledgement
metadata: {name: ${brake}}
spec:
  brake: ${brake}
  subject: "${subject}"
  allows: ${JSON.stringify(allows)}
  reason: ${reason}
`
}

/** A file that moves an allocation. */
export function transfer(from: string, to: string, reason = 'renamed'): string {
  return `apiVersion: netclaim.dev/v1alpha1
kind: Transfer
metadata: {name: move}
spec: {from: ${from}, to: ${to}, reason: ${reason}}
`
}

/** A Reservation of ext-a; `more` is YAML in flow style, `environment: photon-prod, until: "2027-01-31"`. */
export function reservation(name: string, addresses: readonly string[], more = ''): string {
  return `apiVersion: netclaim.dev/v1alpha1
kind: Reservation
metadata: {name: ${name}}
spec: {pool: ext-a, addresses: ${JSON.stringify(addresses)}, reason: partners know it${more === '' ? '' : `, ${more}`}}
`
}
