import type { Location, Log, PhysicalLocation, ReportingDescriptor, Result } from 'sarif'
import type { Finding, Place, Severity } from '../domain/finding.ts'
import type { Rule } from '../domain/rules/rule.ts'
import { sha256 } from '../domain/sha256.ts'
import { sortFindings } from '../domain/sort-findings.ts'
import { explained } from './explained.ts'
import { jsonText } from './json-text.ts'
import type { Summary } from './summary.ts'

/** Whose findings these are. */
export interface Tool {
  readonly version: string
  /** What `netclaim explain` knows. */
  readonly rules: readonly Rule[]
}

/** GitHub takes 25,000 results of a run; the gravest first, so that a cut takes the least. */
const MAX_RESULTS = 25_000

const levels = { error: 'error', warning: 'warning', info: 'note' } as const

/**
 * The findings as a SARIF 2.1.0 log, for code scanning and editors: one run, the rules that were broken with what
 * `explain` says of them, and a result for each finding.
 */
export function toSarif({ report }: Summary, { version, rules }: Tool): string {
  const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 }
  const findings = sortFindings(report.findings)
    .toSorted((a, b) => rank[a.severity] - rank[b.severity])
    .slice(0, MAX_RESULTS)
  const ids = [...new Set(findings.map(({ rule }) => rule))].toSorted()
  const indexes = new Map(ids.map((id, index) => [id, index]))
  const seen = new Map<string, number>()
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'netclaim',
            version,
            semanticVersion: version,
            rules: ids.map((id) =>
              descriptorOf(
                id,
                rules.find((rule) => rule.id === id),
              ),
            ),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) =>
          resultOf(finding, indexes.get(finding.rule) ?? -1, seen),
        ),
      },
    ],
  }
  return jsonText(log)
}

function descriptorOf(id: string, rule: Rule | undefined): ReportingDescriptor {
  if (rule === undefined) return { id }
  const { wants, why, severity, example, source } = rule
  const text = `${why}\n\nWhat breaks it:\n\n${example.trimEnd()}\n\nSource: ${source}`
  return {
    id,
    shortDescription: { text: wants },
    fullDescription: { text: why },
    help: { text: `${wants}\n\n${text}` },
    defaultConfiguration: { level: levels[severity] },
  }
}

function resultOf(finding: Finding, ruleIndex: number, seen: Map<string, number>): Result {
  const { rule, severity, at, object, field, related = [] } = finding
  const name = [object, field].filter((part) => part !== undefined).join(' ')
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[severity],
    message: { text: literal(explained(finding).join('\n')) },
    locations: [
      {
        physicalLocation: at === undefined ? repositoryItself : placeOf(at),
        ...(name === '' ? {} : { logicalLocations: [{ fullyQualifiedName: name }] }),
      },
    ],
    relatedLocations: related.map(
      (other, id): Location => ({
        id,
        physicalLocation: placeOf(other.at),
        message: { text: literal(other.message) },
      }),
    ),
    // The name under which GitHub knows a result again; it would take the text of the line, which may stay while the claim changes.
    partialFingerprints: { primaryLocationLineHash: fingerprint(finding, seen) },
  }
}

/** The same claim with the same fault is the same result, wherever its lines go; the second of two alike is `…:2`. */
function fingerprint(
  { rule, object, at, field, value }: Finding,
  seen: Map<string, number>,
): string {
  const parts = [rule, object ?? at?.file, field, value].map((part) => part ?? null)
  const hash = sha256(JSON.stringify(parts)).slice(0, 32)
  const times = (seen.get(hash) ?? 0) + 1
  seen.set(hash, times)
  return `${hash}:${times}`
}

/** GitHub refuses a result without a place. */
const repositoryItself: PhysicalLocation = { artifactLocation: { uri: 'netclaim.yaml' } }

function placeOf({ file, line, column }: Place): PhysicalLocation {
  return {
    artifactLocation: { uri: relativeUri(file) },
    region: { startLine: line, startColumn: column },
  }
}

/** A path as a relative reference (RFC 3986): no segment passes for a scheme, a query or a fragment. */
function relativeUri(path: string): string {
  return path
    .toWellFormed()
    .split('/')
    .map((segment) => encodeURIComponent(segment))
    .join('/')
}

/** In a message of SARIF, brackets make links (3.11.6). */
function literal(text: string): string {
  return text.replaceAll(/[\\[\]]/g, String.raw`\$&`)
}
