import type * as z from 'zod'
import { type ClusterValues, ClusterVariables } from '../../domain/claims/cluster.ts'
import type { Finding } from '../../domain/finding.ts'
import { usableFields } from './fields.ts'
import { inspect, type Subject } from './inspect.ts'
import { valueAt } from './paths.ts'

const list = ['spec', 'topology', 'variables']

/** The values of those ClusterClass variables that concern the network. */
export function readVariables(subject: Subject): {
  readonly values: ClusterValues
  readonly findings: readonly Finding[]
} {
  const variables = valueAt(subject.document.value, list)
  const values: Record<string, unknown> = {}
  const findings: Finding[] = []
  for (const [index, variable] of (Array.isArray(variables) ? variables : []).entries()) {
    const name = valueAt(variable, ['name'])
    if (typeof name !== 'string' || !Object.hasOwn(ClusterVariables, name)) continue
    const schema: z.ZodObject = ClusterVariables[name as keyof typeof ClusterVariables]
    const path = [...list, index, 'value']
    const { findings: found, bad } = inspect(schema, subject, path)
    findings.push(...found)
    values[name] = usableFields(schema, valueAt(variable, ['value']), bad, path).fields
  }
  return { values, findings }
}
