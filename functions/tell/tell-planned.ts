import type { StatusState } from '../../lib/ports/forge.ts'
import type { Planned } from '../allocate/build.ts'
import { booksIn } from '../allocate/ledger-changes.ts'
import type { Context } from '../context.ts'
import { presentOf } from './present.ts'
import { refusedIn } from './refusals.ts'
import { replay } from './replay.ts'
import { type StateStep, stateSteps } from './state-step.ts'
import { formerStatus, tell } from './tell.ts'

/** State commits that are looked at for what may be resolved. */
const LOOK_BACK = 20
/** And at most, as long as nothing was said on their commits: a run may have died after many. */
const MAX_UNSAID = 1_000

/** Says what became of each commit of main that was planned, the oldest first. `tip`: the state by now. */
export async function tellPlanned(
  context: Context,
  tip: string,
  planned: readonly Planned[],
): Promise<void> {
  for (const [index, one] of planned.entries()) {
    if (one.occasion !== 'commit') continue
    const { id } = one.source
    const later =
      one.commit === undefined
        ? planned.slice(index).find(({ commit }) => commit !== undefined)?.commit
        : undefined
    const present = await presentOf(context.repository, tip, one)
    const former = await formerStatus(context, id)
    await tell(context, one, {
      present: later === undefined ? present : { ...present, overtaken: later },
      ...(former === undefined ? {} : { former }),
    })
  }
}

/** Whether something that was refused is so no longer. */
export function endsRefusal(planned: readonly Planned[]): boolean {
  return planned.some(({ changes }) => {
    const before = refusedIn(booksIn(changes, 'before'))
    return before.size > 0 && before.difference(refusedIn(booksIn(changes, 'after'))).size > 0
  })
}

/**
 * Says what runs that died left unsaid, from the tip of the state backwards until something was said; `thorough` looks
 * through all of the last commits first, and there also at what was refused, since it may be resolved.
 */
export async function tellAgain(
  context: Context,
  tip: string,
  { known, thorough }: { readonly known: ReadonlySet<string>; readonly thorough: boolean },
): Promise<void> {
  const again: StateStep[] = []
  let seen = 0
  for await (const step of stateSteps(context.repository, tip, MAX_UNSAID)) {
    seen += 1
    const isThorough = thorough && seen <= LOOK_BACK
    const isOfFacts = step.header.source === step.before.source
    if (known.has(step.commit) || (isOfFacts && isThorough)) continue
    const state = (await formerStatus(context, step.header.source))?.state
    if (!isThorough && isWord(state)) break
    if (!isOfFacts && state !== 'success') again.push(step)
  }
  for (const step of again.toReversed())
    await tellPlanned(context, tip, await replay(context.repository, step))
}

/** Whether a commit has its verdict; that everything had stopped is none. */
function isWord(state: StatusState | undefined): boolean {
  return state === 'success' || state === 'failure'
}
