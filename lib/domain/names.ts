import { sha256 } from './sha256.ts'

/** The Vpc of an environment has its namespace's name. */
export function vpcName(namespace: string): string {
  return namespace
}

/** The cluster-scoped Subnet of a SubnetClaim; two pairs can give one name, which a rule finds. */
export function subnetName(namespace: string, claim: string): string {
  return `${namespace}-${claim}`
}

/** The NetworkAttachmentDefinition of a SubnetClaim that names none. */
export function nadName(claim: string): string {
  return `${claim}-net`
}

/** Kube-OVN's provider: three fields, the last `ovn`, else it takes it for a foreign network. */
export function providerOf(namespace: string, nad: string): string {
  return `${nad}.${namespace}.ovn`
}

/** The cluster-scoped OvnEip of an EipClaim other than `external`. */
export function eipName(namespace: string, claim: string): string {
  return `${namespace}-${claim}`
}

/** The OvnEip that Kube-OVN adopts as a VPC's router port (pkg/controller/vpc.go). */
export function egressEipName(vpc: string, providerSubnet: string): string {
  return `${vpc}-${providerSubnet}`
}

/** What the AddressReservations of a KdcCluster begin with: `<stem>-1`, cluster-scoped. */
export function reservationStem(namespace: string, cluster: string): string {
  return `${namespace}-${cluster}`
}

/** The AddressReservation of a VIP block. */
export function reservationName(namespace: string, cluster: string, ordinal: number): string {
  return `${reservationStem(namespace, cluster)}-${ordinal}`
}

/** The OvnSnatRule of a SubnetClaim. */
export function snatName(namespace: string, claim: string): string {
  return `${namespace}-${claim}`
}

/** The AddressArena of a project: the ledger of its VIP blocks. */
export function arenaName(namespace: string): string {
  return `vip-${namespace}`
}

/** What the name of a SwitchLBRule of an environment begins with. */
export function mirrorStem(namespace: string): string {
  return `${namespace}-`.slice(0, mirrorStart)
}

/**
 * The SwitchLBRule that stands for an address of a Service in a tenant cluster. Kube-OVN puts `slr-` before it and makes
 * a Service of that: 63 characters. The end keeps two apart whatever dashes their names have.
 */
export function mirrorName({ environment, cluster, service, address }: MirrorKey): string {
  const readable = `${environment}-${cluster}-${service.replace('/', '-')}`
  const digest = sha256([environment, cluster, service, address].join(' '))
  return `${readable.slice(0, mirrorStart)}-${digest.slice(0, mirrorDigest)}`
}

interface MirrorKey {
  readonly environment: string
  readonly cluster: string
  readonly service: string
  readonly address: string
}

/** Whoever names Services in a tenant cluster must not find one that ends like another environment's. */
const mirrorDigest = 16
const mirrorStart = 63 - 'slr-'.length - 1 - mirrorDigest
