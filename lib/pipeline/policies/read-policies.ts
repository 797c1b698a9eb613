import type * as z from 'zod'
import type { Finding } from '../../domain/finding.ts'
import { breach } from '../../domain/rules/rule.ts'
import { inspect } from '../read/inspect.ts'
import type { Known } from '../read/read-head.ts'
import { MAX_POLICIES, MAX_POLICY_CHARACTERS } from './limits.ts'
import { BindingFile, PolicyFile } from './policy-files.ts'
import { policyRules } from './policy-rules.ts'

/** A policy of the organisation, and what binds it. */
export interface Policy {
  readonly known: Known
  readonly file: z.output<typeof PolicyFile>
  readonly bindings: readonly Binding[]
}

export interface Binding {
  readonly known: Known
  readonly file: z.output<typeof BindingFile>
}

/** The policies of `platform/policies/` in the order of their names, each with its bindings. */
export function readPolicies(known: readonly Known[]): {
  readonly value: readonly Policy[]
  readonly findings: readonly Finding[]
} {
  const findings: Finding[] = []
  const good = known.filter((one) => {
    const schema = one.kind === 'ValidatingAdmissionPolicy' ? PolicyFile : BindingFile
    const found = inspect(schema, one).findings
    findings.push(...found)
    return found.length === 0
  })
  // What passed the schema is of its type: it changes no values.
  const bindings = good.flatMap((one): Binding[] =>
    one.kind === 'ValidatingAdmissionPolicyBinding'
      ? [{ known: one, file: one.document.value as Binding['file'] }]
      : [],
  )
  const byPolicy = Map.groupBy(bindings, ({ file }) => file.spec.policyName)
  const value = good.flatMap((one): Policy[] => {
    if (one.kind !== 'ValidatingAdmissionPolicy') return []
    const file = one.document.value as Policy['file']
    return [{ known: one, file, bindings: byPolicy.get(file.metadata.name) ?? [] }]
  })
  const excess = tooMany(value)
  if (excess !== undefined) return { value: [], findings: [...findings, excess] }
  findings.push(...unbound(value, bindings))
  return { value: value.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)), findings }
}

export function nameOf({ file }: Policy): string {
  return file.metadata.name
}

/** Where there are more than can be asked in each check; told at the first that is too much. */
function tooMany(policies: readonly Policy[]): Finding | undefined {
  let characters = 0
  for (const [nth, { known, file }] of policies.entries()) {
    const { matchConditions = [], variables = [], validations } = file.spec
    const texts = [...matchConditions, ...variables, ...validations].map(
      ({ expression }) => expression,
    )
    const messages = validations.flatMap(({ messageExpression }) => messageExpression ?? [])
    for (const text of [...texts, ...messages]) characters += text.length
    if (nth < MAX_POLICIES && characters <= MAX_POLICY_CHARACTERS) continue
    const what =
      nth < MAX_POLICIES
        ? `expressions of more than ${MAX_POLICY_CHARACTERS} characters`
        : `${policies.length} policies, more than ${MAX_POLICIES}`
    const place = { at: known.document.at, object: known.object }
    return breach(policyRules.tooMany, `platform/policies/ has ${what}`, place)
  }
  return undefined
}

function unbound(policies: readonly Policy[], bindings: readonly Binding[]): readonly Finding[] {
  const names = new Set(policies.map(nameOf))
  const said = (one: Known, message: string) =>
    breach(policyRules.unbound, message, { at: one.document.at, object: one.object })
  return [
    ...policies
      .filter((policy) => policy.bindings.length === 0)
      .map(({ known, file }) =>
        said(known, `policy "${file.metadata.name}" has no binding and does nothing`),
      ),
    ...bindings
      .filter(({ file }) => !names.has(file.spec.policyName))
      .map(({ known, file }) =>
        said(known, `policy ${JSON.stringify(file.spec.policyName)} is not in platform/policies/`),
      ),
  ]
}
