import type { Finding } from '../domain/finding.ts'

/** Findings by file, line, column, rule, then message, by code units; those without a place first. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted(compareFindings)
}

function compareFindings(a: Finding, b: Finding): number {
  return (
    compare(a.at?.file ?? '', b.at?.file ?? '') ||
    (a.at?.line ?? 0) - (b.at?.line ?? 0) ||
    (a.at?.column ?? 0) - (b.at?.column ?? 0) ||
    compare(a.rule, b.rule) ||
    compare(a.message, b.message)
  )
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
