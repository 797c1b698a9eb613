import type { Facts } from '../../domain/facts.ts'
import type { Book } from '../../domain/ledger/entry.ts'
import { vpcName } from '../../domain/names.ts'
import type { ClaimObject } from './claim-object.ts'
import type { Live } from './live.ts'
import type { LiveVpc } from './live-kinds.ts'
import type { HoldOf } from './verdict.ts'

type ServiceBinding = Facts['bindings'][number]

/** One environment: its claims, and what there is of them. */
export interface Environment {
  readonly namespace: string
  readonly vpcClaims: readonly ClaimObject[]
  readonly subnetClaims: readonly ClaimObject[]
  readonly eipClaims: readonly ClaimObject[]
  /** Its entries in the ledger; empty where nothing is known. */
  readonly book: Book
  readonly live: Live
  /** Its Vpc, if there is one. */
  readonly vpc: LiveVpc | undefined
  /** The provider subnet that its VPC leaves through: as the ledger says, else as the Vpc asks for. */
  readonly externalSubnet: string | undefined
  /** Services on its EipClaims, by claim; undefined where nobody tells. */
  readonly bindings: ReadonlyMap<string, ServiceBinding> | undefined
  readonly holdOf: HoldOf
}

/** What an environment is made of. */
export type EnvironmentParts = Omit<Environment, 'vpc' | 'externalSubnet'>

export function environmentOf(parts: EnvironmentParts): Environment {
  const vpc = parts.live.vpcs.get(vpcName(parts.namespace))
  const known = parts.book.values().find((entry) => entry.kind === 'VpcClaim')?.externalSubnet
  return { ...parts, vpc, externalSubnet: known ?? vpc?.spec.extraExternalSubnets[0] }
}
