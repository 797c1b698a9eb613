import * as z from 'zod'
import { formatCidr, parseCidr } from '../../domain/net/cidr.ts'
import type { Platform } from '../../domain/platform.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import { droppedBy } from '../facts/kube-ovn-kinds.ts'
import { BLOCKED_PRIORITY, blockedByAll } from '../import/blocked-by-all.ts'
import type { Live } from '../import/live.ts'
import { Notes } from '../import/notes.ts'
import type { Found } from './in-object.ts'
import type { Wish } from './wish.ts'

const Spec = z.object({
  policyRoutes: z
    .array(z.object({ priority: z.number(), action: z.string(), match: z.string() }))
    .default([]),
})
type Route = z.infer<typeof Spec>['policyRoutes'][number]

/**
 * What the declaration would say for the drops that somebody added to a Vpc, as far as every Vpc has them; a text says why
 * it cannot, undefined that the hand is of something else.
 */
export function blockedWish(
  live: Live,
  platform: Platform | undefined,
): (found: Found) => Wish | string | undefined {
  const declared = (platform?.blocked ?? []).map(formatCidr)
  const more = blockedByAll(live, new Notes()).filter((cidr) => !declared.includes(cidr))
  const everywhere = new Set(more)
  return ({ hand, wanted, there }) => {
    if (wanted.kind !== 'Vpc' || hand.field !== '.spec.policyRoutes') return undefined
    const added = dropsAdded(wanted, there)
    if (added === undefined) return undefined
    if (!added.every((cidr) => everywhere.has(cidr)))
      return 'not every Vpc drops it, and extraBlockedEgressCIDRs is said for all of them'
    return { path: ['extraBlockedEgressCIDRs'], value: [...declared, ...more], meaning: canonical }
  }
}

/** Undefined where something else than drops of ours was added, or anything taken away. */
function dropsAdded(wanted: KubeObject, there?: KubeObject): readonly string[] | undefined {
  const [before, now] = [wanted, there].map(
    (one) => Spec.safeParse(one?.['spec']).data?.policyRoutes,
  )
  if (before === undefined || now === undefined) return undefined
  const [rendered, present] = [new Set(before.map(keyOf)), new Set(now.map(keyOf))]
  const added = now.filter((route) => !rendered.has(keyOf(route)))
  const cidrs = added.map(blockedIn)
  const isMore = added.length > 0 && [...rendered].every((key) => present.has(key))
  return isMore && cidrs.every((cidr) => cidr !== undefined) ? cidrs : undefined
}

function blockedIn({ priority, action, match }: Route): string | undefined {
  return priority === BLOCKED_PRIORITY && action === 'drop' ? droppedBy(match) : undefined
}

function keyOf({ priority, action, match }: Route): string {
  return `${priority} ${action} ${match}`
}

function canonical(text: string): string {
  const cidr = parseCidr(text)
  return cidr === undefined ? text : formatCidr(cidr)
}
