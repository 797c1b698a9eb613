import type { CommitStatus } from '../../lib/ports/forge.ts'
import type { Context } from '../context.ts'
import { MAX_FAILING, SILENT_MS } from './limits.ts'
import type { TimedReport } from './sync-report.ts'
import {
  describe,
  isOfObject,
  objectContext,
  readTold,
  syncContext,
  type Told,
} from './sync-status.ts'

/** A word that was said again is written again after so long, so that it does not count as silence. */
const REPEAT_MS = (SILENT_MS * 3) / 4

/**
 * Writes what a cluster reports on a commit, and gives what stands there then: of the things that a cluster applies the
 * worst is shown, until it is well again itself. An older word is not written, and the same one not again.
 *
 * `doubt`: why a success is none, asked only where one would be written.
 */
export async function writeSync(
  { forge }: Pick<Context, 'forge'>,
  commit: string,
  report: TimedReport,
  doubt: () => Promise<string | undefined>,
): Promise<CommitStatus | undefined> {
  const all = await forge.statuses(commit)
  const said = {
    context: syncContext(report.cluster),
    state: report.state,
    description: describe(report),
  }
  const object = objectStatus(all, said, report)
  if (object !== undefined) await forge.setStatus(commit, object)
  const former = all.find(({ context }) => context === said.context)
  const worst = isBad(said) ? undefined : worstOf(all, object, report)
  const shown = worst === undefined ? said : { ...worst, context: said.context }
  if (former !== undefined && standsAgainst(former, shown, report)) return former
  const why = shown.state === 'success' ? await doubt() : undefined
  const known =
    why === undefined
      ? shown
      : { ...said, state: 'failure' as const, description: describe({ ...report, message: why }) }
  await forge.setStatus(commit, known)
  return known
}

/** The status of the thing itself: made when it fails, and well when it says so. */
function objectStatus(
  all: readonly CommitStatus[],
  said: CommitStatus,
  report: TimedReport,
): CommitStatus | undefined {
  const context = objectContext(report)
  if (context === undefined || report.state === 'pending') return undefined
  const former = all.find((one) => one.context === context)
  if (former === undefined) {
    const failing = all.filter((one) => isOfObject(one, report.cluster) && isBad(one))
    return isBad(said) && failing.length < MAX_FAILING ? { ...said, context } : undefined
  }
  if ((readTold(former)?.at ?? 0) > report.at || isSame(former, said)) return undefined
  return { ...said, context }
}

/** One of the other things that fail. */
function worstOf(
  all: readonly CommitStatus[],
  object: CommitStatus | undefined,
  { cluster }: TimedReport,
): CommitStatus | undefined {
  return all.find(
    (one) => isOfObject(one, cluster) && isBad(one) && one.context !== object?.context,
  )
}

/** Whether what is said already is to stay. */
function standsAgainst(former: CommitStatus, shown: CommitStatus, report: TimedReport): boolean {
  const told = readTold(former)
  if (told === undefined) return false
  // To the second, as it is written.
  if (told.at > report.at) return true
  if (report.state === 'pending') return standsAgainstWait(former, told, { shown, report })
  if (told.silent) return false
  // One that only looks on sees more than whoever applies, and says itself when all is well again.
  if (told.own && isBad(former) && report.reporter !== 'own' && !isBad(shown)) return true
  if (former.state !== shown.state) return false
  if (report.at - told.at > REPEAT_MS) return false
  // One of many things that is applied is no news where they all are.
  return shown.state === 'success' || isSame(former, shown)
}

/** Flux says in a loop that it waits for something; our own sync says how far it is, and that it could run again. */
function standsAgainstWait(
  former: CommitStatus,
  { silent, own, at }: Told,
  { shown, report }: { readonly shown: CommitStatus; readonly report: TimedReport },
): boolean {
  if (report.reporter !== 'own') return !(former.state === 'pending' && silent)
  if (silent || (own && former.state === 'error')) return false
  return former.state !== 'pending' || (isSame(former, shown) && report.at - at <= REPEAT_MS)
}

/** Whether a person must look. */
export function isBad({ state }: Pick<CommitStatus, 'state'>): boolean {
  return state === 'failure' || state === 'error'
}

/** But for the time. */
export function isSame(one: CommitStatus, other: CommitStatus): boolean {
  return one.state === other.state && wordsOf(one) === wordsOf(other)
}

function wordsOf({ description }: CommitStatus): string {
  return description.replace(/, \S+Z\)$/, '')
}
