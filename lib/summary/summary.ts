import type { Finding, Severity } from '../domain/finding.ts'
import { sortFindings } from '../domain/sort-findings.ts'
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
