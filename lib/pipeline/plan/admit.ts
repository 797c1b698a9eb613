import type { Claim, EipClaim } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { type Entry, entryKey, isHeld, isLeaving } from '../../domain/ledger/entry.ts'
import { lifeRules } from '../../domain/rules/life-rules.ts'
import { checkClusterSubnet } from './admit-cluster.ts'
import { admitImplicit } from './admit-implicit.ts'
import { copyOf } from './copy-of.ts'
import { bookOf, type Draft } from './draft.ts'
import { isSameWish } from './edits.ts'
import { problemsOf } from './keep.ts'
import { checkQuotas, noteForQuota } from './quota.ts'
import { withoutLeaving } from './restore.ts'
import { byTurn, type Place, type Turn } from './turn.ts'
import { verdictOn } from './verdict-on.ts'

/** A new claim with what is wrong with it by itself. */
interface Candidate {
  readonly claim: Claim
  readonly problems: readonly Finding[]
  /** Where in the queue it stands. */
  readonly place: Place
}

/**
 * Gives new claims what they ask for, or says why not: VPCs first, then subnets, pinned addresses, floating ones. Among
 * equals those that wait already come first, then by environment and name. A claim with a fault of its own comes last,
 * so that it takes nothing from a good one, and is compared all the same.
 */
export function admitNew(draft: Draft, claims: readonly Claim[]): void {
  checkQuotas(draft)
  admitAll(draft, claims)
  checkClusterSubnets(draft)
  judgeFrozenNew(draft)
}

/** In a frozen environment nobody gets anything, yet all that would be wrong is said: on a copy that is thrown away. */
function judgeFrozenNew(draft: Draft): void {
  const fresh = [...draft.inputs.environments.values()]
    .filter(({ readable }) => !readable)
    .flatMap(({ claims }) => claims)
    .filter((claim) => isUndecided(claim, bookOf(draft, claim.namespace).get(entryKey(claim))))
  if (fresh.length === 0) return
  const copy = copyOf(draft)
  admitAll(copy, withoutLeaving(copy, fresh))
  // The VpcClaim may stand in the file that cannot be read.
  draft.findings.push(...copy.findings.filter(({ rule }) => rule !== lifeRules.noVpc.id))
}

function isUndecided(claim: Claim, entry: Entry | undefined): boolean {
  return !isHeld(entry) && !(entry && isLeaving(entry) && isSameWish(claim, entry))
}

function admitAll(draft: Draft, claims: readonly Claim[]): void {
  const candidates = claims.map((claim) => candidateOf(draft, claim)).toSorted(byTurn)
  const floating = candidates.filter(({ claim }) => isFloating(claim))
  const fixed = candidates.filter(({ claim }) => !isFloating(claim))
  for (const candidate of fixed) if (candidate.claim.kind !== 'Cluster') admit(draft, candidate)
  const implicit = admitImplicit(draft)
  for (const one of [...implicit, ...floating.map(toTurn(draft))].toSorted(byTurn)) one.take()
  for (const candidate of fixed) if (candidate.claim.kind === 'Cluster') admit(draft, candidate)
}

function toTurn(draft: Draft) {
  return (candidate: Candidate): Turn => ({
    place: candidate.place,
    take: () => admit(draft, candidate),
  })
}

/** Judges one claim against all that is there already, and writes down what becomes of it. */
function admit(draft: Draft, { claim, problems }: Candidate): void {
  const verdict = verdictOn(
    draft,
    claim,
    problems.some((one) => one.severity === 'error'),
  )
  const findings = [...problems, ...verdict.findings]
  draft.findings.push(...findings)
  const book = bookOf(draft, claim.namespace)
  const key = entryKey(claim)
  const error = findings.find((finding) => finding.severity === 'error')
  if (claim.spec === undefined || error !== undefined || verdict.entry === undefined) {
    reject(book, claim, findings)
  } else {
    book.set(key, verdict.entry)
    verdict.take?.()
  }
  noteForQuota(draft, claim.namespace, book.get(key))
}

/** A claim that stays rejected keeps its reason, and who stands in its way, as long as that holds. */
function reject(book: Map<string, Entry>, claim: Claim, findings: readonly Finding[]): void {
  const key = entryKey(claim)
  // A Cluster that only now asks for an address keeps what it was without.
  if (isHeld(book.get(key))) return
  const errors = findings.filter(({ severity }) => severity === 'error')
  const former = book.get(key)?.rejected
  const same = errors.filter(({ rule }) => rule === former?.rule)
  const error =
    same.find(({ parties }) => parties?.[0]?.object === former?.winner) ?? same[0] ?? errors[0]
  if (claim.spec === undefined || error === undefined) {
    book.delete(key)
    return
  }
  const winner = error.parties?.[0]?.object
  const rejected = { rule: error.rule, ...(winner === undefined ? {} : { winner }) }
  const { kind, name, spec } = claim
  book.set(key, { kind, name, phase: 'rejected', spec, rejected } as Entry)
}

function isFloating(claim: Claim): claim is EipClaim {
  return claim.kind === 'EipClaim' && claim.seen.v4Ip === undefined
}

const RANKS = { VpcClaim: 0, SubnetClaim: 1, EipClaim: 2, KdcCluster: 3, Cluster: 4 }

function candidateOf(draft: Draft, claim: Claim): Candidate {
  const problems = problemsOf(draft, claim, false)
  const faulty = claim.spec === undefined || problems.some((one) => one.severity === 'error')
  const waits = bookOf(draft, claim.namespace).has(entryKey(claim))
  const { kind, namespace, name } = claim
  return { claim, problems, place: { rank: RANKS[kind], faulty, waits, namespace, name } }
}

/** Every cluster of the tree, new or not, names a subnet that is there. */
function checkClusterSubnets(draft: Draft): void {
  for (const { claims } of draft.inputs.environments.values()) {
    for (const claim of claims) {
      if (claim.kind === 'Cluster') draft.findings.push(...checkClusterSubnet(draft, claim))
    }
  }
}
