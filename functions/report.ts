import { groundOf } from './check/ground.ts'
import type { Context } from './context.ts'
import { parseReport } from './report/parse-report.ts'
import { writeSync } from './report/write-sync.ts'
import { headerOf } from './tell/state-step.ts'

/**
 * Shows what a cluster says about a state commit, there and on the commit of main that it was planned for: a report of our
 * own sync, of Flux or of Argo CD, whose signature was verified already. New facts are to be allocated for.
 *
 * A report on a commit that is none of the state branch is ignored, and so is one that is older than what is known.
 * Throws `OutsideError`, not retryable, for what is no report.
 */
export async function report(context: Context, body: unknown): Promise<void> {
  const { repository, queue, name } = context
  const said = parseReport(body)
  if (said.facts !== undefined)
    await queue.send([{ kind: 'allocate', repository: name, atLeast: said.facts }])
  const { state } = await groundOf(context)
  if (state === undefined) return
  // What failed before it knew a commit is about whatever is to be applied now.
  const isLost = said.commit === undefined && (said.state === 'failure' || said.state === 'error')
  const commit = isLost ? state : said.commit
  if (commit === undefined || !(await repository.isAncestor(commit, state))) return
  const header = await headerOf(repository, commit)
  await writeSync(context, commit, said)
  if (header !== undefined) await writeSync(context, header.source, said)
}
