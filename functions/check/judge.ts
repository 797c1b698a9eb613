import { noFacts } from '../../lib/domain/facts.ts'
import type { Finding } from '../../lib/domain/finding.ts'
import { check } from '../../lib/pipeline/check.ts'
import type { Report, StateTree } from '../../lib/pipeline/report.ts'
import { countsTime, timeIn } from '../../lib/pipeline/state/time-in.ts'
import { manifestDiff } from '../../lib/summary/manifest-diff.ts'
import { toMarkdown } from '../../lib/summary/markdown.ts'
import type { Summary } from '../../lib/summary/summary.ts'
import { withFindings } from '../../lib/summary/summary.ts'
import { titleOf } from '../../lib/summary/title.ts'
import { readObserved } from '../allocate/observed.ts'
import { planner } from '../allocate/planner.ts'
import { celFor } from '../cel-for.ts'
import type { Context } from '../context.ts'
import { loadCheck } from '../load-check.ts'
import { headerOf } from '../tell/state-step.ts'
import { annotationsOf } from './annotations.ts'
import { caughtUp } from './catch-up.ts'
import type { Change } from './change.ts'
import type { Ground } from './ground.ts'
import { MAX_CHANGED_PATHS } from './limits.ts'
import { plainly, type Said } from './said.ts'
import { sourcesOf } from './sources.ts'
import { stateMove } from './state-move.ts'
import { stateOf } from './state-of.ts'
import { stateSnapshot } from './state-snapshot.ts'

/** What is judged. */
export interface Judged {
  readonly head: string
  readonly change: Change
  /** The last look before main: what is merged and not allocated for yet counts too. */
  readonly isGate: boolean
}

/**
 * Judges a change on its ground. Throws `OutsideError`, not retryable, for a state branch that is missing, not ours or of
 * another history.
 */
export async function judge(
  context: Context,
  ground: Ground,
  { head, change, isGate }: Judged,
): Promise<Said> {
  const { length } = change.changed
  if (length > MAX_CHANGED_PATHS)
    return plainly(
      'action_required',
      `${length} files of claims are changed, more than ${MAX_CHANGED_PATHS} are not judged at once`,
      'Split the pull request into several that can be merged one after the other.',
    )
  const { repository, engine } = context
  const { planned, tip } = await stateOf(context, ground, change)
  const sources = await sourcesOf(context, { ...ground, state: tip }, { head, planned })
  if (change.conflicts.length > 0) return say(conflicting(change.conflicts, sources), change)
  const observed = await readObserved(repository, ground.observed)
  const gone = observed.files.size === 0 ? [] : (await headerOf(repository, tip))?.gone
  const facts = observed.files.size === 0 ? undefined : planner.readFacts(observed.files, gone)
  const { main } = ground
  const lagging = { state: tip, planned, main, facts: facts ?? unknown, engine }
  const state =
    isGate && planned !== main
      ? await caughtUp(repository, lagging)
      : await stateSnapshot(repository, tip)
  const request = await loadCheck({
    head: change.head,
    base: change.base,
    state,
    changed: change.changed,
    ...(facts === undefined ? {} : { facts: facts.value }),
    engine,
  })
  const { report, capacityBefore, before, after } = check({
    ...request,
    ...(await timeOf(context, { head, changed: change.changed }, request.state)),
    ...(await celFor(request.head, request.base)),
  })
  const diffs = manifestDiff(report.changes, before, after())
  const moved = await stateMove(context, ground, change)
  const whole = withFindings(report, [...(facts?.findings ?? []), ...moved])
  return say({ report: whole, capacityBefore, diffs, sources }, change)
}

/** When the change would be, where anything is over some day: its own commit is the last that anybody made. */
async function timeOf(
  { repository }: Context,
  { head, changed }: { readonly head: string; readonly changed: readonly string[] },
  state: StateTree = new Map(),
): Promise<{ time?: number }> {
  const planned = timeIn(state)
  if (!countsTime(planned, changed)) return {}
  return { time: Math.max(planned ?? 0, (await repository.commit(head)).seconds) }
}

const unknown = { value: noFacts, findings: [] }

function say(summary: Summary, { changed }: Change): Said {
  const { report } = summary
  return {
    conclusion: report.verdict === 'refuse' ? 'failure' : 'success',
    title: titleOf(summary),
    summary: toMarkdown(summary),
    annotations: annotationsOf(report.findings, new Set(changed)),
  }
}

function conflicting(findings: readonly Finding[], sources: readonly string[]): Summary {
  const nothing: Report = {
    verdict: 'refuse',
    findings: [],
    changes: [],
    allocations: [],
    capacity: [],
  }
  return { report: withFindings(nothing, findings), capacityBefore: [], diffs: [], sources }
}
