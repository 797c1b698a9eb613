import type { Finding } from '../domain/finding.ts'
import { printable } from '../domain/printable.ts'
import { sortFindings } from '../domain/sort-findings.ts'
import { explained } from './explained.ts'
import type { Summary } from './summary.ts'
import { verdictText } from './text.ts'

/** One claim, or one rule where no claim is at fault. */
interface Case {
  /** The environment; `netclaim` beyond them. */
  readonly group: string
  readonly name: string
  readonly findings: Finding[]
}

/**
 * The check as JUnit XML: a test case for each claim that the change touches and for each object or rule with findings.
 * An error is a failure; what else is said stands in the case's output.
 */
export function toJunit(summary: Summary): string {
  const cases = casesOf(summary)
  const failures = cases.filter(isRed).length
  const counts = `tests="${cases.length}" failures="${failures}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="netclaim" ${counts}>`,
    `  <testsuite name="netclaim" ${counts} errors="0" skipped="0">`,
    ...cases.flatMap(caseLines),
    `    <system-out>${escapeXml(verdictText(summary))}</system-out>`,
    '  </testsuite>',
    '</testsuites>\n',
  ].join('\n')
}

function casesOf({ report }: Summary): readonly Case[] {
  const cases = new Map<string, Case>()
  const caseOf = (group: string, name: string) => {
    const key = `${group}\n${name}`
    const known = cases.get(key) ?? { group, name, findings: [] }
    cases.set(key, known)
    return known
  }
  for (const { environment, claim } of report.allocations) caseOf(environment, claim)
  for (const finding of sortFindings(report.findings))
    caseOf(...nameOf(finding)).findings.push(finding)
  // A run without a test case is taken for one that failed.
  if (cases.size === 0) caseOf('netclaim', 'check')
  return [...cases.values()]
}

/** `SubnetClaim photon-prod/lab` is the case `SubnetClaim lab` of `photon-prod`. */
function nameOf({ object, rule }: Finding): [group: string, name: string] {
  if (object === undefined) return ['netclaim', rule]
  const [, kind, environment, name] = /^(\S+) ([^/\s]+)\/(.+)$/s.exec(object) ?? []
  return environment === undefined ? ['netclaim', object] : [environment, `${kind} ${name}`]
}

function caseLines(one: Case): readonly string[] {
  const { group, name, findings } = one
  const file = findings.find(({ at }) => at !== undefined)?.at?.file
  const attributes = { classname: group, name, ...(file === undefined ? {} : { file }) }
  const errors = findings.filter(({ severity }) => severity === 'error')
  const rest = findings.filter(({ severity }) => severity !== 'error')
  const [first] = errors
  if (first === undefined && rest.length === 0) return [`    <testcase${written(attributes)}/>`]
  return [
    `    <testcase${written(attributes)}>`,
    // One failure a case is what every reader of this format takes.
    ...(first === undefined
      ? []
      : [
          `      <failure${written({ type: first.rule, message: first.message })}>${said(errors)}</failure>`,
        ]),
    ...(rest.length === 0 ? [] : [`      <system-out>${said(rest)}</system-out>`]),
    '    </testcase>',
  ]
}

function isRed({ findings }: Case): boolean {
  return findings.some(({ severity }) => severity === 'error')
}

function said(findings: readonly Finding[]): string {
  const lines = findings.flatMap((finding) => {
    const { at, severity, rule } = finding
    const place = at === undefined ? '' : `${printable(at.file)}:${at.line}:${at.column}: `
    const [first = '', ...more] = explained(finding)
    return [`${place}${severity}[${rule}]: ${first}`, ...more.map((line) => `  ${line}`)]
  })
  return escapeXml(lines.join('\n'))
}

function written(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(printable(value, 2_000))}"`)
    .join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text for content and attributes; what XML 1.0 has no character for becomes U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
