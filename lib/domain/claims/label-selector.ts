import * as z from 'zod'
import { compareText } from '../compare-text.ts'
import { fieldRules } from '../rules/field-rules.ts'
import { note, text } from './field.ts'
import { objectToLabelKey, objectToLabelValue } from './label-syntax.ts'
import { LabelMap } from './metadata.ts'
import type { Objection } from './objection.ts'
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

const Condition = z.strictObject({
  key: note(text('labelKey', objectToLabelKey), {
    description: 'Key of a label.',
    examples: ['tier'],
    unit: 'label key',
  }),
  operator: note(z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']), {
    description: 'What has to hold of the label: In and NotIn want values, the others none.',
    examples: ['In'],
    unit: 'operator',
  }),
  values: note(z.array(text('labelValue', objectToLabelValue)).max(256).optional(), {
    description: 'The values that In and NotIn look for.',
    examples: [['gold', 'silver']],
    unit: 'list of label values',
  }),
})

/** One condition; its values are compared with its operator whatever is wrong with the others. */
const Expression = Condition.check((payload) => {
  const objection = objectToValues(payload.value)
  if (objection === undefined) return
  const { value: input, issues } = payload
  issues.push({ code: 'custom', input, message: objection.why, params: { objection } })
})

/** A label selector as written. */
export const LabelSelectorFile = z.strictObject({
  matchLabels: note(LabelMap.optional(), {
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
  const labels = Object.entries(written.matchLabels ?? {}).toSorted(([a], [b]) => compareText(a, b))
  const conditions = (written.matchExpressions ?? []).map(({ key, operator, values }) => {
    const sorted = [...new Set(values)].toSorted(compareText)
    return { key, operator, ...(sorted.length === 0 ? {} : { values: sorted }) }
  })
  const byText = new Map(conditions.map((condition) => [JSON.stringify(condition), condition]))
  const sorted = [...byText]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([, condition]) => condition)
  if (labels.length === 0 && sorted.length === 0) return undefined
  return {
    ...(labels.length === 0 ? {} : { matchLabels: Object.fromEntries(labels) }),
    ...(sorted.length === 0 ? {} : { matchExpressions: sorted }),
  }
}

/** Why the values of a condition do not fit its operator. */
function objectToValues({
  operator,
  values = [],
}: z.output<typeof Condition>): Objection | undefined {
  const wantsValues = operator === 'In' || operator === 'NotIn'
  if (wantsValues === values.length > 0) return undefined
  const why = `has operator ${quote(operator)}, which ${wantsValues ? 'wants values' : 'takes no values'}`
  return { rule: fieldRules.value, why }
}
