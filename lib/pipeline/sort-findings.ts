import type { Finding, Place } from '../domain/finding.ts'

/** Findings by file, line, column, rule, then message, by code units; those without a place first. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted(compareFindings)
}

const nowhere: Place = { file: '', line: 0, column: 0 }

function compareFindings(a: Finding, b: Finding): number {
  const [left, right] = [a.at ?? nowhere, b.at ?? nowhere]
  return (
    compare(left.file, right.file) ||
    left.line - right.line ||
    left.column - right.column ||
    compare(a.rule, b.rule) ||
    compare(a.message, b.message)
  )
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
