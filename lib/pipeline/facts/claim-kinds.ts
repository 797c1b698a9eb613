import * as z from 'zod'
import type { Gathered, Named } from './observed.ts'
import { shape, Text } from './reader.ts'
import { use } from './use.ts'

const EipClaim = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.unknown()).nullish() }),
  status: z
    .object({
      bound: z.unknown().optional(),
      binding: z
        .object({
          type: Text,
          service: z
            .object({
              cluster: z.object({ name: z.string() }),
              service: z.object({ namespace: z.string(), name: z.string() }),
            })
            .nullish(),
        })
        .nullish(),
    })
    .nullish(),
})

/**
 * A binding of type `Vpc` has no Service. A claim that we put there ourselves says nothing about Services until `bound` is
 * there: whoever looks for them writes it.
 */
export function readEipClaim(
  { namespace = '', name, object }: Named,
  into: Gathered,
): readonly string[] {
  const claim = EipClaim.safeParse(object)
  if (!claim.success) return shape(claim.error)
  const { metadata, status } = claim.data
  const isOurs = metadata.labels?.['app.kubernetes.io/managed-by'] === 'netclaim'
  if (isOurs && typeof status?.bound !== 'boolean') into.untold.add('EipClaim')
  const service = status?.binding?.service
  if (!service) return []
  into.bindings.push({
    environment: namespace,
    claim: name,
    cluster: service.cluster.name,
    service: `${service.service.namespace}/${service.service.name}`,
  })
  return []
}

const SubnetClaim = z.object({
  status: z.object({ v4UsingIPs: z.unknown(), v6UsingIPs: z.unknown() }).partial().nullish(),
})

/**
 * The claim mirrors the counters of its Subnet, `<namespace>-<claim>`, whose own come first; where that is known to be gone,
 * they are those of its last moment.
 */
export function readSubnetClaim(
  { namespace, name, object }: Named,
  into: Gathered,
): readonly string[] {
  const claim = SubnetClaim.safeParse(object)
  if (!claim.success) return shape(claim.error)
  const subnet = `${namespace}-${name}`
  if (into.usage.has(subnet) || isGone(subnet, into)) return []
  use(into, subnet, claim.data.status?.v4UsingIPs, claim.data.status?.v6UsingIPs)
  return []
}

/** Subnets are read before claims. */
function isGone(subnet: string, { subnets }: Gathered): boolean {
  return subnets !== undefined && !subnets.has(subnet)
}
