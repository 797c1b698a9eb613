import { type Facts, noFacts } from '../../lib/domain/facts.ts'
import type { Checked } from '../../lib/domain/finding.ts'
import { supplyRules } from '../../lib/domain/rules/supply-rules.ts'
import type { StateHeader } from './state-header.ts'

/**
 * Whether clusters that were given up are all that tell something: nothing of it is used, so none of it is news. What cannot
 * be read may be the next one's, and is told.
 */
export function isUnheard(
  { value, findings }: Checked<Facts>,
  { gone }: Pick<StateHeader, 'gone'>,
): boolean {
  const { id } = supplyRules.foreignCluster
  return gone !== undefined && value === noFacts && findings.every(({ rule }) => rule === id)
}
