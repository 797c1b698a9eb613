import type { Tree } from '../../domain/document.ts'
import type { Lists } from '../facts/lists.ts'
import { readTree } from '../read/read-tree.ts'
import type { StateTree } from '../report.ts'
import { readState } from '../state/read-state.ts'
import { blockedWish } from './blocked-wish.ts'
import { type Captured, Draft, type Left } from './draft.ts'
import { handsIn } from './hands.ts'
import { madeKeys, newClaims } from './new-claims.ts'
import { quotaHands } from './quota-hands.ts'

/** What a capture looks at. */
export interface CaptureRequest {
  /** The tip of main. */
  readonly main: Tree
  /** What the state branch holds. */
  readonly state: StateTree
  /** What the cluster has. */
  readonly lists: Lists
}

/** What was changed by hand, and what becomes of it. */
export interface Capture {
  readonly captured: readonly Captured[]
  readonly left: readonly Left[]
  /** The files of main that would change, as they would be. */
  readonly files: ReadonlyMap<string, string>
  /** Kinds of objects that are rendered, or that people make beside them, and were not read. */
  readonly unread: readonly string[]
}

/** Turns hands into edits of the very documents that cause the objects; the rest is told with a reason. */
export function capture({ main, state, lists }: CaptureRequest): Capture {
  const { found, unread, live, rendered, owned, makerOf } = handsIn(state, lists)
  const { value: inputs } = readTree(main)
  const draft = new Draft(main, inputs, blockedWish(live, inputs.platform?.platform))
  for (const one of found) draft.take(one)
  const { value: known } = readState(state)
  for (const one of newClaims({ live, rendered, main, inputs, known })) {
    const hand = makerOf(one.object)
    if (hand !== undefined) draft.add(hand, one)
  }
  for (const { reason, next, ...hand } of quotaHands({ live, grants: inputs.grants, owned }))
    draft.leave(hand, { reason, next })
  const { captured, left, files } = draft
  return { captured, left, files, unread: [...new Set([...unread, ...unreadIn(lists)])].toSorted() }
}

function unreadIn(lists: Lists): readonly string[] {
  const failed = madeKeys.filter((key) => lists.get(key)?.outcome === 'failed')
  return failed.map((key) => key.replace(/^.*\//, ''))
}
