import type { Json } from '../../domain/emit.ts'

/** A claim that an import writes, and what it stands for. */
export interface ClaimDraft {
  readonly kind: 'VpcClaim' | 'SubnetClaim' | 'EipClaim'
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
  /** Ids of the objects that it explains, of those that there are. */
  readonly objects: readonly string[]
}

/** `SubnetClaim photon-prod/lan`. */
export function draftName({ kind, namespace, name }: ClaimDraft): string {
  return `${kind} ${namespace}/${name}`
}
