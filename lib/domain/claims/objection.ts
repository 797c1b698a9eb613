import type { Path } from '../document.ts'
import type { Rule } from '../rules/rule.ts'

/** Why a text cannot stand in its field. */
export interface Objection {
  readonly rule: Rule
  /** A clause to stand after the quoted text. */
  readonly why: string
  /** What to do about it. */
  readonly hint?: string
}

/** Something to say about a field, before it is known in which line that stands. */
export interface Complaint {
  readonly rule: Rule
  readonly path: Path
  readonly message: string
  readonly hint?: string
}
