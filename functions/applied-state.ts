import { printable } from '../lib/domain/printable.ts'
import type { Settings } from '../lib/domain/settings.ts'
import { unitKindOf } from '../lib/pipeline/appliers/attempted.ts'
import type { Cluster } from '../lib/ports/cluster.ts'
import type { Repository } from '../lib/ports/repository.ts'
import { headerOf } from './tell/state-step.ts'

/** A state commit that a cluster has. */
export interface Applied {
  readonly commit: string
  readonly generation: number
}

/**
 * The state that Flux or Argo CD has come to in each of its units: nobody will apply an older one any more, so what is
 * absent then stays absent. Where nobody can tell, why not, a clause.
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
): Promise<Applied | string> {
  const units = unitKindOf(settings)
  if (units === undefined) return 'nobody but netclaim sync applies'
  const { apiVersion, kind } = units
  const listed = await cluster.list({ apiVersion, kind })
  if (listed.outcome === 'failed') return `${kind} cannot be listed: ${printable(listed.message)}`
  const items = listed.outcome === 'whole' ? listed.items : []
  const ours = items.filter((object) => units.isOurs(object))
  const commits = new Set(ours.flatMap((object) => units.attempted(object) ?? []))
  if (commits.size === 0) return `no ${kind} of ours has tried a commit yet`
  const found: Applied[] = []
  for (const commit of commits) {
    const said = `a ${kind} is at ${commit.slice(0, 12)}, which is`
    // Of another history, or of one that was moved back, nothing is said.
    if (!(await repository.isAncestor(commit, state)))
      return `${said} not in the history of state ${state.slice(0, 12)}`
    const generation = (await headerOf(repository, commit))?.generation
    if (generation === undefined) return `${said} no state of ours`
    found.push({ commit, generation })
  }
  const [first = 'no state is known'] = found.toSorted((a, b) => a.generation - b.generation)
  return first
}
