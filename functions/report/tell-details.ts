import type { CommitStatus } from '../../lib/ports/forge.ts'
import type { Context } from '../context.ts'
import { STUCK_MS } from './limits.ts'
import { resolvedComment, runComment, type Told } from './run-comment.ts'
import type { TimedReport } from './sync-report.ts'
import { describe, readTold } from './sync-status.ts'
import { isBad, isSame } from './write-sync.ts'

/**
 * Comments on a commit of main what our own sync could not do, each object by name, also where the same has been waited
 * for too long; and that it is over, where that was said. To be called before the status `stands` is set there, which
 * says that all is said.
 */
export async function tellDetails(
  { forge }: Pick<Context, 'forge'>,
  report: TimedReport,
  { stands, ...about }: Told & { readonly stands: CommitStatus },
): Promise<void> {
  if (report.reporter !== 'own') return
  const former = (await forge.statuses(about.source)).find(
    ({ context }) => context === stands.context,
  )
  // To the second, as it is written.
  if (((former && readTold(former)?.at) ?? 0) > report.at) return
  const say = (text: string, over: boolean) =>
    forge.commentOnCommit(about.source, stands.context, text, { over })
  if (isBad(report) || isStuck(report, former)) await say(runComment(report, about), false)
  else if (stands.state === 'success' && former?.state !== 'success')
    await say(resolvedComment(report, about), true)
}

/** Whether the very same has been waited for since long. */
function isStuck(report: TimedReport, former: CommitStatus | undefined): boolean {
  if (report.state !== 'pending' || former === undefined) return false
  const said = { ...former, state: report.state, description: describe(report) }
  return isSame(former, said) && report.at - (readTold(former)?.at ?? Infinity) >= STUCK_MS
}
