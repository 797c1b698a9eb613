import { type Claim, objectName } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { holderParts } from '../../domain/ledger/holder-name.ts'
import type { Holder } from '../../domain/ledger/pool-index.ts'
import { conflictRules } from '../../domain/rules/conflict-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import type { claimSpot } from '../../domain/rules/spot.ts'
import { claimIn, type Draft } from './draft.ts'
import { NOT_YET_GONE } from './not-yet-gone.ts'
import { relatedTo } from './related.ts'

/** An address that a claim pins and somebody else has. */
export interface Taken {
  readonly claim: Claim
  readonly address: string
  /** What the claim calls it, `v4Ip "203.0.113.24"`. */
  readonly what: string
  readonly who: string
  /** As the ledger knows them; absent for those whom facts show alone. */
  readonly holder: Holder | undefined
  readonly spot: ReturnType<typeof claimSpot>
}

/** Says who has the address, and how it could pass over where that claim goes in this very commit. */
export function takenFinding(draft: Draft, taken: Taken, otherwise: string): Finding {
  const { address, what, who, holder, spot } = taken
  const hint = goesNow(draft, taken)
    ? `to hand it over, add a Transfer from "${who}" to "${objectName(taken.claim)}" to this commit`
    : otherwise
  return breach(conflictRules.addressTaken, `${what} is held by ${who}${howHeld(holder)}`, {
    ...spot,
    hint,
    ...relatedTo(draft, who, `${who} holds ${address}`),
  })
}

function howHeld(holder: Holder | undefined): string {
  if (holder === undefined) return ', in the cluster, as facts show'
  return holder.leaving ? NOT_YET_GONE : ''
}

function goesNow({ before, inputs }: Draft, { who, holder, claim }: Taken): boolean {
  const { kind, namespace, name } = holderParts(who)
  if (holder?.leaving !== true || kind !== claim.kind || before === undefined) return false
  const wasThere = claimIn(before, namespace, { kind, name }) !== undefined
  return wasThere && claimIn(inputs, namespace, { kind, name }) === undefined
}
