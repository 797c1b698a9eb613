import type * as z from 'zod'
import type { ClaimKind } from '../../domain/claims/claim.ts'
import { EipClaimSpec, type EipSpec, eipSpec } from '../../domain/claims/eip-claim.ts'
import type { Said } from '../../domain/claims/said.ts'
import { SubnetClaimSpec, type SubnetSpec, subnetSpec } from '../../domain/claims/subnet-claim.ts'
import { VpcClaimSpec, type VpcSpec, vpcSpec } from '../../domain/claims/vpc-claim.ts'
import type { Live, LiveObject } from './live.ts'

type Kind = Exclude<ClaimKind, 'Cluster'>

/** The claims of a kind that the cluster has in a namespace, by name. */
export function claimsIn(live: Live, kind: Kind): ReadonlyMap<string, readonly LiveObject[]> {
  return Map.groupBy(live.of(`network.kmetal.io/${kind}`), ({ namespace = '' }) => namespace)
}

/** What a claim asks for, canonical; undefined where it says what no claim can say. */
export function vpcSpecOf({ name, object }: LiveObject): VpcSpec | undefined {
  const fields = VpcClaimSpec.safeParse(object['spec'] ?? {}).data
  const { annotations = {} } = object.metadata
  return fields && whole(vpcSpec(said<typeof VpcClaimSpec>(name, fields, annotations)))
}

/** The same of a SubnetClaim's `spec`, whoever wrote it. */
export function subnetSpecOf(name: string, spec: unknown): SubnetSpec | undefined {
  const fields = SubnetClaimSpec.safeParse(spec).data
  return fields && whole(subnetSpec(said<typeof SubnetClaimSpec>(name, fields)))
}

export function eipSpecOf({ name, object }: LiveObject): EipSpec | undefined {
  const fields = EipClaimSpec.safeParse(object['spec'] ?? {}).data
  return fields && whole(eipSpec(said<typeof EipClaimSpec>(name, fields)))
}

function said<Spec extends z.ZodObject>(
  name: string,
  fields: z.output<Spec>,
  annotations: Readonly<Record<string, string>> = {},
): Said<Spec> {
  return { name, annotations, fields, bad: new Set() }
}

/** Complaints of the kind that something was filled in do not count. */
function whole<T>({
  seen,
  complaints,
}: {
  readonly seen: Partial<T>
  readonly complaints: readonly { readonly rule: { readonly severity: string } }[]
}): T | undefined {
  return complaints.some(({ rule }) => rule.severity === 'error') ? undefined : (seen as T)
}
