import type * as z from 'zod'
import { quote } from '../../domain/claims/quote.ts'
import type { Document, Path } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { fieldRules } from '../../domain/rules/field-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { valueAt } from '../../domain/value-at.ts'
import { isTemplate, templateHint } from '../yaml/template.ts'
import { wordsFor } from './issue-words.ts'
import { MAX_FAULTS } from './limits.ts'
import { fieldName, fieldPath, schemaAt } from './paths.ts'
import { serverSide, unknownHint } from './unknown-field.ts'

/** The document looked at, and how findings name the object in it. */
export interface Subject {
  readonly document: Document
  readonly object?: string
}

/** What a schema has to say about a part of a document. */
export interface Inspection {
  readonly findings: readonly Finding[]
  /** Where errors stand; of an unknown field, the field itself. */
  readonly bad: readonly Path[]
}

/** Holds the part of a document at `base` against a schema. Its faults are told, up to a limit. */
export function inspect(schema: z.ZodType, subject: Subject, base: Path = []): Inspection {
  const result = schema.safeParse(valueAt(subject.document.value, base))
  if (result.success) return { findings: [], bad: [] }
  const faults = result.error.issues.flatMap((issue) => faultsOf(issue))
  const findings = faults.slice(0, MAX_FAULTS).map(({ issue, path, isKey }) => {
    const at = [...base, ...path]
    if (isKey) return unknownField(schemaAt(schema, path.slice(0, -1)), subject, at)
    return issueFinding(issue, schemaAt(schema, path), subject, at)
  })
  if (faults.length > MAX_FAULTS) findings.push(furtherFaults(subject, faults.length - MAX_FAULTS))
  const grave = faults.filter(({ path, isKey }) => !isKey || !serverSide([...base, ...path]))
  return { findings, bad: grave.map(({ path }) => [...base, ...path]) }
}

interface Fault {
  readonly issue: z.core.$ZodIssue
  /** Below the part looked at. */
  readonly path: Path
  /** Whether the key itself is at fault, not its value. */
  readonly isKey: boolean
}

/** One fault an issue; of unknown fields, one a key, whose path zod does not tell. */
function faultsOf(issue: z.core.$ZodIssue): readonly Fault[] {
  const path = issue.path.filter((step) => typeof step !== 'symbol')
  if (issue.code !== 'unrecognized_keys') return [{ issue, path, isKey: false }]
  return issue.keys.map((key) => ({ issue, path: [...path, key], isKey: true }))
}

function furtherFaults({ document, object }: Subject, count: number): Finding {
  return breach(fieldRules.more, `the document has ${count} further faults`, {
    at: document.at,
    ...(object === undefined ? {} : { object }),
  })
}

/** A finding about the value at `path`, or about its absence. */
export function fieldFinding(
  subject: Subject,
  path: Path,
  said: Pick<Finding, 'message'> & {
    rule: Parameters<typeof breach>[0]
    hint?: string | undefined
  },
): Finding {
  const { document, object } = subject
  const written = document.source(path)
  const hint = isTemplate(written) ? templateHint : said.hint
  return breach(said.rule, said.message, {
    at: document.place(path),
    ...(object === undefined ? {} : { object }),
    field: fieldPath(path),
    ...(written === undefined ? {} : { value: printable(written) }),
    ...(hint === undefined ? {} : { hint }),
  })
}

function unknownField(
  parent: z.ZodType | undefined,
  { document, object }: Subject,
  path: Path,
): Finding {
  const key = String(path.at(-1))
  const written = document.source(path)
  const fromServer = serverSide(path)
  const rule = fromServer ? fieldRules.serverSide : fieldRules.unknown
  const message = fromServer
    ? `field ${quote(key)} is set by the cluster and not read`
    : `field ${quote(key)} is unknown${path.length > 1 ? ` in ${fieldPath(path.slice(0, -1))}` : ''}`
  return breach(rule, message, {
    at: document.place(path, 'key'),
    ...(object === undefined ? {} : { object }),
    field: fieldPath(path),
    ...(written === undefined ? {} : { value: printable(written) }),
    hint: fromServer ? 'leave it out' : unknownHint(path, parent),
  })
}

function issueFinding(
  issue: z.core.$ZodIssue,
  schema: z.ZodType | undefined,
  subject: Subject,
  path: Path,
): Finding {
  const value = valueAt(subject.document.value, path)
  const written = subject.document.source(path)
  const words = wordsFor(issue, { name: fieldName(path), value, written, schema })
  return fieldFinding(subject, path, words)
}
