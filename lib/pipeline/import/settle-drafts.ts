import type { Finding } from '../../domain/finding.ts'
import { MAX_ENVIRONMENT_COST, MAX_ENVIRONMENT_DOCUMENTS } from '../read/limits.ts'
import { type ClaimDraft, draftName } from './claim-draft.ts'
import { importRules } from './import-rules.ts'
import type { Notes } from './notes.ts'

/**
 * The drafts that stay: without those that break a rule of ours, without those that are too many for one environment, and
 * no network of an environment whose VPC, or whose way out, is not among them. Clusters rest on none: Kube-DC makes theirs.
 */
export function settleDrafts(
  drafts: readonly ClaimDraft[],
  faults: ReadonlyMap<string, Finding>,
  notes: Notes,
): readonly ClaimDraft[] {
  const environments = Map.groupBy(drafts, ({ namespace }) => namespace)
  return [...environments].flatMap(([namespace, some]) => {
    const sound = some.flatMap((draft) => soundPart(draft, faults, notes))
    const vpc = sound.find(({ kind }) => kind === 'VpcClaim')
    const hasPort = sound.some(({ kind, name }) => kind === 'EipClaim' && name === 'external')
    if (vpc !== undefined && (vpc.externalSubnet === undefined || hasPort))
      return withinLimits(sound, notes)
    const why =
      vpc === undefined
        ? `the Vpc of "${namespace}" stays as it is`
        : `the router port of "${namespace}" is not imported`
    for (const draft of some) if (!isCluster(draft)) leave(draft, notes, why)
    return withinLimits(sound.filter(isCluster), notes)
  })
}

function isCluster({ kind }: ClaimDraft): boolean {
  return kind === 'Cluster' || kind === 'KdcCluster'
}

/** Of a cluster that no file can say its blocks stay taken. */
function soundPart(
  draft: ClaimDraft,
  faults: ReadonlyMap<string, Finding>,
  notes: Notes,
): readonly ClaimDraft[] {
  const fault = faults.get(draftName(draft))
  if (fault === undefined || draft.isLeaving) return [draft]
  for (const id of draft.objects) notes.quote({ id }, fault)
  return draft.blocks === undefined ? [] : [{ ...draft, isLeaving: true }]
}

function leave(draft: ClaimDraft, notes: Notes, why: string): void {
  for (const id of draft.objects)
    notes.leave({ id }, importRules.rests, `${id} is not imported: ${why}`)
}

const RANKS = { VpcClaim: 0, KdcCluster: 1, SubnetClaim: 3, EipClaim: 4, Cluster: 5 }

/** The VPC, clusters with blocks, the way out, then subnets, addresses and other clusters, by name, as long as all of it is read. */
function withinLimits(drafts: readonly ClaimDraft[], notes: Notes): readonly ClaimDraft[] {
  const rank = ({ kind, name }: ClaimDraft) =>
    kind === 'EipClaim' && name === 'external' ? 2 : RANKS[kind]
  const sorted = drafts.toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
  let lines = 0
  return sorted.filter((draft, index) => {
    lines += linesOf(draft)
    const isWithin = index < MAX_ENVIRONMENT_DOCUMENTS && lines <= MAX_ENVIRONMENT_COST / 2
    if (isWithin) return true
    for (const id of draft.objects) {
      const message = `${id} is beyond what a repository reads of one environment`
      notes.leave({ id }, importRules.tooMany, message)
    }
    return false
  })
}

/** Lines of its file, about. */
function linesOf({ spec }: ClaimDraft): number {
  const lists = Object.values(spec).flatMap((value) => (Array.isArray(value) ? value : []))
  return 20 + lists.length
}
