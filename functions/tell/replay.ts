import { type Facts, noFacts } from '../../lib/domain/facts.ts'
import type { Checked } from '../../lib/domain/finding.ts'
import { digestOf } from '../../lib/pipeline/facts-digest.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { factsPath, statePath } from '../../lib/pipeline/state/state-paths.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import { build, type Planned } from '../allocate/build.ts'
import { planner } from '../allocate/planner.ts'
import type { StateStep } from './state-step.ts'

/**
 * Plans again what led to a state commit, for what it had to say: a run may have died between the commit and its word.
 * Gives the commits of main that it stands for, the last one with the state commit; nothing for one that new facts made.
 */
export async function replay(
  repository: Repository,
  { commit, header, parent, before }: StateStep,
): Promise<readonly Planned[]> {
  if (header.source === before.source) return []
  const state = await repository.readState(parent)
  const after = await repository.readState(commit)
  // Where main was rewritten, only the commit that is planned is known to be new.
  const isKnown = await repository.isAncestor(before.source, header.source)
  const sources = isKnown
    ? await repository.firstParents(before.source, header.source)
    : [await repository.commit(header.source)]
  const base = {
    tip: parent,
    state,
    ...(isKnown ? { tree: await repository.readTree(before.source) } : {}),
  }
  const { value: then } = readState(new Map([[statePath, after.get(statePath) ?? '']]))
  const context = {
    // It is written already; another one of the same parent and date would be the same or nobody's.
    repository: { ...repository, write: async () => commit },
    planner,
    // As it was then: what is pinned today is no matter of that commit, nor what time it is.
    engine: then.engine ?? '',
    observedAt: async () => then.time ?? 0,
    facts: factsIn(after, header.facts),
    neverApplied: false,
  }
  const steps = sources.map((source) => ({ occasion: 'commit', source }) as const)
  return (await build(context, base, steps, steps.length)).planned
}

/** The state keeps the facts that it was planned with, unless they were another cluster's. */
function factsIn(state: ReadonlyMap<string, string>, digest: string | undefined): Checked<Facts> {
  const text = state.get(factsPath)
  if (text === undefined || digest === undefined) return { value: noFacts, findings: [] }
  const file = `apiVersion: netclaim.dev/v1alpha1\nkind: Facts\n${text}`
  const { value } = planner.readFacts(new Map([[factsPath, file]]))
  return { value: digestOf(value) === digest ? value : noFacts, findings: [] }
}
