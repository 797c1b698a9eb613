import type { CommitStatus } from '../../lib/ports/forge.ts'
import type { Context } from '../context.ts'
import type { SyncReport } from './sync-report.ts'
import { describe, readTold, shownObject, syncContext } from './sync-status.ts'

/**
 * Writes what a cluster reports on a commit, unless a newer word stands there, the same one, or a failure of another
 * object: of the objects of a cluster the worst is shown, until it is well again itself.
 */
export async function writeSync(
  { forge }: Pick<Context, 'forge'>,
  commit: string,
  report: SyncReport,
): Promise<void> {
  const context = syncContext(report.cluster)
  const status = { context, state: report.state, description: describe(report) }
  const former = (await forge.statuses(commit)).find((one) => one.context === context)
  if (former !== undefined && standsAgainst(former, status, report)) return
  await forge.setStatus(commit, status)
}

/** Whether what is said already is to stay. */
function standsAgainst(former: CommitStatus, status: CommitStatus, report: SyncReport): boolean {
  const told = readTold(former)
  if (told === undefined) return false
  // To the second, as it is written.
  if (told.at > report.at) return true
  if (told.silent) return false
  if (report.state === 'pending' && former.state !== 'pending') return true
  if (report.state !== former.state)
    return report.state === 'success' && isBad(former) && told.object !== shownObject(report)
  // One of many objects that is applied is no news where they all are, nor is the same said again.
  return report.state === 'success' || wordsOf(former) === wordsOf(status)
}

function isBad({ state }: CommitStatus): boolean {
  return state === 'failure' || state === 'error'
}

/** Without the time. */
function wordsOf({ description }: CommitStatus): string {
  return description.replace(/, \S+Z\)$/, '')
}
