import type { Finding, Severity } from '../../lib/domain/finding.ts'
import { printable } from '../../lib/domain/printable.ts'
import { sortFindings } from '../../lib/domain/sort-findings.ts'
import { occasionSubjects } from '../../lib/pipeline/history/state-step.ts'
import type { SourceCommit } from '../../lib/ports/repository.ts'

/** Why something is planned: a commit of `main`, new facts, the end of a rest, or because a person said so. */
export type Occasion = 'commit' | 'facts' | 'rest' | 'never-applied'

/** Findings shown in a commit's message; the whole list is in the status. */
const SHOWN = 20

/** What a state commit says: its subject, the findings that a person should see, trailers for programs. */
export function commitMessage(
  source: SourceCommit,
  occasion: Occasion,
  engine: string,
  findings: readonly Finding[],
): string {
  const loud = sortFindings(findings).filter(({ severity }) => severity !== 'info')
  const lines = loud.slice(0, SHOWN).map(findingLine)
  if (loud.length > SHOWN) lines.push(`and ${loud.length - SHOWN} more`)
  const trailers = [
    `Source: ${source.id}`,
    `Engine: ${printable(engine, 50)}`,
    `Findings: ${tally(findings)}`,
  ]
  return [[subject(source, occasion)], lines, trailers]
    .filter((paragraph) => paragraph.length > 0)
    .map((paragraph) => `${paragraph.join('\n')}\n`)
    .join('\n')
}

/** What `commitMessage` said to programs; undefined for a message of somebody else. */
export function readTrailers(
  message: string,
): { readonly source: string; readonly errors: number } | undefined {
  const source = /^Source: ([0-9a-f]{40}|[0-9a-f]{64})$/m.exec(message)?.[1]
  const errors = /^Findings: (\d{1,9}) errors,/m.exec(message)?.[1]
  return source === undefined || errors === undefined
    ? undefined
    : { source, errors: Number(errors) }
}

function subject(source: SourceCommit, occasion: Occasion): string {
  const id = source.id.slice(0, 12)
  if (occasion !== 'commit') return `${occasionSubjects[occasion]} ${id}`
  return `Allocate for ${id}: ${printable(source.subject, 60)}`
}

/** Begins with a dash, so that no message can pass for a trailer. */
function findingLine({ severity, rule, at, message }: Finding): string {
  const place = at === undefined ? '' : ` ${printable(at.file)}:${at.line}`
  return `- ${severity}[${rule}]${place} ${printable(message, 200)}`
}

function tally(findings: readonly Finding[]): string {
  const count = (severity: Severity) =>
    findings.filter((finding) => finding.severity === severity).length
  return `${count('error')} errors, ${count('warning')} warnings`
}
