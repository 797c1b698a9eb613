import * as z from 'zod'
import type { ClaimKind } from './claims/claim.ts'
import { label, note } from './claims/field.ts'
import { AnnotationMap, apiVersion, kind, LabelMap } from './claims/metadata.ts'
import { fieldRules } from './rules/field-rules.ts'

/** What the operators grant to one environment, from `platform/tenants/`. */
export interface Grants {
  readonly namespace: string
  /** `count/eipclaims.network.kmetal.io` and its siblings by claim kind; the smallest where several say one. */
  readonly quotas: Readonly<Partial<Record<ClaimKind, number>>>
  /** Annotation `netclaim.dev/provider-networks`, a comma-separated list; absent: none granted. */
  readonly providerNetworks?: readonly string[]
  /** Annotation `network.kube-dc.com/address-reservation: disabled`: no cluster of it gets VIP blocks. */
  readonly withoutVips?: true
}

/** The annotation of a Namespace that lists the provider networks granted to it. */
export const providerNetworksAnnotation = 'netclaim.dev/provider-networks'

/** The keys of `spec.hard` that count claims. */
export const quotaKeys = {
  VpcClaim: 'count/vpcclaims.network.kmetal.io',
  SubnetClaim: 'count/subnetclaims.network.kmetal.io',
  EipClaim: 'count/eipclaims.network.kmetal.io',
  Cluster: 'count/clusters.cluster.x-k8s.io',
  KdcCluster: 'count/kdcclusters.k8s.kube-dc.com',
} as const satisfies Record<keyof Grants['quotas'], string>

/** The kinds that a quota can count. */
export const countedKinds = [
  'VpcClaim',
  'SubnetClaim',
  'EipClaim',
  'Cluster',
  'KdcCluster',
] as const

/** A number of objects: Kubernetes prints it as a text, people write it as a number. */
const quantity = z
  .unknown()
  .check((payload) => {
    const { value: input, issues } = payload
    if (input === undefined || isCount(input)) return
    const objection = { rule: fieldRules.value, why: 'is no whole number from 0' }
    issues.push({ code: 'custom', input, message: objection.why, params: { objection } })
  })
  .optional()

/** A Namespace as its file holds it; what we do not use is left alone. */
export const NamespaceFile = z.looseObject({
  apiVersion: apiVersion('v1'),
  kind: kind('Namespace'),
  metadata: z.looseObject({
    name: label(),
    labels: LabelMap.optional(),
    annotations: AnnotationMap.optional(),
  }),
})

/** A ResourceQuota as its file holds it; other keys of `hard` are left alone. */
export const ResourceQuotaFile = z.looseObject({
  apiVersion: apiVersion('v1'),
  kind: kind('ResourceQuota'),
  metadata: z.looseObject({ name: label(), namespace: label() }),
  spec: z.looseObject({
    hard: note(
      z.looseObject({
        [quotaKeys.VpcClaim]: quantity,
        [quotaKeys.SubnetClaim]: quantity,
        [quotaKeys.EipClaim]: quantity,
        [quotaKeys.Cluster]: quantity,
        [quotaKeys.KdcCluster]: quantity,
      }),
      {
        description: 'How many claims or clusters of a kind the environment may have.',
        examples: [{ [quotaKeys.EipClaim]: '10' }],
        unit: 'claims',
      },
    ),
  }),
})

/** Whole numbers below 10^15, which a double holds exactly. */
function isCount(value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  return /^(?:0|[1-9]\d{0,14})$/.test(String(value))
}

/** The granted provider networks of an annotation's text, in its order; blanks around are dropped. */
export function grantedNetworks(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** The quotas of one `spec.hard`, added to those of another: the smaller one holds. */
export function smallerQuotas(
  before: Grants['quotas'],
  hard: Readonly<Record<string, unknown>>,
): Grants['quotas'] {
  const quotas: Partial<Record<keyof Grants['quotas'], number>> = { ...before }
  for (const kindOfClaim of countedKinds) {
    const written = hard[quotaKeys[kindOfClaim]]
    if (typeof written !== 'string' && typeof written !== 'number') continue
    const limit = Number(written)
    if (!Number.isSafeInteger(limit) || limit < 0) continue
    quotas[kindOfClaim] = Math.min(limit, quotas[kindOfClaim] ?? limit)
  }
  return quotas
}
