import { type Cidr, compareCidrs, formatCidr, parseCidr, sameCidr } from '../net/cidr.ts'
import type { Platform } from '../platform.ts'

/** One row of `Vpc.spec.policyRoutes`; without `nextHopIP`, which the controller would remove. */
export interface PolicyRoute {
  readonly priority: number
  readonly match: string
  readonly action: 'drop' | 'allow'
}

/** Above Kube-OVN's own allow of each subnet: a tenant's supernet must not open a segment. */
const providerPriority = 31_500
/** Where Kube-OVN allows each subnet of a VPC (pkg/util/const.go). */
const subnetPriority = 31_000
/** Below it: a tenant's own subnets inside a blocked range still reach each other. */
const blockedPriority = 30_500

/**
 * The drops of a VPC, one row per CIDR: a set in one row would be replaced as a whole, and the
 * controller deletes before it adds. A CIDR that is both kinds stands in both bands, so that
 * ceasing to be one of them opens nothing for a moment.
 */
export function policyRoutes(platform: Platform, allowed: readonly string[] = []): PolicyRoute[] {
  const providers = platform.networks.flatMap((network) => network.subnets.map(({ cidr }) => cidr))
  return [
    ...rows(providers, providerPriority, 'drop'),
    ...rows(allowed.map(canonical), subnetPriority, 'allow'),
    ...rows(platform.blocked, blockedPriority, 'drop'),
  ]
}

function rows(cidrs: readonly Cidr[], priority: number, action: 'drop' | 'allow'): PolicyRoute[] {
  return [...cidrs]
    .sort(compareCidrs)
    .filter((cidr, index, sorted) => index === 0 || !sameCidr(cidr, sorted[index - 1] as Cidr))
    .map((cidr) => ({ priority, match: destination(cidr), action }))
}

/** The one spelling that OVN surely compiles; a wrong one is taken and drops nothing. */
function destination(cidr: Cidr): string {
  return `${cidr.family === 'IPv4' ? 'ip4' : 'ip6'}.dst == ${formatCidr(cidr)}`
}

function canonical(text: string): Cidr {
  const cidr = parseCidr(text)
  if (cidr === undefined) throw new Error(`"${text}" is no canonical CIDR`)
  return cidr
}
