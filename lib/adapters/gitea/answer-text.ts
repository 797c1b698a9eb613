import { printable } from '../../domain/printable.ts'
import type { Annotation, Answer, Conclusion, StatusState } from '../../ports/forge.ts'
import { bytesOf, fit } from '../../summary/fit.ts'
import { codeSpan, escapeMarkdown } from '../../summary/markdown-escape.ts'
import { forgeDifferences } from '../forge-differences.ts'
import { MAX_ANNOTATIONS } from './limits.ts'

/** What a required status is then: only `success` lets a merge through. */
export const stateFor: Readonly<Record<Conclusion, StatusState>> = {
  success: 'success',
  neutral: 'success',
  failure: 'failure',
  cancelled: 'error',
  action_required: 'error',
}

/** Bytes for the mark of the comment, and for one line about what is left out. */
const MARK_ROOM = 200

const signs: Readonly<Record<Annotation['level'], string>> = {
  failure: '❌',
  warning: '⚠️',
  notice: 'ℹ️',
}

/** The comment that stands for the text of a check run: title, summary, and each annotation with a link to its line. */
export function answerText(answer: Answer, repositoryPage: string): string {
  const { title, summary, annotations, sha } = answer
  // What the check says in full begins with its title.
  const heading = summary.startsWith('#') ? '' : `### ${escapeMarkdown(title)}\n\n`
  const top = `${heading}${summary.trimEnd()}\n`
  if (annotations.length === 0) return top
  const page = `${repositoryPage}/src/commit/${sha}`
  const room = forgeDifferences.gitea.commentBytes - bytesOf(top) - MARK_ROOM
  const unseen = annotations.length - MAX_ANNOTATIONS
  const shown = fit(
    annotations.slice(0, MAX_ANNOTATIONS),
    (one) => item(one, page),
    room,
    (left) => more(left + Math.max(unseen, 0)),
  )
  // `fit` tells only of those that it was given.
  const isWhole = unseen > 0 && !shown.endsWith(' more')
  return `${top}\n${shown}\n${isWhole ? `${more(unseen)}\n` : ''}`
}

function more(left: number): string {
  return `- … and ${left} more`
}

function item({ path, line, level, title, message }: Annotation, page: string): string {
  const link = `[${codeSpan(`${printable(path)}:${line}`)}](${page}/${inAddress(path)}#L${line})`
  const text = message.split('\n').map((one) => escapeMarkdown(one))
  return `- ${signs[level]} ${link} **${escapeMarkdown(title)}**<br>${text.join('<br>')}`
}

/** Nothing is left that Markdown could take for the end of the address. */
function inAddress(path: string): string {
  return path
    .toWellFormed()
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/[()!'*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}
