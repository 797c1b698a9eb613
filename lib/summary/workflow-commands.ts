import type { Finding, Severity } from '../domain/finding.ts'
import { printable } from '../domain/printable.ts'
import { sortFindings } from '../domain/sort-findings.ts'
import { explained } from './explained.ts'
import type { Summary } from './summary.ts'
import { verdictText } from './text.ts'

/** One line that a GitHub job prints to be shown at a line of a file, or on the run where no file is named. */
export interface WorkflowCommand {
  readonly level: 'error' | 'warning' | 'notice'
  readonly title: string
  /** Lines allowed. */
  readonly message: string
  readonly path?: string
  /** From 1. */
  readonly line?: number
  readonly column?: number
}

/** Longer than any sensible message, so that only a hostile one is cut. */
const MAX_LINE = 2_000
/** Lines of one message: an acknowledgement to paste has some dozens. GitHub takes 64 KiB. */
const MAX_LINES = 100

const levels: Readonly<Record<Severity, WorkflowCommand['level']>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
}

/**
 * The findings as workflow commands, the gravest first, and a last line with the verdict. GitHub shows ten of each level
 * for a step on the files; the log has them all.
 */
export function toWorkflowCommands(summary: Summary): string {
  const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 }
  const findings = sortFindings(summary.report.findings)
    .toSorted((a, b) => rank[a.severity] - rank[b.severity])
    .map((finding) => workflowCommand(commandOf(finding)))
  return `${[...findings, verdictText(summary)].join('\n')}\n`
}

/**
 * One command on one line. Nothing in it can end it or begin another one: characters are escaped as
 * `@actions/core` does (`toCommandValue`, `escapeProperty`), and those that do not show are spelled out.
 */
export function workflowCommand(command: WorkflowCommand): string {
  const { level, path, line, column, title, message } = command
  const properties = [
    ...(path === undefined ? [] : [`file=${property(path)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    ...(column === undefined ? [] : [`col=${column}`]),
    `title=${property(title)}`,
  ]
  return `::${level} ${properties.join(',')}::${data(message)}`
}

/**
 * A text for the log of a job, whose lines are obeyed by nobody: the runner takes a line that begins with `::` after
 * blanks for a command, and the older `##[` wherever it stands.
 */
export function inertLog(text: string): string {
  return text.replaceAll('##[', '## [').replaceAll(/^(\s*):(?=:)/gm, '$1: ')
}

function commandOf(finding: Finding): WorkflowCommand {
  const { rule, severity, at } = finding
  return {
    level: levels[severity],
    title: rule,
    message: explained(finding).join('\n'),
    ...(at === undefined ? {} : { path: at.file, line: at.line, column: at.column }),
  }
}

function data(text: string): string {
  const lines = text.split('\n')
  const shown = lines.slice(0, MAX_LINES).map((line) => printable(line, MAX_LINE))
  if (lines.length > MAX_LINES) shown.push(`… (${lines.length} lines)`)
  return shown.join('\n').replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return printable(text, MAX_LINE)
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C')
}
