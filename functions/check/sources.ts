import type { Repository } from '../../lib/ports/repository.ts'
import type { Context } from '../context.ts'
import type { Ground } from './ground.ts'

/** Clusters that are named one by one. */
const NAMED = 5

/** What an answer was computed from, a short clause each. */
export async function sourcesOf(
  { repository, clock, engine }: Context,
  { main, state, observed }: Ground,
  { head, planned }: { readonly head: string; readonly planned: string },
): Promise<readonly string[]> {
  const facts = [...observed].toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, NAMED)
  const ages = facts.map(async ([branch, tip]) => {
    const { seconds } = await repository.commit(tip)
    const cluster = branch.split('/').at(-1) ?? branch
    return `facts of ${cluster} ${short(tip)}, ${ageText(clock.now() - seconds * 1_000)} old`
  })
  const rest = observed.size > NAMED ? [`and of ${observed.size - NAMED} more clusters`] : []
  return [
    `head ${short(head)}`,
    `main ${short(main)}`,
    `state ${short(state ?? 'none')}${await lagText(repository, planned, main)}`,
    ...(facts.length === 0 ? ['no facts of any cluster'] : await Promise.all(ages)),
    ...rest,
    `netclaim ${engine}`,
  ]
}

/** The first digits of a commit's id. */
export function short(id: string): string {
  return id.slice(0, 12)
}

/** How far the state lags behind main: what is merged since holds nothing yet. */
async function lagText(repository: Repository, planned: string, main: string): Promise<string> {
  if (planned === main) return ''
  const { length } = await repository.firstParents(planned, main)
  return ` (${length} ${length === 1 ? 'commit' : 'commits'} behind main)`
}

/** `3 minutes`, rounded down; less than a minute is `seconds`. */
export function ageText(milliseconds: number): string {
  const minutes = Math.floor(Math.max(0, milliseconds) / 60_000)
  if (minutes < 1) return 'seconds'
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}
