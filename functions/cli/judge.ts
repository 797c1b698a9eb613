import { check } from '../../lib/pipeline/check.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import { manifestDiff } from '../../lib/summary/manifest-diff.ts'
import { type Summary, withFindings } from '../../lib/summary/summary.ts'
import { celFor } from '../cel-for.ts'
import type { ExitCode, Invocation } from './command.ts'
import { progressOn } from './progress.ts'
import { readInputs } from './read-inputs.ts'

/** What a check of the inputs gave. */
export interface Judged {
  readonly summary: Summary
  /** The state tree that `allocate` would commit. */
  readonly after: () => StateTree
  readonly exitCode: ExitCode
}

/** What more than a verdict is wanted; both cost time. */
export interface Wanted {
  /** The manifests' diffs. */
  readonly diffs?: boolean
  /** The whole state tree after, and not only what the change touches. */
  readonly whole?: boolean
}

/** Reads the inputs and checks them. */
export async function judge(
  invocation: Invocation,
  { diffs = false, whole = false }: Wanted = {},
): Promise<Judged> {
  const progress = progressOn(invocation.terminal, invocation.options['quiet'] === true)
  const { value, findings, sources } = await readInputs(invocation, progress, whole)
  progress.step('planning')
  const {
    report: planned,
    capacityBefore,
    before,
    after,
  } = check({
    ...value,
    ...(await celFor(value.head, value.base)),
  })
  const report = withFindings(planned, findings)
  if (diffs) progress.step('comparing the manifests')
  const summary: Summary = {
    report,
    capacityBefore,
    diffs: diffs ? manifestDiff(report.changes, before, after()) : [],
    sources,
  }
  progress.done()
  return { summary, after, exitCode: report.verdict === 'refuse' ? 1 : 0 }
}
