import type { StatusState } from '../../lib/ports/forge.ts'
import type { Context } from '../context.ts'
import { type StateStep, stateSteps } from './state-step.ts'
import { formerStatus } from './tell.ts'

/** State commits that are looked at behind one that was told. */
const LOOK_BACK = 20
/** And at most, as long as nothing was said on their commits: runs may have died after many. */
const MAX_UNSAID = 1_000
/** State commits whose statuses are asked for at once. */
const MAX_AT_ONCE = 50

/** Where to begin, and what not to look at. */
export interface Look {
  /** The state commit from which to go back. */
  readonly from: string
  /** State commits that are told otherwise. */
  readonly known: ReadonlySet<string>
  /** Looks through all of the last commits, also behind one that was told. */
  readonly thorough: boolean
}

/**
 * State commits whose commit of main has no word, the oldest first. Goes back until something was said: what is older was
 * said, too.
 */
export async function unsaidOf(
  context: Context,
  { from, known, thorough }: Look,
): Promise<readonly StateStep[]> {
  const unsaid: StateStep[] = []
  let seen = 0
  for await (const steps of inParts(stateSteps(context.repository, from, MAX_UNSAID), {
    first: thorough ? LOOK_BACK : 1,
    known,
  })) {
    const states = await Promise.all(steps.map((step) => wordOn(context, step, known)))
    for (const [nth, step] of steps.entries()) {
      seen += 1
      const isLookedAt = thorough && seen <= LOOK_BACK
      const state = states[nth]
      if (known.has(step.commit)) continue
      if (!isLookedAt && isWord(state)) return unsaid
      if (!isOfFacts(step) && !isWord(state)) unsaid.unshift(step)
    }
  }
  return unsaid
}

async function wordOn(
  context: Context,
  { commit, header }: StateStep,
  known: ReadonlySet<string>,
): Promise<StatusState | undefined> {
  return known.has(commit) ? undefined : (await formerStatus(context, header.source))?.state
}

/** In parts that grow: mostly the first one is said. Those that are known count for nothing. */
async function* inParts(
  steps: AsyncGenerator<StateStep>,
  { first, known }: { readonly first: number; readonly known: ReadonlySet<string> },
): AsyncGenerator<readonly StateStep[]> {
  let size = first
  let part: StateStep[] = []
  let count = 0
  for await (const step of steps) {
    part.push(step)
    if (!known.has(step.commit)) count += 1
    if (count < size) continue
    yield part
    size = Math.min(MAX_AT_ONCE, 2 * size)
    part = []
    count = 0
  }
  if (part.length > 0) yield part
}

function isOfFacts({ header, before }: StateStep): boolean {
  return header.source === before.source
}

/** Whether a commit has its verdict; that everything had stopped is none. */
export function isWord(state: StatusState | undefined): boolean {
  return state === 'success' || state === 'failure'
}
