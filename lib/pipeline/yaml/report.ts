import type { Finding } from '../../domain/finding.ts'
import { breach, type Rule } from '../../domain/rules/rule.ts'
import type { Locate } from './lines.ts'

/** A finding and the offset of the text that it is about. */
export interface Spot {
  readonly offset: number
  readonly finding: Finding
}

/** Says that the text at `offset` breaks a rule. */
export type Report = (rule: Rule, offset: number, message: string, more?: Partial<Finding>) => void

/** A report that puts what it is told into `spots`, with its place. */
export function reportInto(spots: Spot[], locate: Locate): Report {
  return (rule, offset, message, more) => {
    spots.push({ offset, finding: breach(rule, message, { at: locate(offset), ...more }) })
  }
}
