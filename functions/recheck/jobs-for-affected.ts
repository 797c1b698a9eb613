import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Waiting } from '../../lib/ports/forge.ts'
import type { Job } from '../../lib/ports/job-queue.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import { type Ground, keyOn } from '../check/ground.ts'
import { type CheckKey, keyText, parseKey } from '../check/key.ts'
import type { Context } from '../context.ts'
import { affects, areSame } from './affects.ts'
import { isHung } from './is-hung.ts'
import { type Moves, movesTo } from './moves.ts'
import { type Commits, readsOfCheck } from './reads.ts'

/** The open pull requests whose answer is missing, hangs, or could be another one by now, as jobs. */
export async function jobsForAffected(context: Context, ground: Ground): Promise<readonly Job[]> {
  const jobs: Job[] = []
  const moves = movesTo(context.repository, ground)
  for (const waiting of await context.forge.openPullRequests(context.main)) {
    const move = moveOf(context, ground, waiting)
    const isAffected =
      typeof move === 'boolean' ? move : await canAffect(context.repository, move, moves)
    const { number } = waiting.pullRequest
    if (isAffected) jobs.push({ kind: 'pull-request', repository: context.name, number })
  }
  return jobs
}

/** From which commits to which an answer would have to move. */
interface Move {
  readonly from: Commits
  readonly to: Commits
}

/** What the answer itself tells: whether it is to be made anew, or what has to be looked at to know. */
function moveOf(
  { clock, engine }: Context,
  ground: Ground,
  { answered, pullRequest: { head } }: Waiting,
): boolean | Move {
  if (answered === undefined || isHung(answered, clock)) return true
  const { key, conclusion } = answered
  const former = parseKey(key)
  // What was superseded may be the head again.
  if (former?.head !== head || former.engine !== engine || conclusion === 'cancelled') return true
  const present = keyOn(ground, head, engine)
  // That nothing of claims is touched, no other commit can change.
  if (key === keyText(present) || conclusion === 'neutral') return false
  return conclusion === 'action_required' ? true : moveBetween(former, present)
}

/** Facts are read whole: new ones can change any answer. */
function moveBetween(from: CheckKey, to: CheckKey): true | Move {
  return from.observed === to.observed && hasState(from) && hasState(to) ? { from, to } : true
}

function hasState(key: CheckKey): key is CheckKey & { readonly state: string } {
  return key.state !== undefined
}

/** Whether anything that the check read, or would read now, is among what moved. */
async function canAffect(repository: Repository, move: Move, moves: Moves): Promise<boolean> {
  try {
    const moved = await moves(move.from)
    const before = await readsOfCheck(repository, move.from)
    if (before === undefined || affects(moved, before)) return true
    const after = await readsOfCheck(repository, move.to)
    return after === undefined || !areSame(before, after) || affects(moved, after)
  } catch (error) {
    // A commit that the answer is of is gone.
    if (error instanceof OutsideError && !error.retryable) return true
    throw error
  }
}
