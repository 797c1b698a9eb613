import type * as z from 'zod'
import { type ClusterValues, ClusterVariables } from '../../domain/claims/cluster-variables.ts'
import type { Finding } from '../../domain/finding.ts'
import { clusterVariableTwice } from '../../domain/rules/cluster-variables.ts'
import { valueAt } from '../../domain/value-at.ts'
import { usableFields } from './fields.ts'
import { fieldFinding, inspect, type Subject } from './inspect.ts'
import { misspelt } from './misspelt.ts'

const list = ['spec', 'topology', 'variables']

/** The values of those ClusterClass variables that concern the network. */
export function readVariables(subject: Subject): {
  readonly values: ClusterValues
  readonly findings: readonly Finding[]
} {
  const variables = valueAt(subject.document.value, list)
  const values: Record<string, unknown> = {}
  const findings: Finding[] = []
  const first = new Map<string, number>()
  for (const [index, variable] of (Array.isArray(variables) ? variables : []).entries()) {
    const name = valueAt(variable, ['name'])
    if (typeof name !== 'string' || !Object.hasOwn(ClusterVariables, name)) continue
    const before = first.get(name)
    if (before !== undefined) findings.push(twice(subject, name, { before, index }))
    else first.set(name, index)
    const schema: z.ZodObject = ClusterVariables[name as keyof typeof ClusterVariables]
    const path = [...list, index, 'value']
    const { findings: found, bad } = inspect(schema, subject, path)
    findings.push(...found, ...misspelt(schema, subject, path))
    if (before !== undefined) delete values[name]
    else values[name] = usableFields(schema, valueAt(variable, ['value']), bad, path).fields
  }
  return { values, findings }
}

/** Neither of the two is used. */
function twice(
  subject: Subject,
  name: string,
  { before, index }: { readonly before: number; readonly index: number },
): Finding {
  const message = `topology variable "${name}" stands twice`
  const hint = 'keep one of them'
  const at = subject.document.place([...list, before, 'name'])
  return {
    ...fieldFinding(subject, [...list, index, 'name'], {
      rule: clusterVariableTwice,
      message,
      hint,
    }),
    related: [{ at, message: `"${name}" stands here already` }],
  }
}
