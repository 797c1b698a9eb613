/** A ruleset as GitHub's API takes and gives it. */
export interface RulesetRow {
  readonly id: number
  readonly name: string
  readonly target: 'branch'
  readonly enforcement: 'active' | 'disabled' | 'evaluate'
  /** Branches as refs (`refs/heads/main`, `~DEFAULT_BRANCH`, `~ALL`), `*` and `**` allowed. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly bypass_actors: readonly object[]
  readonly rules: readonly Rule[]
}

export interface Rule {
  readonly type: string
  readonly parameters?: Readonly<Record<string, unknown>>
}
