import type { Finding } from '../../domain/finding.ts'
import { breach, type Rule } from '../../domain/rules/rule.ts'
import { MAX_OF_A_RULE } from './limits.ts'
import type { Locate } from './lines.ts'

/** A breach of a rule by the text at an offset. */
export interface Spot {
  readonly offset: number
  readonly rule: Rule
  readonly message: string
  readonly more?: Partial<Finding>
}

/** Says that the text at `offset` breaks a rule. */
export type Report = (rule: Rule, offset: number, message: string, more?: Partial<Finding>) => void

/** A report that puts what it is told into `spots`. */
export function reportInto(spots: Spot[]): Report {
  return (rule, offset, message, more) => {
    spots.push(more === undefined ? { offset, rule, message } : { offset, rule, message, more })
  }
}

/** Whether the spot keeps its document from being used. */
export function isError(spot: Spot): boolean {
  return (spot.more?.severity ?? spot.rule.severity) === 'error'
}

/** Findings in the order of the text; of a rule broken very often the first hundred. */
export function findingsOf(spots: readonly Spot[], locate: Locate): readonly Finding[] {
  const findings: Finding[] = []
  const told = new Map<Rule, number>()
  for (const spot of spots.toSorted((a, b) => a.offset - b.offset)) {
    const nth = (told.get(spot.rule) ?? 0) + 1
    told.set(spot.rule, nth)
    const at = locate(spot.offset)
    if (nth <= MAX_OF_A_RULE) findings.push(breach(spot.rule, spot.message, { at, ...spot.more }))
    if (nth === MAX_OF_A_RULE + 1)
      findings.push(breach(spot.rule, 'more of these follow in this file', { at }))
  }
  return findings
}
