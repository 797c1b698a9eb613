import { type Claim, objectName } from '../../domain/claims/claim.ts'
import type { Path } from '../../domain/document.ts'
import type { Finding, RuleId } from '../../domain/finding.ts'
import {
  type Dropped,
  type Entry,
  entryKey,
  holderName,
  isHeld,
  isLeaving,
} from '../../domain/ledger/entry.ts'
import { isEgress, vpcOf } from '../../domain/ledger/release.ts'
import { checkClaim } from '../../domain/rules/claim-checks.ts'
import { lifeRules } from '../../domain/rules/life-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { claimSpot, fieldName } from '../../domain/rules/spot.ts'
import { same } from '../../domain/same.ts'
import { valueAt } from '../read/paths.ts'
import { bookOf, claimIn, type Draft } from './draft.ts'

/** Holds every claim that has something to what it has; gives back those that have nothing yet. */
export function keepHeld(draft: Draft): readonly Claim[] {
  const rest: Claim[] = []
  for (const { namespace, claims, readable } of draft.inputs.environments.values()) {
    const book = bookOf(draft, namespace)
    for (const claim of claims) {
      const entry = book.get(entryKey(claim))
      if (!readable) draft.findings.push(...judgeFrozen(draft, claim, entry))
      else if (isHeld(entry)) keep(draft, claim, entry)
      else if (entry && isLeaving(entry)) comeBack(draft, claim, entry)
      else rest.push(claim)
    }
    if (readable) bringBackEgress(draft, namespace)
  }
  return rest
}

/** In a frozen environment nothing moves, yet all that is wrong with it is said in one run. */
function judgeFrozen(draft: Draft, claim: Claim, entry: Entry | undefined): readonly Finding[] {
  if (isHeld(entry) && claim.spec !== undefined) return editsOf(claim, entry)
  return isHeld(entry) ? [] : checkClaim(claim, contextOf(draft, claim.namespace))
}

