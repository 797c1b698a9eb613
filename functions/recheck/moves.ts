import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { statePath } from '../../lib/pipeline/state/state-paths.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import type { Ground } from '../check/ground.ts'
import { stateSnapshot } from '../check/state-snapshot.ts'
import type { Moved } from './affects.ts'
import type { Commits } from './reads.ts'

/**
 * What moved since the commits of an answer. Throws `OutsideError`, not retryable, where main and the state were never at
 * them: what a job of a pull request says that it judged on may be anything, and is not read.
 */
export type Moves = (from: Pick<Commits, 'main' | 'state'>) => Promise<Moved>

/** What moved from there to the present commits; many answers are of the same ones, which are compared once. */
export function movesTo(repository: Repository, ground: Ground): Moves {
  const known = new Map<string, Promise<Moved>>()
  const { main: newest, state: present } = ground
  async function find({ main, state }: Pick<Commits, 'main' | 'state'>): Promise<Moved> {
    const now = present ?? state
    if (!(await leadsTo(repository, main, newest)) || !(await leadsTo(repository, state, now)))
      throw new OutsideError('an answer is of commits that are none of main and the state', {
        system: 'git',
        retryable: false,
      })
    const [files, ledger] = await Promise.all([
      differing(repository, main, newest),
      differing(repository, state, now),
    ])
    const isAnother =
      state !== now && (await headText(repository, state)) !== (await headText(repository, now))
    // What is spent, or which cluster reports, can change any answer; every one of them reads the settings.
    return { main: isAnother ? [...files, 'netclaim.yaml'] : files, state: ledger }
  }
  return (from) => {
    const key = `${from.main} ${from.state}`
    const moved = known.get(key) ?? find(from)
    known.set(key, moved)
    return moved
  }
}

async function leadsTo(repository: Repository, from: string, to: string): Promise<boolean> {
  return from === to || repository.isAncestor(from, to)
}

async function differing(
  repository: Repository,
  from: string,
  to: string,
): Promise<readonly string[]> {
  return from === to ? [] : [...(await repository.differences(from, to)).keys()]
}

/** What `state.yaml` says beside how often and for which commit and facts it was planned. */
async function headText(repository: Repository, state: string): Promise<string> {
  const files = await (await stateSnapshot(repository, state)).read([statePath])
  const entry = files.get(statePath)
  const text = entry?.kind === 'text' ? entry.text : ''
  const { spent, cluster, engine, neverApplied } = readState(new Map([[statePath, text]])).value
  return JSON.stringify([spent, cluster, engine, neverApplied])
}
