import type { Finding, Place } from '../domain/finding.ts'
import { sortFindings } from '../domain/sort-findings.ts'
import type { CapacityRow, Report } from '../pipeline/report.ts'
import { jsonText } from './json-text.ts'

/** Characters of a value as written; a longer one is cut and says so. */
const MAX_VALUE = 2_000

/** The report as one JSON object, version 1, ending with a line feed. What is absent is left out. */
export function toJson(report: Report): string {
  return jsonText({
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
  })
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

function toCapacity(row: CapacityRow) {
  const { pool, family, size, used, free, tombstoned, resting, reserved, limit } = row
  return { pool, family, size, used, free, tombstoned, resting, reserved, limit }
}

function cut(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= MAX_VALUE) return text
  const last = text.charCodeAt(MAX_VALUE - 1)
  const end = last >= 0xd800 && last <= 0xdbff ? MAX_VALUE - 1 : MAX_VALUE
  return `${text.slice(0, end)}… (${text.length} characters)`
}
