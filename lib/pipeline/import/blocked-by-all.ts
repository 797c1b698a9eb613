import { droppedBy } from '../facts/kube-ovn-kinds.ts'
import type { Live } from './live.ts'
import type { Notes } from './notes.ts'
import { isKubeOvns } from './platform-found.ts'
import { shapes, specOf } from './shapes.ts'

/** Where Netclaim writes what all tenants are kept away from. */
export const BLOCKED_PRIORITY = 30_500

/** The blocks that every VPC drops at that priority, in canonical order: `extraBlockedEgressCIDRs`. */
export function blockedByAll(live: Live, notes: Notes): readonly string[] {
  const vpcs = live.of('kubeovn.io/Vpc').filter((one) => !isKubeOvns(one) && !notes.isLeft(one))
  const [first, ...rest] = vpcs.map((one) => {
    const routes = specOf(one, shapes.vpc).policyRoutes.filter(
      ({ priority, action }) => priority === BLOCKED_PRIORITY && action === 'drop',
    )
    return new Set(routes.flatMap(({ match }) => droppedBy(match) ?? []))
  })
  if (first === undefined) return []
  return [...first].filter((cidr) => rest.every((dropped) => dropped.has(cidr))).toSorted()
}
