import type { ClaimKind } from '../../domain/claims/claim.ts'
import type { Json } from '../../domain/emit.ts'
import type { VipBlock } from '../../domain/vip/delegation.ts'

/** A claim that an import writes, and what it stands for. */
export interface ClaimDraft {
  readonly kind: ClaimKind
  /** Of a foreign kind, as it is served; absent: that of our claims. */
  readonly apiVersion?: string
  readonly namespace: string
  readonly name: string
  readonly annotations?: Readonly<Record<string, string>> | undefined
  /** As it is written. */
  readonly spec: Readonly<Record<string, Json | undefined>>
  /** The address that it holds, and the provider subnet that it is of. */
  readonly address?: string | undefined
  readonly pool?: string | undefined
  /** Of a VpcClaim: the provider subnet that its Vpc leaves through. */
  readonly externalSubnet?: string | undefined
  /** Of a KdcCluster: the VIP blocks that it has. */
  readonly blocks?: readonly VipBlock[]
  /** There is no file of it: it is gone, and what it had is not given to others yet. */
  readonly isLeaving?: true
  /** Ids of the objects that it explains, of those that there are. */
  readonly objects: readonly string[]
}

/** `SubnetClaim photon-prod/lan`. */
export function draftName({ kind, namespace, name }: ClaimDraft): string {
  return `${kind} ${namespace}/${name}`
}
