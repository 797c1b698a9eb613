import type { Finding, Place, RuleId } from '../../domain/finding.ts'
import type { FactsView } from '../../domain/ledger/facts-view.ts'
import type { State } from '../../domain/ledger/state.ts'
import type { Cause } from '../history/cause.ts'
import type { Standing } from '../history/holdings.ts'
import type { Inputs } from '../inputs.ts'
import { stuckEntries } from './stuck-entries.ts'
import { stuckFindings } from './stuck-findings.ts'
import { stuckHolds } from './stuck-holds.ts'

/** Something that does not go on by itself, or not yet. */
export interface Stuck {
  /**
   * How the claim stands; or `missing`: the cluster does not have its object; `frozen`: it cannot be read, so it stays as
   * it was; `refused`: what main says of it is not taken; `opening`: a segment that waits for drop rules; `behind`: main
   * is not planned; `on-hold`: a person keeps an object of the cluster as it is; `over`: what was until some day still
   * stands; `failing`, `unready`: what the cluster has of it is not as it is wanted, or not yet.
   */
  readonly is:
    | Exclude<Standing, 'held'>
    | 'missing'
    | 'frozen'
    | 'refused'
    | 'opening'
    | 'behind'
    | 'on-hold'
    | 'over'
    | 'failing'
    | 'unready'
  /** `EipClaim photon-prod/web`, `environment photon-prod`, a file or `everything`. */
  readonly what: string
  /** A clause. */
  readonly waitsFor: string
  /** The next command, or the file to change or to write; absent: it goes on by itself. */
  readonly next?: string
  readonly rule?: RuleId
  readonly at?: Place
  /** Where the history of the state tells since when. */
  readonly track?: { readonly path: string; readonly track: string }
}

/** The same, and since which commit. */
export interface DatedStuck extends Stuck {
  readonly since?: {
    /** Seconds since 1970. */
    readonly seconds: number
    readonly main?: string
    /** The state commit; absent where a file of main is at fault. */
    readonly state?: string
    readonly cause?: Cause
  }
}

/** What there is to look at: the ledger, what main says, and what a plan of both says. */
export interface StuckInput {
  readonly state: State
  readonly inputs: Inputs
  /** All that is wrong with the tree, and with a plan that changes nothing. */
  readonly findings: readonly Finding[]
  readonly view: FactsView
  /** Whether a cluster was ever heard of. */
  readonly reported: boolean
  /** `2026-11-30T12:00:00Z`. */
  readonly now: string
}

/** Everything that waits, by name, what holds the most up first. */
export function stuckOf(input: StuckInput): readonly Stuck[] {
  const entries = stuckEntries(input)
  const named = new Set(entries.map(({ what }) => what))
  return [...stuckFindings(input, named), ...entries, ...stuckHolds(input.view.facts, input.now)]
}
