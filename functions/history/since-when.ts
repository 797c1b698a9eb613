import { lastChange } from '../../lib/adapters/git/last-change.ts'
import { holdingsIn } from '../../lib/pipeline/history/holdings.ts'
import { causingCommit, type StateStep } from '../../lib/pipeline/history/state-step.ts'
import { Tenures } from '../../lib/pipeline/history/tenures.ts'
import type { DatedStuck, Stuck } from '../../lib/pipeline/stuck/stuck.ts'
import { causesOf } from './causes.ts'
import { follow } from './follow.ts'
import type { History } from './open-history.ts'

/** Dates what is stuck: by the history of its ledger, or of the file of `main` (at `source`) that is at fault. */
export async function sinceWhen(
  history: History,
  source: string,
  found: readonly Stuck[],
): Promise<readonly DatedStuck[]> {
  const steps = await stepsByTrack(history, found)
  const files = await commitsByFile(history.repo, source, found)
  const commitOf = (one: Stuck): { readonly step?: StateStep; readonly commit?: string } => {
    const step = steps.get(one.track?.track ?? '')
    const commit = step === undefined ? files.get(one.at?.file ?? '') : causingCommit(step)
    return { ...(step && { step }), ...(commit === undefined ? {} : { commit }) }
  }
  const causes = await causesOf(
    history.repo,
    found.flatMap((one) => commitOf(one).commit ?? []),
  )
  return found.map((one) => {
    const { step, commit = '' } = commitOf(one)
    const cause = causes.get(commit)
    const seconds = step?.seconds ?? cause?.seconds
    if (seconds === undefined) return one
    const main = step === undefined ? commit : step.source
    return {
      ...one,
      since: {
        seconds,
        ...(main === undefined ? {} : { main }),
        ...(step === undefined ? {} : { state: step.commit }),
        ...(cause === undefined ? {} : { cause }),
      },
    }
  })
}

/** The commit from which on each claim stands as it does; only their ledgers are followed. */
async function stepsByTrack(
  history: History,
  found: readonly Stuck[],
): Promise<ReadonlyMap<string, StateStep>> {
  const paths = new Set(found.flatMap(({ track }) => track?.path ?? []))
  const tenures = new Tenures()
  for await (const { step, path, text } of follow(history, [...paths]))
    tenures.add({ step, path, holdings: text === undefined ? [] : holdingsIn(path, text) })
  return new Map(
    tenures.current().flatMap(({ track, spans }) => {
      const last = spans.at(-1)
      return last === undefined ? [] : [[track, last.from]]
    }),
  )
}

/** Files whose last change is looked for; more than this are not shown on a page either. */
const FILES = 200

async function commitsByFile(
  repo: string,
  source: string,
  found: readonly Stuck[],
): Promise<ReadonlyMap<string, string>> {
  const undated = found.filter(({ track }) => track === undefined)
  const files = [...new Set(undated.flatMap(({ at }) => at?.file ?? []))].slice(0, FILES)
  const commits = new Map<string, string>()
  for (const file of files) {
    const commit = await lastChange(repo, source, file)
    if (commit !== undefined) commits.set(file, commit)
  }
  return commits
}
