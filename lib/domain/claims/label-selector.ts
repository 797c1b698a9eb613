import * as z from 'zod'
import { fieldRules } from '../rules/field-rules.ts'
import { note } from './field.ts'
import { StringMap } from './metadata.ts'
import type { Complaint } from './objection.ts'
import { quote } from './quote.ts'

/** A Kubernetes label selector. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>
  readonly matchExpressions?: readonly {
    readonly key: string
    readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'
    readonly values?: readonly string[]
  }[]
}

const Expression = z.strictObject({
  key: note(z.string().min(1), {
    description: 'Key of a label.',
    examples: ['tier'],
    unit: 'label key',
  }),
  operator: note(z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']), {
    description: 'What has to hold of the label: In and NotIn want values, the others none.',
    examples: ['In'],
    unit: 'operator',
  }),
  values: note(z.array(z.string()).max(256).optional(), {
    description: 'The values that In and NotIn look for.',
    examples: [['gold', 'silver']],
    unit: 'list of label values',
  }),
})

/** A label selector as written. */
export const LabelSelectorFile = z.strictObject({
  matchLabels: note(StringMap.optional(), {
    description: 'Labels that all have to be there, with these values.',
    examples: [{ tier: 'gold' }],
    unit: 'map of texts',
  }),
  matchExpressions: note(z.array(Expression).max(64).optional(), {
    description: 'Further conditions that all have to hold.',
    examples: [[{ key: 'tier', operator: 'In', values: ['gold', 'silver'] }]],
    unit: 'list of conditions',
  }),
})

/** A label selector as written. */
export type LabelSelectorFile = z.output<typeof LabelSelectorFile>

/** The selector sorted and without what says nothing; undefined where it selects everything. */
export function canonicalSelector(written: LabelSelectorFile): LabelSelector | undefined {
  const labels = Object.entries(written.matchLabels ?? {}).toSorted(([a], [b]) => order(a, b))
  const conditions = (written.matchExpressions ?? []).map(({ key, operator, values }) => {
    const sorted = [...new Set(values)].toSorted(order)
    return { key, operator, ...(sorted.length === 0 ? {} : { values: sorted }) }
  })
  const byText = new Map(conditions.map((condition) => [JSON.stringify(condition), condition]))
  const sorted = [...byText].toSorted(([a], [b]) => order(a, b)).map(([, condition]) => condition)
  if (labels.length === 0 && sorted.length === 0) return undefined
  return {
    ...(labels.length === 0 ? {} : { matchLabels: Object.fromEntries(labels) }),
    ...(sorted.length === 0 ? {} : { matchExpressions: sorted }),
  }
}

/** Conditions whose values do not fit their operator; `path` is the selector's. */
export function selectorComplaints(
  written: LabelSelectorFile,
  path: readonly string[],
): readonly Complaint[] {
  return (written.matchExpressions ?? []).flatMap(({ operator, values = [] }, index) => {
    const wantsValues = operator === 'In' || operator === 'NotIn'
    if (wantsValues === values.length > 0) return []
    const message = `operator ${quote(operator)} ${wantsValues ? 'has no values' : 'takes no values'}`
    return [{ rule: fieldRules.value, path: [...path, 'matchExpressions', index], message }]
  })
}

function order(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
