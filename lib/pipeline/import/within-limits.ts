import { MAX_ENVIRONMENT_COST, MAX_ENVIRONMENT_DOCUMENTS } from '../read/limits.ts'
import type { ClaimDraft } from './claim-draft.ts'
import { importRules } from './import-rules.ts'
import { MAX_IMPORTED } from './limits.ts'
import type { Notes } from './notes.ts'

const RANKS = { VpcClaim: 0, KdcCluster: 1, SubnetClaim: 3, EipClaim: 4, Cluster: 5 }

/**
 * The drafts that are not too many for their environment: its VPC, clusters with blocks, the way out, then subnets, addresses
 * and other clusters, by name. Of a cluster that is left out the blocks stay taken.
 */
export function withinLimits(drafts: readonly ClaimDraft[], notes: Notes): readonly ClaimDraft[] {
  const leaving = drafts.filter(({ isLeaving }) => isLeaving)
  const written = drafts.filter(({ isLeaving }) => !isLeaving)
  const environments = Map.groupBy(written, ({ namespace }) => namespace)
  return [...leaving, ...[...environments.values()].flatMap((some) => within(some, notes))]
}

function within(drafts: readonly ClaimDraft[], notes: Notes): readonly ClaimDraft[] {
  const sorted = drafts.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.name < b.name ? -1 : 1))
  let lines = 0
  const end = sorted.findIndex((draft, nth) => {
    lines += linesOf(draft)
    return nth >= MAX_IMPORTED || lines > MAX_ENVIRONMENT_COST / 2
  })
  if (end < 0) return sorted
  const beyond = sorted.slice(end)
  for (const { namespace, objects } of beyond)
    for (const id of objects) {
      const message = `${id}: environment "${namespace}" would have ${sorted.length} claims, of which ${end} are imported, since at most ${MAX_ENVIRONMENT_DOCUMENTS} documents of one are read`
      notes.leave({ id }, importRules.tooMany, message)
    }
  const taken = beyond.filter(({ blocks }) => blocks !== undefined)
  return [...sorted.slice(0, end), ...taken.map((one) => ({ ...one, isLeaving: true as const }))]
}

function rankOf({ kind, name }: ClaimDraft): number {
  return kind === 'EipClaim' && name === 'external' ? 2 : RANKS[kind]
}

/** Lines of its file, about. */
function linesOf({ spec }: ClaimDraft): number {
  const lists = Object.values(spec).flatMap((value) => (Array.isArray(value) ? value : []))
  return 20 + lists.length
}
