import { printable } from '../domain/printable.ts'
import { sortFindings } from '../domain/sort-findings.ts'
import type { Capture } from '../pipeline/capture/capture.ts'
import type { Captured, Left } from '../pipeline/capture/draft.ts'
import type { Hand } from '../pipeline/capture/in-object.ts'
import { findingsText } from './findings-text.ts'
import { jsonText } from './json-text.ts'
import { plain, type Style } from './style.ts'
import { plural, type Summary } from './summary.ts'
import { join, verdictText } from './text.ts'

/** A capture, and what became of it. */
export interface CaptureShown extends Capture {
  readonly branch: string
  readonly commit?: string
  /** What became of the pull request; absent: none was asked for, or there is none. `idle`: nothing of it is by hand now. */
  readonly pull?: {
    readonly number: number
    readonly url?: string | undefined
    readonly outcome: 'opened' | 'changed' | 'same' | 'declined' | 'idle'
  }
  /** What a check says of the branch; absent where there is nothing to check. */
  readonly check?: Pick<Summary, 'report' | 'capacityBefore'>
}

/** Every field that was changed by hand, what becomes of it, and how the check of the branch ends. */
export function captureText(shown: CaptureShown, style: Style = plain): string {
  const { captured, left, unread, check } = shown
  return join([
    section(
      'A file can say',
      captured.flatMap((one) => capturedLines(one, style)),
      style,
    ),
    section(
      'No file can say',
      left.flatMap((one) => leftLines(one, style)),
      style,
    ),
    unread.length === 0
      ? ''
      : `not read, so nothing is said of it: ${unread.map((one) => printable(one)).join(', ')}`,
    check === undefined ? '' : findingsText(check.report.findings, style),
    check === undefined ? '' : `check of the branch: ${verdictText(check, style)}`,
    lastLine(shown),
  ])
}

function section(title: string, lines: readonly string[], style: Style): string {
  return lines.length === 0 ? '' : [style('bold', title), ...lines].join('\n')
}

function capturedLines(one: Captured, style: Style): readonly string[] {
  return [
    ...handLines(one, style),
    `    ${style('green', '→')} ${printable(one.file)} ${printable(one.says)}`,
  ]
}

function leftLines(one: Left, style: Style): readonly string[] {
  return [
    ...handLines(one, style),
    `    ${style('yellow', printable(one.reason, 500))}`,
    `    ${style('dim', `next: ${printable(one.next, 900)}`)}`,
  ]
}

function handLines(
  { object, field, live, rendered, manager, since }: Hand,
  style: Style,
): readonly string[] {
  const what = `${printable(object)}${field === undefined ? '' : ` ${printable(field)}`}`
  const isKnown = field !== undefined || manager !== 'unknown' || since !== undefined
  const when = since === undefined ? '' : ` since ${printable(since)}`
  const who = isKnown ? ` by ${printable(manager)}${when}` : ''
  const line = `  ${what}${style('dim', who)}`
  if (field === undefined) return [line]
  return [line, `    ${cut(rendered)} became ${cut(live)}`]
}

function cut(value: string | undefined): string {
  return value === undefined ? 'nothing' : printable(value, 400)
}

function lastLine({ captured, left, branch, commit, pull }: CaptureShown): string {
  const rest = left.length === 0 ? '' : `, ${plural(left.length, 'other')} cannot be said`
  if (captured.length === 0) return `nothing to capture${rest}${pull ? `\n${pullLine(pull)}` : ''}`
  const count = `${plural(captured.length, 'change')} of hands`
  const name = printable(branch)
  return commit === undefined
    ? `${count} would be on ${name}${rest}: --write makes it`
    : `${count} on ${name} at ${commit.slice(0, 12)}${rest}\n${pull ? pullLine(pull) : nextLine(name)}`
}

function nextLine(branch: string): string {
  return `next: push ${branch} where it is not pushed yet, and open a pull request`
}

function pullLine({ number, url, outcome }: NonNullable<CaptureShown['pull']>): string {
  const where = url === undefined ? '' : ` ${printable(url, 300)}`
  return `pull request #${number}${where} ${outcomes[outcome]}`
}

const outcomes: Readonly<Record<NonNullable<CaptureShown['pull']>['outcome'], string>> = {
  opened: 'is opened',
  changed: 'is brought up to date',
  same: 'says so already',
  declined: 'said so and was closed: it stays closed; reopen it, or put the values back',
  idle: 'is open and nothing of it is by hand any more: close it, or merge it if main is to say so all the same',
}

/** The same as one JSON object, version 1. */
export function captureJson(shown: CaptureShown): string {
  const { captured, left, unread, branch, commit, pull, check } = shown
  return jsonText({
    version: 1,
    branch,
    commit,
    pull,
    captured,
    left,
    unread,
    check:
      check === undefined
        ? undefined
        : { verdict: check.report.verdict, findings: sortFindings(check.report.findings) },
  })
}
