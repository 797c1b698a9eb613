import type { Planned } from '../allocate/build.ts'
import { booksIn } from '../allocate/ledger-changes.ts'
import type { Context } from '../context.ts'
import { isWord, type Look, unsaidOf } from './backlog.ts'
import { presentOf } from './present.ts'
import { refusedIn } from './refusals.ts'
import { refusedOf } from './refused.ts'
import { replay } from './replay.ts'
import { type StateStep, stateSteps } from './state-step.ts'
import { formerStatus, isTold, tell, tellGoesOn } from './tell.ts'

/** State commits of others whose commits of main one run speaks about; and those that it made itself. */
const MOST_OF_OTHERS = 20
const MOST_OF_ITS_OWN = 50

/** The state by now, and whether what was refused is to be looked at again, since it may be resolved. */
export interface Telling {
  readonly tip: string
  readonly thorough: boolean
}

/**
 * Says what became of each commit of main: first what runs that died, or are at it still, left unsaid, then what was
 * planned. The oldest first and no more than one run can: so whatever stays unsaid is newer than what was said, and is
 * found from the tip. Gives whether everything is said.
 */
export async function tellAll(
  context: Context,
  planned: readonly Planned[],
  { tip, thorough }: Telling,
): Promise<boolean> {
  const commits = planned.flatMap(({ commit }) => commit ?? [])
  // What others committed since is theirs to say; of refs that lag behind, nothing of ours is missed.
  const look = { from: commits.at(-1) ?? tip, known: new Set(commits), thorough }
  if (!(await tellOthers(context, tip, look))) return false
  await tellWayOn(context, planned)
  const own = planned.slice(0, MOST_OF_ITS_OWN)
  await tellPlanned(context, tip, own)
  return own.length === planned.length
}

/** Whether something that was refused is so no longer. */
export function endsRefusal(planned: readonly Planned[]): boolean {
  return planned.some(({ changes }) => {
    const before = refusedIn(booksIn(changes, 'before'))
    return before.size > 0 && before.difference(refusedIn(booksIn(changes, 'after'))).size > 0
  })
}

/** Gives whether all of it is said, or cannot be. */
async function tellOthers(context: Context, tip: string, look: Look): Promise<boolean> {
  const unsaid = await unsaidOf(context, look)
  for (const step of unsaid.slice(0, MOST_OF_OTHERS)) {
    // Another run may be at the same, and ahead.
    if (await isSaid(context, step)) continue
    await tellPlanned(context, tip, await replay(context.repository, step))
  }
  for (const step of look.thorough ? await refusedOf(context, look) : [])
    await tellPlanned(context, tip, await replay(context.repository, step))
  const [oldest] = unsaid
  if (oldest === undefined || unsaid.length <= MOST_OF_OTHERS) return true
  // A job without a right to statuses would begin with the same ones for ever.
  return !(await isSaid(context, oldest))
}

/** Where main was rewritten, nothing is planned for the commit that the state goes on from, which said that all stopped. */
async function tellWayOn(context: Context, planned: readonly Planned[]): Promise<void> {
  const from = planned[0]?.source.parent
  const commit = planned.find((one) => one.commit !== undefined)?.commit
  if (from === undefined || commit === undefined) return
  for await (const { before, header } of stateSteps(context.repository, commit, 1))
    if (before.source !== from && before.source !== header.source) await tellGoesOn(context, from)
}

async function isSaid(context: Context, { header }: StateStep): Promise<boolean> {
  return isWord((await formerStatus(context, header.source))?.state)
}

/** The oldest first; what was said already is not said again. */
async function tellPlanned(
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
    const former = await formerStatus(context, id)
    const known = await presentOf(context.repository, tip, one)
    const present = later === undefined ? known : { ...known, overtaken: later }
    if (isTold(former, one, present)) continue
    await tell(context, one, { present, ...(former === undefined ? {} : { former }) })
  }
}
