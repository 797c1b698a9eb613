import type { Settings } from '../lib/domain/settings.ts'
import { unitKindOf } from '../lib/pipeline/appliers/attempted.ts'
import type { Cluster } from '../lib/ports/cluster.ts'
import type { Repository } from '../lib/ports/repository.ts'
import { headerOf } from './tell/state-step.ts'

/**
 * The state that Flux or Argo CD has come to in each of its units: nobody will apply an older one any more, so what is
 * absent then stays absent. Undefined where nobody can tell.
 *
 * A unit that fails counts with what it tried: it has not removed what it should, but that is still there to be seen.
 */
export async function appliedState(
  {
    cluster,
    repository,
  }: { readonly cluster: Pick<Cluster, 'list'>; readonly repository: Repository },
  settings: Pick<Settings, 'appliedBy'>,
  state: string,
): Promise<{ readonly commit: string; readonly generation: number } | undefined> {
  const units = unitKindOf(settings)
  if (units === undefined) return undefined
  const { apiVersion, kind } = units
  const listed = await cluster.list({ apiVersion, kind })
  if (listed.outcome !== 'whole') return undefined
  const ours = listed.items.filter((object) => units.isOurs(object))
  const commits = new Set(ours.flatMap((object) => units.attempted(object) ?? []))
  if (commits.size === 0) return undefined
  const found: { readonly commit: string; readonly generation: number }[] = []
  for (const commit of commits) {
    // Of another history, or of one that was moved back, nothing is said.
    if (!(await repository.isAncestor(commit, state))) return undefined
    const generation = (await headerOf(repository, commit))?.generation
    if (generation === undefined) return undefined
    found.push({ commit, generation })
  }
  return found.toSorted((a, b) => a.generation - b.generation)[0]
}
