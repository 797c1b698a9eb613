import type { Tree } from '../../lib/domain/document.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import { restOver } from '../../lib/pipeline/rest-over.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { coolingPath, poolOfPath } from '../../lib/pipeline/state/state-paths.ts'
import type { Repository } from '../../lib/ports/repository.ts'

interface Moment {
  /** Commit of main whose settings count. */
  readonly main: string
  /** In seconds since 1970. */
  readonly now: number
}

/** Since when something can be given again that rests by the state; undefined: nothing can. */
export async function restEnd(
  repository: Repository,
  state: StateTree,
  { main, now }: Moment,
): Promise<number | undefined> {
  const resting = [...state].filter(([path]) => poolOfPath(path)?.part === 'cooling')
  if (resting.length === 0) return undefined
  const settings = await (await repository.snapshot(main)).read(['netclaim.yaml'])
  return restOver(readState(new Map(resting)).value, { after: restIn(settings), now })
}

/** What of a state commit tells what rests. */
export async function readResting(repository: Repository, state: string): Promise<StateTree> {
  const pools = await (await repository.snapshot(state)).names('allocations/pools/')
  return pools.length === 0 ? new Map() : repository.readState(state, pools.map(coolingPath))
}

/** How long an address rests, in seconds; 0: not at all. */
export function restIn(main: Tree): number {
  const settings = main.get('netclaim.yaml')
  if (settings === undefined) return 0
  return readTree(new Map([['netclaim.yaml', settings]])).value.settings.reuse.after
}
