import { quote } from '../../domain/claims/quote.ts'
import { isLabel } from '../../domain/claims/syntax.ts'
import type { Finding } from '../../domain/finding.ts'
import { placementRules } from '../../domain/rules/placement-rules.ts'
import { valueAt } from '../../domain/value-at.ts'
import { fieldFinding } from './inspect.ts'
import type { Known } from './read-head.ts'

const NAMESPACE = ['metadata', 'namespace']

/** Says that a claim names another environment than the folder that it stands in. */
export function otherNamespace(known: Known, folder: string): readonly Finding[] {
  const written = valueAt(known.document.value, NAMESPACE)
  if (written === undefined || typeof written !== 'string' || written === folder) return []
  // What no folder can be called like has its finding already.
  if (!isLabel(written)) return []
  return [
    fieldFinding(known, NAMESPACE, {
      rule: placementRules.namespace,
      message: `namespace ${quote(written)} is not that of the folder ${quote(folder)}`,
      hint: `move the claim to environments/${quote(written).slice(1, -1)}/, or write namespace: ${folder}`,
    }),
  ]
}
