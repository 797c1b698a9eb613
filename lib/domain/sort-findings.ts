import { compareText } from './compare-text.ts'
import type { Finding, Place } from './finding.ts'

/** Findings by file, line, column, rule, then message, by code units; those without a place first. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted(compareFindings)
}

const nowhere: Place = { file: '', line: 0, column: 0 }

function compareFindings(a: Finding, b: Finding): number {
  const [left, right] = [a.at ?? nowhere, b.at ?? nowhere]
  return (
    compareText(left.file, right.file) ||
    left.line - right.line ||
    left.column - right.column ||
    compareText(a.rule, b.rule) ||
    compareText(a.message, b.message)
  )
}
