import type { Finding } from '../../domain/finding.ts'
import { type ClaimDraft, draftName } from './claim-draft.ts'
import { importRules } from './import-rules.ts'
import type { Notes } from './notes.ts'

/**
 * The drafts that stay: without those that break a rule of ours, and no network of an environment whose VPC, or whose way
 * out, is not among them. Clusters rest on none: Kube-DC makes theirs.
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
    if (vpc !== undefined && (vpc.externalSubnet === undefined || hasPort)) return sound
    const why =
      vpc === undefined
        ? `the Vpc of "${namespace}" stays as it is`
        : `the router port of "${namespace}" is not imported`
    for (const draft of some) if (!isCluster(draft)) leave(draft, notes, why)
    return sound.filter(isCluster)
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
