import type { Claim } from '../../domain/claims/claim.ts'
import type { Finding, RuleId } from '../../domain/finding.ts'
import { type Entry, entryKey, isHeld, isLeaving } from '../../domain/ledger/entry.ts'
import { checkClaim } from '../../domain/rules/claim-checks.ts'
import { bookOf, type Draft } from './draft.ts'
import { editsOf, isPinnedLater, isSameWish } from './edits.ts'
import { bringBackEgress, restore } from './restore.ts'
import { sharedBy } from './shared-by.ts'
import { vipPoolsOf } from './vip-pool-of.ts'

/** Holds every claim that has something to what it has; gives back those that have nothing yet, return as others, or ask for an address only now. */
export function keepHeld(draft: Draft): readonly Claim[] {
  const rest: Claim[] = []
  for (const { namespace, claims, readable } of draft.inputs.environments.values()) {
    const book = bookOf(draft, namespace)
    for (const claim of claims) {
      const entry = book.get(entryKey(claim))
      if (!readable) draft.findings.push(...(isHeld(entry) ? judgeFrozen(draft, claim, entry) : []))
      else if (isHeld(entry) && !isPinnedLater(claim, entry)) keep(draft, claim, entry)
      else if (entry && isLeaving(entry) && isSameWish(claim, entry))
        keep(draft, claim, restore(draft, namespace, entry))
      else rest.push(claim)
    }
    if (readable) bringBackEgress(draft, namespace)
  }
  return rest
}

/**
 * In a frozen environment nothing moves, yet all that is wrong with it is said in one run; what holds nothing is
 * judged by `judgeFrozenNew`, after all others.
 */
function judgeFrozen(draft: Draft, claim: Claim, entry: Entry): readonly Finding[] {
  const edits = claim.spec === undefined ? [] : editsOf(claim, entry)
  const said = [...edits, ...sharedBy(draft, claim)]
  if (claim.spec === undefined || edits.length > 0) return said
  return [...said, ...problemsOf(draft, claim, true).map(asWarning)]
}

/** What is wrong with a claim by itself: by our rules, and by the organisation's policies. */
export function problemsOf(draft: Draft, claim: Claim, isHeld: boolean): readonly Finding[] {
  const context = contextOf(draft, claim.namespace)
  return [...checkClaim(claim, context), ...draft.guard(claim, isHeld)]
}

/** What a claim is judged by. */
export function contextOf(draft: Draft, namespace: string) {
  return {
    settings: draft.settings,
    platform: draft.platform,
    facts: draft.view.facts,
    grants: draft.inputs.grants.get(namespace),
    vipPools: vipPoolsOf(draft, namespace),
  }
}

function keep(draft: Draft, claim: Claim, entry: Entry): void {
  const book = bookOf(draft, claim.namespace)
  const { heldBack: _, ...frozen } = entry
  const edits = claim.spec === undefined ? [] : editsOf(claim, entry)
  draft.findings.push(...edits, ...sharedBy(draft, claim))
  if (claim.spec === undefined || edits.length > 0) {
    book.set(entryKey(entry), frozen as Entry)
    return
  }
  const { nonconforming: __, ...kept } = frozen
  const problems = problemsOf(draft, claim, true)
  draft.findings.push(...problems.map(asWarning))
  const errors = problems.filter((finding) => finding.severity === 'error')
  const rules: readonly RuleId[] = [...new Set(errors.map((finding) => finding.rule))].toSorted()
  const next = {
    ...kept,
    spec: claim.spec,
    ...(entry.origin === 'implicit' ? { origin: 'allocated' } : {}),
    ...(rules.length > 0 ? { nonconforming: rules } : {}),
  }
  book.set(entryKey(entry), next as Entry)
}

/** Whoever holds something is not refused for a rule that came later. */
function asWarning(finding: Finding): Finding {
  return finding.severity === 'error' ? { ...finding, severity: 'warning' } : finding
}
