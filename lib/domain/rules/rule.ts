import type { Finding, RuleId, Severity } from '../finding.ts'

/** What a rule is called, how grave a breach of it is, and what a person should know about it. */
export interface Rule {
  readonly id: RuleId
  readonly severity: Severity
  /** What the rule wants, one sentence. */
  readonly wants: string
  /** Why it wants that: what would happen otherwise. */
  readonly why: string
  /** YAML or text that breaks the rule. */
  readonly example: string
  /** Where the rule comes from: a document, an issue, a line of code, an observation. */
  readonly source: string
}

/** A finding of a rule, with the rule's own severity unless `more` says otherwise. */
export function breach(rule: Rule, message: string, more: Partial<Finding> = {}): Finding {
  return { rule: rule.id, severity: rule.severity, ...more, message }
}
