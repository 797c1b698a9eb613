import type { Capture } from '../pipeline/capture/capture.ts'
import type { Captured, Left } from '../pipeline/capture/draft.ts'
import type { Hand } from '../pipeline/capture/in-object.ts'
import { fit } from './fit.ts'
import { codeSpan, escapeMarkdown } from './markdown-escape.ts'

/** Bytes of either table: both fit below the 65,536 characters that GitHub takes of a pull request. */
const SHARES = { captured: 36_000, left: 24_000 } as const

const INTRO = `Somebody changed this by hand in the cluster. Merged, \`main\` says what the cluster has, and the next sync leaves it as it is.

Each run of \`netclaim capture\` rewrites this text and, as long as nobody else commits to it, the branch. Closed without a merge it stays closed until something else is changed by hand.`

/** What the pull request of a capture says: everything that was changed by hand, who did so and when, and where it goes. */
export function captureMarkdown({ captured, left, unread }: Capture): string {
  const parts = [
    INTRO,
    capturedPart(captured),
    leftPart(left),
    unread.length === 0
      ? ''
      : `Not read, so nothing is said of it: ${unread.map((one) => codeSpan(one)).join(', ')}.`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function capturedPart(captured: readonly Captured[]): string {
  const head =
    '### What becomes a file\n\n| by hand | was | is | by | here |\n| --- | --- | --- | --- | --- |'
  const line = (one: Captured) =>
    row([...handCells(one), `${codeSpan(one.file)} ${codeSpan(one.says)}`])
  return `${head}\n${fit(captured, line, SHARES.captured, moreRow)}`
}

function leftPart(left: readonly Left[]): string {
  if (left.length === 0) return ''
  const head =
    '### What no file can say\n\n| by hand | was | is | by | why |\n| --- | --- | --- | --- | --- |'
  const line = (one: Left) =>
    row([
      ...handCells(one),
      `${escapeMarkdown(one.reason, 400)}. Next: ${escapeMarkdown(one.next, 900)}`,
    ])
  return `${head}\n${fit(left, line, SHARES.left, moreRow)}`
}

function handCells({ object, field, live, rendered, manager, since }: Hand): readonly string[] {
  const what = field === undefined ? codeSpan(object) : `${codeSpan(object)} ${codeSpan(field)}`
  const when = since === undefined ? '' : `, ${codeSpan(since)}`
  return [what, codeSpan(rendered ?? ''), codeSpan(live ?? ''), `${codeSpan(manager)}${when}`]
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function moreRow(left: number): string {
  return `| … and ${left} more ${'|'.repeat(5)}`
}