/** What a claim is judged by. */
export function contextOf(draft: Draft, namespace: string) {
  return {
    settings: draft.settings,
    platform: draft.platform,
    facts: draft.view.facts,
    grants: draft.inputs.grants.get(namespace),
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
  const problems = checkClaim(claim, contextOf(draft, claim.namespace))
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

/** The address answers for one Service; which one that is, only the cluster knows. */
function sharedBy(draft: Draft, claim: Claim): readonly Finding[] {
  if (claim.kind !== 'EipClaim') return []
  const services = draft.view
    .bindingsOf(claim.namespace, claim.name)
    .filter(({ clusterLives }) => clusterLives)
    .map(({ cluster, service }) => `${service} in cluster "${cluster}"`)
  if (services.length < 2) return []
  const message = `EipClaim "${claim.name}" serves one Service at a time, but ${services.length} use it: ${services.slice(0, 3).join(', ')}${services.length > 3 ? ', …' : ''}`
  const hint = 'give each Service a claim of its own by annotation network.kmetal.io/eip-claim'
  const spot = { at: claim.document.at, object: objectName(claim), hint }
  return [breach(lifeRules.twoServices, message, spot)]
}

/** One finding for each field of a held claim that its file now says otherwise. */
function editsOf(claim: Claim, entry: Entry): readonly Finding[] {
  if (isSameWish(claim, entry)) return []
  const [before, after] = [entry.spec as unknown as Fields, claim.spec as unknown as Fields]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !same(before[key], after[key]))
    .filter((key) => claim.kind !== 'Cluster' || key === 'serviceAddress')
    .toSorted()
  const written = keys.filter(
    (key) => valueAt(claim.document.value, pathOf(claim, key)) !== undefined,
  )
  return keys
    .filter((key) => written.length === 0 || written.includes(key) || !derived.has(key))
    .map((key) => editOf(claim, entry, { key, before: before[key], after: after[key] }))
}

/** Fields that follow from others where they are not written: the edit is that of the others. */
const derived: ReadonlySet<string> = new Set(['gateway', 'protocol', 'excludeIps'])

type Fields = Readonly<Record<string, unknown>>

/** The implicit claim `external` may be written out, with its very address or without one. */
function isSameWish(claim: Claim, entry: Entry): boolean {
  if (same(claim.spec, entry.spec)) return true
  if (claim.kind === 'Cluster' && entry.kind === 'Cluster') {
    return claim.spec?.serviceAddress === entry.spec.serviceAddress
  }
  if (entry.origin !== 'implicit' || claim.kind !== 'EipClaim') return false
  return claim.spec?.type === 'lrp' && (claim.spec.v4Ip ?? entry.address) === entry.address
}

interface Edit {
  readonly key: string
  readonly before: unknown
  readonly after: unknown
}

function editOf(claim: Claim, entry: Entry, { key, before, after }: Edit): Finding {
  const path = pathOf(claim, key)
  const spot = claimSpot(claim, path)
  const rule = claim.kind === 'Cluster' ? lifeRules.addressPermanent : lifeRules.immutable
  const held = entry.address === undefined ? '' : `, it holds ${entry.address}`
  const message = `${claim.kind} "${claim.name}" is immutable: ${fieldName(path)} is ${said(before)} and cannot be changed to ${said(after)}${held}`
  return breach(rule, message, { ...spot, object: objectName(claim), hint: wayOut(claim) })
}

/** Where a canonical field stands in a file; absent ones are shown at the nearest thing above. */
function pathOf(claim: Claim, key: string): Path {
  if (claim.kind === 'VpcClaim' && key === 'providerNetwork')
    return ['spec', 'providerNetworkRef', 'name']
  if (key === 'providerSubnet') {
    return ['metadata', 'annotations', 'network.kmetal.io/provider-network-subnet']
  }
  if (claim.kind === 'Cluster') return ['spec', 'topology', 'variables']
  return ['spec', key]
}

function said(value: unknown): string {
  if (value === undefined) return 'absent'
  return typeof value === 'string' ? `"${value}"` : JSON.stringify(value)
}

function wayOut(claim: Claim): string {
  switch (claim.kind) {
    case 'VpcClaim':
      return `deleting and re-creating it takes the VPC "${claim.namespace}" and everything attached to it: its subnets, addresses and clusters`
    case 'SubnetClaim':
      return `add a second SubnetClaim beside it; deleting and re-creating this one takes its Subnet and every workload interface on it`
    case 'EipClaim':
      return 'add another EipClaim; deleting and re-creating this one takes its NAT rules and gives its address back'
    case 'Cluster':
      return 'moving a control plane means new certificates and new kubeconfigs: keep the address, or make a new Cluster'
  }
}

/** A claim that returns gets its own entry back, and is rendered when its old objects are gone. */
function comeBack(draft: Draft, claim: Claim, entry: Entry): void {
  if (claim.spec === undefined) return
  if (!isSameWish(claim, entry)) {
    const message = `${claim.kind} "${claim.name}" is still being released as it was before${entry.address ? ` (${entry.address})` : ''}: it can return as it was now, or as it is here when that is done`
    draft.findings.push(breach(lifeRules.stillLeaving, message, claimSpot(claim, ['spec'])))
    return
  }
  keep(draft, claim, restore(draft, claim.namespace, entry))
}

/** The entry is held again, and is rendered when its old objects are gone. */
function restore(draft: Draft, namespace: string, entry: Entry): Entry {
  const { dropped, releasedAt: _, awaits: earlier = [], ...rest } = entry
  const awaits: readonly Dropped[] = draft.reported ? [...earlier, ...(dropped ?? [])] : []
  const next = { ...rest, phase: 'held', ...(awaits.length > 0 ? { awaits } : {}) } as Entry
  bookOf(draft, namespace).set(entryKey(entry), next)
  if (next.pool && next.address)
    draft.pools.get(next.pool)?.take(next.address, holderName(namespace, next))
  return next
}

/** A VPC that is there again has its egress address again, written or not: its router port has no other. */
function bringBackEgress(draft: Draft, namespace: string): void {
  const book = bookOf(draft, namespace)
  const vpc = vpcOf(book)
  const egress = [...book.values()].find(isEgress)
  if (!isHeld(vpc) || vpc.kind !== 'VpcClaim' || !egress || !isLeaving(egress)) return
  if (vpc.externalSubnet !== egress.pool || claimIn(draft.inputs, namespace, egress)) return
  restore(draft, namespace, { ...egress, spec: { type: 'lrp' }, origin: 'implicit' } as Entry)
}
