import type { Finding, Place, Severity } from '../domain/finding.ts'
import { printable } from '../domain/printable.ts'
import { sortFindings } from '../domain/sort-findings.ts'
import { labelledLines } from './labelled-lines.ts'
import { plain, type Style, type Tone } from './style.ts'

/** Longer than any sensible message, so that only a hostile one is cut. */
const MAX_MESSAGE = 2_000

const tones: Readonly<Record<Severity, Tone>> = { error: 'red', warning: 'yellow', info: 'cyan' }

/** Each finding: `file:line:column: severity[rule]: message`, then indented what helps. */
export function findingsText(findings: readonly Finding[], style: Style = plain): string {
  return sortFindings(findings)
    .map((finding) => findingText(finding, style))
    .join('\n')
}

function findingText(finding: Finding, style: Style): string {
  const { at, rule, severity, message, object, field, hint, related = [] } = finding
  const place = at === undefined ? '' : `${style('bold', placeText(at))}: `
  const tag = style(tones[severity], `${severity}[${printable(rule)}]`)
  const lines = [`${place}${tag}: ${printable(message, MAX_MESSAGE)}`]
  const where = [object, field].filter((part) => part !== undefined).map((part) => printable(part))
  if (where.length > 0) lines.push(`  ${style('dim', `in ${where.join(', ')}`)}`)
  for (const other of related)
    lines.push(`  ${placeText(other.at)}: ${printable(other.message, MAX_MESSAGE)}`)
  if (hint !== undefined) lines.push(...labelledLines('hint', hint, style))
  return lines.join('\n')
}

function placeText({ file, line, column }: Place): string {
  return `${printable(file)}:${line}:${column}`
}
