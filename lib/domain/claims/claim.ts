import type { Document } from '../document.ts'
import type { ClusterSpec } from './cluster.ts'
import type { EipSpec } from './eip-claim.ts'
import type { KdcClusterSpec } from './kdc-cluster.ts'
import type { SubnetSpec } from './subnet-claim.ts'
import type { VpcSpec } from './vpc-claim.ts'

/** The kinds that a tenant writes into an environment. */
export type ClaimKind = 'VpcClaim' | 'SubnetClaim' | 'EipClaim' | 'Cluster' | 'KdcCluster'

/** One claim as its file says it. */
export interface ClaimOf<Kind extends ClaimKind, Spec> {
  readonly kind: Kind
  /** A DNS label that equals the environment's folder. */
  readonly namespace: string
  /** A DNS label. */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  /** Canonical, defaults filled in; absent when any field cannot be used, so that the claim freezes. */
  readonly spec?: Spec
  /** Those fields of `spec` that could be read, so that the rest can be checked all the same. */
  readonly seen: Partial<Spec>
  readonly document: Document
}

export type VpcClaim = ClaimOf<'VpcClaim', VpcSpec>
export type SubnetClaim = ClaimOf<'SubnetClaim', SubnetSpec>
export type EipClaim = ClaimOf<'EipClaim', EipSpec>
export type Cluster = ClaimOf<'Cluster', ClusterSpec>
export type KdcCluster = ClaimOf<'KdcCluster', KdcClusterSpec>
export type Claim = VpcClaim | SubnetClaim | EipClaim | Cluster | KdcCluster

/** `SubnetClaim photon-prod/production`, as findings name an object. */
export function objectName(claim: Pick<Claim, 'kind' | 'namespace' | 'name'>): string {
  return `${claim.kind} ${claim.namespace}/${claim.name}`
}
