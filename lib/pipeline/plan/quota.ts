import { type Claim, type ClaimKind, objectName } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { countedKinds, quotaKeys } from '../../domain/grants.ts'
import { type Entry, entryKey, holderName, isLeaving } from '../../domain/ledger/entry.ts'
import { breach } from '../../domain/rules/rule.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import { bookOf, type Draft } from './draft.ts'

/** Why one more claim of this kind is more than its environment is granted. */
export function quotaProblem(draft: Draft, claim: Claim): Finding | undefined {
  const message = quotaMessage(draft, claim.namespace, claim)
  if (message === undefined) return undefined
  return breach(supplyRules.quota, message, {
    at: claim.document.at,
    object: objectName(claim),
    hint: `the quota stands in platform/tenants/, which operators own`,
  })
}

/** The sentence about a quota that one more claim would exceed. */
export function quotaMessage(
  draft: Draft,
  namespace: string,
  claim: { readonly kind: ClaimKind; readonly name: string },
): string | undefined {
  const limit = draft.inputs.grants.get(namespace)?.quotas[claim.kind]
  if (limit === undefined) return undefined
  const counted = countedIn(draft, namespace, claim.kind)
  // Who takes over from another one of the same environment takes its place in the count, too.
  const replaced = [entryKey(claim), giverOf(draft, namespace, claim)]
  const used = counted.size - replaced.filter((key) => key && counted.has(key)).length
  if (used < limit) return undefined
  return `${claim.kind} "${claim.name}" exceeds the quota ${quotaKeys[claim.kind]} of "${namespace}": ${limit} granted, ${used} in use${leavingOf(draft, namespace, claim.kind)}`
}

/** The key of the claim in the same environment that a Transfer of this commit takes from. */
function giverOf(
  draft: Draft,
  namespace: string,
  claim: { readonly kind: ClaimKind; readonly name: string },
): string | undefined {
  const from = draft.transfers.get(holderName(namespace, claim))?.from
  const start = `${claim.kind} ${namespace}/`
  if (!from?.startsWith(start)) return undefined
  return entryKey({ kind: claim.kind, name: from.slice(start.length) })
}

/** How many of them only wait to be proven gone, as in Kubernetes an object counts until its finalizers are done. */
function leavingOf(draft: Draft, namespace: string, kind: ClaimKind): string {
  const entries = bookOf(draft, namespace).values()
  const leaving = entries.filter((entry) => entry.kind === kind && isLeaving(entry)).toArray()
  return leaving.length === 0 ? '' : `, ${leaving.length} of them on the way out`
}

/** Says where a quota was lowered below what is there already: that is kept. */
export function checkQuotas(draft: Draft): void {
  for (const [namespace, { quotas }] of draft.inputs.grants) {
    for (const kind of countedKinds) {
      const limit = quotas[kind]
      if (limit === undefined || !draft.books.has(namespace)) continue
      const used = countedIn(draft, namespace, kind).size
      if (used <= limit) continue
      const message = `environment "${namespace}" has ${used} of kind ${kind}${leavingOf(draft, namespace, kind)}, its quota ${quotaKeys[kind]} grants ${limit}: they are kept, no further one is given`
      const at = draft.inputs.environments
        .get(namespace)
        ?.claims.find((claim) => claim.kind === kind)?.document.at
      const place = at === undefined ? {} : { at }
      draft.findings.push(
        breach(supplyRules.quota, message, {
          ...place,
          severity: 'warning',
          object: `ResourceQuota ${namespace}`,
          value: `${limit}`,
        }),
      )
    }
  }
}

/** The keys of the claims that count, by draft and `<namespace> <kind>`: counted once, then followed. */
const tallies = new WeakMap<Draft, Map<string, Set<string>>>()

/** Tells the tally what became of a claim. */
export function noteForQuota(draft: Draft, namespace: string, entry: Entry | undefined): void {
  if (entry === undefined) return
  if (draft.inputs.grants.get(namespace)?.quotas[entry.kind] === undefined) return
  const counted = countedIn(draft, namespace, entry.kind)
  if (!counts(entry)) counted.delete(entryKey(entry))
  else counted.add(entryKey(entry))
  const giver = giverOf(draft, namespace, entry)
  if (entry.origin === 'transferred' && giver !== undefined) counted.delete(giver)
}

/** Claims that hold something, wait for it or are not yet proven gone. */
function countedIn(draft: Draft, namespace: string, kind: ClaimKind): Set<string> {
  const tally = tallies.get(draft) ?? new Map<string, Set<string>>()
  tallies.set(draft, tally)
  const name = `${namespace} ${kind}`
  const known = tally.get(name)
  if (known !== undefined) return known
  const entries = bookOf(draft, namespace).values()
  const keys = entries.filter((entry) => entry.kind === kind && counts(entry)).map(entryKey)
  const counted = new Set(keys)
  tally.set(name, counted)
  return counted
}

function counts(entry: Entry): boolean {
  return entry.phase !== 'rejected'
}
