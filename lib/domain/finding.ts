/** How a finding affects the run: only an `error` blocks it. */
export type Severity = 'error' | 'warning' | 'info'

/** The name of a rule, `subject/problem`: never renumbered, never reused. */
export type RuleId = `${string}/${string}`

/** A spot in an input file. Line and column count from 1; the column is in UTF-16 units. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Another spot that explains a finding, such as the first of two duplicates. */
export interface Related {
  readonly at: Place
  readonly message: string
  /** The other party, `SubnetClaim photon-prod/production`; for the plan itself, not printed. */
  readonly object?: string
}

/** The other side of a conflict. */
export interface Party {
  /** `SubnetClaim photon-prod/production`. */
  readonly object: string
  /** What a related spot would say. */
  readonly message: string
}

/** One thing worth telling a person about their input. */
export interface Finding {
  readonly rule: RuleId
  readonly severity: Severity
  /** Where to look; absent only when no line of the input is at fault. */
  readonly at?: Place
  /** Kind and namespace/name of the object at fault, `SubnetClaim photon-prod/production`. */
  readonly object?: string
  /** Path of the field inside the object, `spec.cidrBlock`. */
  readonly field?: string
  /** The value as written. */
  readonly value?: string
  /** What is wrong, naming the value. One clause, no full stop. */
  readonly message: string
  /** What to do about it. */
  readonly hint?: string
  readonly related?: readonly Related[]
  /** Who the conflict is with, whether or not a place is known; for the plan itself, not printed. */
  readonly parties?: readonly Party[]
}

/** A value together with what there is to say about it. */
export interface Checked<T> {
  readonly value: T
  readonly findings: readonly Finding[]
}
