import type { Repository } from '../../lib/ports/repository.ts'
import { observedPrefix, readObserved } from '../allocate/observed.ts'
import { planner } from '../allocate/planner.ts'
import { laterGeneration, type StateHeader } from '../allocate/state-header.ts'
import type { Ground } from '../check/ground.ts'

/** Why the tip of the state, which was applied, is one too old: the cluster's own facts are of a later one. */
export async function wentBack(
  repository: Repository,
  {
    cluster,
    state,
    ground,
  }: {
    readonly cluster: string
    readonly state: StateHeader | undefined
    readonly ground: Ground
  },
): Promise<string | undefined> {
  const branch = `${observedPrefix}${cluster}`
  const tip = ground.observed.get(branch)
  if (tip === undefined || state === undefined) return undefined
  const { files } = await readObserved(repository, new Map([[branch, tip]]))
  const later = laterGeneration(state, planner.readFacts(files).value)
  if (later === undefined) return undefined
  // A forge may not give all branches as they are at one moment.
  const now = await repository.tips({ names: [ground.branch], below: [] })
  if (now.get(ground.branch) !== ground.state) return undefined
  return `went back to generation ${state.generation}, had ${later}`
}
