import type { Finding, Place } from '../domain/finding.ts'
import { sortFindings } from '../domain/sort-findings.ts'
import type { CapacityRow, Report } from '../pipeline/report.ts'

/** Characters of a value as written; a longer one is cut and says so. */
const MAX_VALUE = 2_000
/** What a terminal could obey or a reader could not see, as `printable` has it. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu

/**
 * The report as one JSON object, version 1, ending with a line feed. What is absent is left out.
 * Characters that do not show stand as `\u` escapes: the values are exact, the bytes harmless.
 */
export function toJson(report: Report): string {
  const value = {
    version: 1,
    verdict: report.verdict,
    findings: sortFindings(report.findings).map(toFinding),
    changes: report.changes.map(({ action, path }) => ({ action, path })),
    allocations: report.allocations.map(({ environment, claim, pool, address, block, origin }) => ({
      environment,
      claim,
      pool,
      address,
      block,
      origin,
    })),
    capacity: report.capacity.map(toCapacity),
  }
  return `${JSON.stringify(value, null, 2).replace(HIDDEN, escape)}\n`
}

function toFinding(finding: Finding) {
  const { rule, severity, at, object, field, value, message, hint, related } = finding
  return {
    rule,
    severity,
    ...at,
    object: cut(object),
    field: cut(field),
    value: cut(value),
    message: cut(message),
    // Ours, and whole: an acknowledgement is pasted from it.
    hint,
    related: related?.map((other) => ({ ...toPlace(other.at), message: cut(other.message) })),
  }
}

function toPlace({ file, line, column }: Place) {
  return { file, line, column }
}

function toCapacity({ pool, family, size, used, free, tombstoned, limit }: CapacityRow) {
  return { pool, family, size, used, free, tombstoned, limit }
}

function cut(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= MAX_VALUE) return text
  const last = text.charCodeAt(MAX_VALUE - 1)
  const end = last >= 0xd800 && last <= 0xdbff ? MAX_VALUE - 1 : MAX_VALUE
  return `${text.slice(0, end)}… (${text.length} characters)`
}

/** Line feeds are JSON's own layout; all others stand inside strings. */
function escape(character: string): string {
  if (character === '\n') return character
  let text = ''
  for (let n = 0; n < character.length; n++)
    text += `\\u${character.charCodeAt(n).toString(16).padStart(4, '0')}`
  return text
}
