import type { Repository } from '../../lib/ports/repository.ts'
import { observedPrefix, readObserved } from '../allocate/observed.ts'
import { planner } from '../allocate/planner.ts'
import { laterGeneration, type StateHeader } from '../allocate/state-header.ts'

/** Why a commit that was applied is one too old: the cluster's own facts are of a later one. */
export async function wentBack(
  repository: Repository,
  {
    cluster,
    state,
    observed,
  }: {
    readonly cluster: string
    readonly state: StateHeader | undefined
    /** Branches of the clusters and their tips. */
    readonly observed: ReadonlyMap<string, string>
  },
): Promise<string | undefined> {
  const branch = `${observedPrefix}${cluster}`
  const tip = observed.get(branch)
  if (tip === undefined || state === undefined) return undefined
  const { files } = await readObserved(repository, new Map([[branch, tip]]))
  const later = laterGeneration(state, planner.readFacts(files).value)
  if (later === undefined) return undefined
  return `went back to generation ${state.generation}, had ${later}`
}
