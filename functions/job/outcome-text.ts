import { ANSWER_TITLE, answerNote } from '../../lib/adapters/actions/check-jobs.ts'
import { printable } from '../../lib/domain/printable.ts'
import type { Annotation, Conclusion } from '../../lib/ports/forge.ts'
import { bytesOf, fit } from '../../lib/summary/fit.ts'
import { codeSpan, escapeMarkdown } from '../../lib/summary/markdown-escape.ts'
import { plural } from '../../lib/summary/summary.ts'
import { inertLog, workflowCommand } from '../../lib/summary/workflow-commands.ts'
import type { ExitCode } from '../cli/command.ts'
import type { JobOutcome } from './run-in-job.ts'

/** GitHub takes 1 MiB of Markdown for a step, and drops it whole beyond that. */
const MAX_SUMMARY_BYTES = 1_000_000

const levels = { failure: 'error', warning: 'warning', notice: 'notice' } as const

/** The log of a job: workflow commands, then lines for people that the runner does not obey. */
export function outcomeLog({ answers, statuses, notes, rechecks, silent }: JobOutcome): string {
  const commands = answers.flatMap((answer) => [
    // First, since GitHub keeps ten notices of a step: by it a later job knows what this one judged.
    workflowCommand({ level: 'notice', title: ANSWER_TITLE, message: answerNote(answer) }),
    ...gravestFirst(answer.annotations).map(({ level, ...rest }) =>
      workflowCommand({ level: levels[level], ...rest }),
    ),
  ])
  const lines = [
    ...answers.map(({ sha, conclusion, title }) => `${sha} ${conclusion}: ${title}`),
    ...statuses.map(
      ({ commit, status }) => `${commit} ${status.context} ${status.state}: ${status.description}`,
    ),
    ...(rechecks > 0 ? [`${plural(rechecks, 'check')} started again`] : []),
    ...[...notes].map((note) => `note: ${note}`),
    ...(silent ? ['nothing was judged: the check gave no answer'] : []),
  ]
  const plain = lines.map((line) => inertLog(printable(line, 2_000)))
  return [...commands, ...plain].map((line) => `${line}\n`).join('')
}

/** Markdown for the step's summary. */
export function outcomeMarkdown({ answers, statuses, notes }: JobOutcome): string {
  const blocks = [
    ...answers.map(({ summary }) => summary.trimEnd()),
    ...statuses.map(
      ({ commit, status }) =>
        `- ${codeSpan(status.context)} **${status.state}** on ${codeSpan(commit)}: ${escapeMarkdown(status.description)}`,
    ),
    ...[...notes].map((note) => `- ${escapeMarkdown(note)}`),
  ]
  const more = (left: number) => `- … and ${left} more`
  const text = `${fit(blocks, (block) => block, MAX_SUMMARY_BYTES, more)}\n`
  return bytesOf(text) > 1 ? text : ''
}

const codes: Readonly<Record<Conclusion, ExitCode>> = {
  success: 0,
  neutral: 0,
  failure: 1,
  // Neither says that the commit is good.
  cancelled: 2,
  action_required: 2,
}

/** Red for every answer and status that is. */
export function exitCodeOf({ answers, statuses, silent }: JobOutcome): ExitCode {
  if (silent) return 2
  const all = answers.map(({ conclusion }) => codes[conclusion])
  const red = statuses.some(({ status }) => status.state === 'failure' || status.state === 'error')
  return all.find((code) => code !== 0) ?? (red ? 1 : 0)
}

function gravestFirst(annotations: readonly Annotation[]): readonly Annotation[] {
  const rank = { failure: 0, warning: 1, notice: 2 } as const
  return annotations.toSorted((a, b) => rank[a.level] - rank[b.level])
}
