import type { Finding } from '../../domain/finding.ts'
import type { Entry } from '../../domain/ledger/entry.ts'

/** What stands between a claim and its wish: findings, else the entry and what it takes. */
export interface Verdict {
  readonly findings: readonly Finding[]
  readonly entry?: Entry
  /** Writes down what the claim takes, once it is admitted. */
  readonly take?: () => void
}
