import { type Claim, objectName } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { quotaKeys } from '../../domain/grants.ts'
import { type Entry, entryKey } from '../../domain/ledger/entry.ts'
import { breach } from '../../domain/rules/rule.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import { bookOf, type Draft } from './draft.ts'

/** Why one more claim of this kind is more than its environment is granted. */
export function quotaProblem(draft: Draft, claim: Claim): Finding | undefined {
  if (claim.kind === 'Cluster') return undefined
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
  claim: { readonly kind: Counted; readonly name: string },
): string | undefined {
  const limit = draft.inputs.grants.get(namespace)?.quotas[claim.kind]
  if (limit === undefined) return undefined
  const counted = countedIn(draft, namespace, claim.kind)
  const used = counted.size - (counted.has(entryKey(claim)) ? 1 : 0)
  if (used < limit) return undefined
  return `${claim.kind} "${claim.name}" exceeds the quota ${quotaKeys[claim.kind]} of "${namespace}": ${limit} granted, ${used} in use`
}

/** Says where a quota was lowered below what is there already: that is kept. */
export function checkQuotas(draft: Draft): void {
  for (const [namespace, { quotas }] of draft.inputs.grants) {
    for (const kind of kinds) {
      const limit = quotas[kind]
      if (limit === undefined || !draft.books.has(namespace)) continue
      const used = countedIn(draft, namespace, kind).size
      if (used <= limit) continue
      const message = `environment "${namespace}" has ${used} of kind ${kind}, its quota ${quotaKeys[kind]} grants ${limit}: they are kept, no further one is given`
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

type Counted = keyof typeof quotaKeys

const kinds = ['VpcClaim', 'SubnetClaim', 'EipClaim'] as const satisfies readonly Counted[]

/** The keys of the claims that count, by draft and `<namespace> <kind>`: counted once, then followed. */
const tallies = new WeakMap<Draft, Map<string, Set<string>>>()

/** Tells the tally what became of a claim. */
export function noteForQuota(draft: Draft, namespace: string, entry: Entry | undefined): void {
  if (entry === undefined || entry.kind === 'Cluster') return
  if (draft.inputs.grants.get(namespace)?.quotas[entry.kind] === undefined) return
  const counted = countedIn(draft, namespace, entry.kind)
  if (counts(entry)) counted.add(entryKey(entry))
  else counted.delete(entryKey(entry))
}

/** Claims that hold something or wait for it. */
function countedIn(draft: Draft, namespace: string, kind: Counted): Set<string> {
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
  return entry.phase === 'held' || entry.phase === 'waiting'
}
