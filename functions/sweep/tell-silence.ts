import { observedPrefix } from '../allocate/observed.ts'
import type { Context } from '../context.ts'
import { readTold, silence, syncContext } from '../report/sync-status.ts'
import { headerOf } from '../tell/state-step.ts'

/** Milliseconds without a word after which a cluster counts as silent, whatever it is told to do how often. */
const SILENT_MS = 60 * 60_000

/** Marks the present state and its commit of main for each cluster that has neither pushed facts nor reported for an hour. */
export async function tellSilence(
  { repository, forge, clock }: Context,
  state: string,
  observed: ReadonlyMap<string, string>,
): Promise<void> {
  const quiet: { readonly cluster: string; readonly since: number }[] = []
  for (const [branch, tip] of observed) {
    const since = (await repository.commit(tip)).seconds * 1_000
    const cluster = branch.slice(observedPrefix.length)
    if (clock.now() - since > SILENT_MS) quiet.push({ cluster, since })
  }
  if (quiet.length === 0) return
  const source = (await headerOf(repository, state))?.source
  for (const commit of [state, ...(source === undefined ? [] : [source])]) {
    const known = await forge.statuses(commit)
    for (const { cluster, since } of quiet) {
      const context = syncContext(cluster)
      const former = known.find((one) => one.context === context)
      const heard = (former && readTold(former)?.at) ?? 0
      if (clock.now() - heard <= SILENT_MS) continue
      const description = silence(Math.max(since, heard))
      await forge.setStatus(commit, { context, state: 'error', description })
    }
  }
}
