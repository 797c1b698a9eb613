import { type Ground, groundOf } from './check/ground.ts'
import type { Context } from './context.ts'
import { parseReport } from './report/parse-report.ts'
import type { TimedReport } from './report/sync-report.ts'
import { readTold, syncContext } from './report/sync-status.ts'
import { tellDetails } from './report/tell-details.ts'
import { wentBack } from './report/went-back.ts'
import { writeSync } from './report/write-sync.ts'
import { headerOf } from './tell/state-step.ts'

/**
 * Shows what a cluster says about a state commit, there and on the commit of main that it was planned for: a report of our
 * own sync, of Flux or of Argo CD, whose signature was verified already. New facts are to be allocated for.
 *
 * A report on a commit that is none of the state branch is ignored, and so is one that is older than what is known. That
 * a commit was applied is no success where the cluster had a later one already.
 * Throws `OutsideError`, not retryable, for what is no report.
 */
export async function report(context: Context, body: unknown): Promise<void> {
  const { repository, queue, name, clock } = context
  const parsed = parseReport(body)
  // A clock that is ahead would have the last word until its time has come.
  const said = { ...parsed, at: Math.min(parsed.at ?? Infinity, clock.now()) }
  if (said.facts !== undefined)
    await queue.send([{ kind: 'allocate', repository: name, atLeast: said.facts }])
  const ground = await groundOf(context)
  const { state } = ground
  if (state === undefined) return
  // What failed before it knew a commit is about whatever is to be applied now.
  const isLost = said.commit === undefined && (said.state === 'failure' || said.state === 'error')
  const commit = isLost ? state : said.commit
  if (commit === undefined || !(await repository.isAncestor(commit, state))) return
  await show(context, { ...said, commit }, { ...ground, state })
}

async function show(
  context: Context,
  said: TimedReport & { readonly commit: string },
  ground: Ground & { readonly state: string },
): Promise<void> {
  const { repository, forge } = context
  const { commit, cluster } = said
  const header = await headerOf(repository, commit)
  // Of a commit that is not the tip a late word may come, after facts of a later one.
  const stands = await writeSync(context, commit, said, async () =>
    commit === ground.state ? wentBack(repository, { cluster, state: header, ground }) : undefined,
  )
  if (header === undefined || stands === undefined) return
  if (commit !== ground.state && (await isPassed(context, header.source, said, ground.state)))
    return
  await tellDetails(context, said, { source: header.source, state: commit, stands })
  await forge.setStatus(header.source, stands)
}

/** Whether the same commit of main was planned for again since, and the cluster has told of that already. */
async function isPassed(
  { repository, forge }: Context,
  source: string,
  { cluster }: TimedReport,
  state: string,
): Promise<boolean> {
  if ((await headerOf(repository, state))?.source !== source) return false
  const known = (await forge.statuses(state)).find((one) => one.context === syncContext(cluster))
  return known !== undefined && readTold(known)?.silent !== true
}
