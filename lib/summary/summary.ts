import type { Finding, Place, Severity } from '../domain/finding.ts'
import type { CapacityRow, Report, Verdict } from '../pipeline/report.ts'
import type { FileDiff } from './manifest-diff.ts'

/** All that people are told about one check, whatever the form. */
export interface Summary {
  readonly report: Report
  /** Capacity before the change, of the same pools. */
  readonly capacityBefore: readonly CapacityRow[]
  /** What changes in the manifests. */
  readonly diffs: readonly FileDiff[]
  /** What it was computed from, a short clause each: `head: working directory`. */
  readonly sources: readonly string[]
}

/** The findings by file, line, column and rule, by code units; those without a place first. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted(
    (a, b) =>
      comparePlaces(a.at ?? nowhere, b.at ?? nowhere) ||
      compare(a.rule, b.rule) ||
      compare(a.message, b.message),
  )
}

const nowhere: Place = { file: '', line: 0, column: 0 }

function comparePlaces(a: Place, b: Place): number {
  return compare(a.file, b.file) || a.line - b.line || a.column - b.column
}

/** The report with more findings, in order, and the verdict that they then make. */
export function withFindings(report: Report, more: readonly Finding[]): Report {
  const findings = sortFindings([...report.findings, ...more])
  return { ...report, findings, verdict: verdictOf(findings) }
}

/** Any error refuses, any warning warns. */
function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some((finding) => finding.severity === 'error')) return 'refuse'
  return findings.some((finding) => finding.severity === 'warning') ? 'warn' : 'accept'
}

/** How many findings are of that severity. */
export function count(report: Report, severity: Severity): number {
  return report.findings.filter((finding) => finding.severity === severity).length
}

/** `1 claim`, `2 claims`. */
export function plural(amount: number, word: string, several = `${word}s`): string {
  return `${amount} ${amount === 1 ? word : several}`
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
