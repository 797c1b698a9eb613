/** An EipClaim of type nat; without `address` it gets the lowest free one. */
export function eipClaim(namespace: string, name: string, address?: string): string {
  const pin = address === undefined ? '' : `\n  v4Ip: "${address}"`
  return `${head('EipClaim', namespace, name)}spec:\n  type: nat${pin}\n`
}

/** A VpcClaim that reaches the outside. */
export function vpcClaim(namespace: string): string {
  return `${head('VpcClaim', namespace, 'main')}spec:\n  externalAccess: true\n`
}

/** A SubnetClaim whose gateway is its first host. */
export function subnetClaim(namespace: string, name: string, cidrBlock: string): string {
  const gateway = cidrBlock.replace(/\d+\/\d+$/, '1')
  return `${head('SubnetClaim', namespace, name)}spec:
  cidrBlock: "${cidrBlock}"
  gateway: "${gateway}"
  protocol: IPv4
  excludeIps:
    - "${gateway}"
  enableSnatRule: true
`
}

/** A Namespace, and how many addresses it is granted. */
export function tenant(namespace: string, addresses: number): string {
  return `apiVersion: v1
kind: Namespace
metadata:
  name: ${namespace}
---
apiVersion: v1
kind: ResourceQuota
metadata:
  name: claims
  namespace: ${namespace}
spec:
  hard:
    count/eipclaims.network.kmetal.io: "${addresses}"
`
}

/** Several documents in one file. */
export function documents(...texts: readonly string[]): string {
  return texts.join('---\n')
}

function head(kind: string, namespace: string, name: string): string {
  return `apiVersion: network.kmetal.io/v1alpha1\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: ${namespace}\n`
}
