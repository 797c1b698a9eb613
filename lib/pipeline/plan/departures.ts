import { isLabel } from '../../domain/claims/syntax.ts'
import type { Finding } from '../../domain/finding.ts'
import {
  type Brake,
  type Departure,
  isAcknowledged,
  isAllocation,
  trippedBrakes,
} from '../../domain/ledger/brakes.ts'
import { type Entry, entryKey, holderName, isHeld } from '../../domain/ledger/entry.ts'
import { isEgress, vpcOf } from '../../domain/ledger/release.ts'
import { breach } from '../../domain/rules/rule.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import { bookOf, claimIn, type Draft, documentOf } from './draft.ts'
import { guard } from './guards.ts'

/** A held claim that its environment no longer asks for. */
interface Gone {
  readonly namespace: string
  readonly entry: Entry
}

/** Begins the release of every claim that is gone, as far as guards and brakes allow. */
export function releaseDeparted(draft: Draft): void {
  const gone = [...draft.books.keys()]
    .filter((namespace) => draft.inputs.environments.get(namespace)?.readable ?? true)
    .flatMap((namespace) => departed(draft, namespace))
  const leaving = gone.filter(({ namespace, entry }) => {
    const refusals = guard(draft, namespace, entry)
    draft.findings.push(...refusals)
    return refusals.every((finding) => finding.severity !== 'error')
  })
  const held = holdBack(draft, withoutImplicit(leaving))
  const going = leaving.filter(({ namespace, entry }) => !held.has(holderName(namespace, entry)))
  for (const { namespace, entry } of going) {
    if (!isEgress(entry)) release(draft, namespace, entry)
  }
  // An egress address goes with its VPC: had a guard or a brake kept that one, this one stays with it.
  for (const { namespace, entry } of going) {
    if (isEgress(entry) && !hasHeldVpc(draft, namespace)) release(draft, namespace, entry)
  }
}

function hasHeldVpc(draft: Draft, namespace: string): boolean {
  const vpc = vpcOf(bookOf(draft, namespace))
  return isHeld(vpc) && vpc.kind === 'VpcClaim' && vpc.spec.externalAccess
}

/** Held claims without a file. Those that never held anything are forgotten at once. */
function departed(draft: Draft, namespace: string): readonly Gone[] {
  const book = bookOf(draft, namespace)
  const gone: Gone[] = []
  for (const [key, entry] of book) {
    if (isWanted(draft, namespace, entry)) continue
    if (entry.phase === 'waiting' || entry.phase === 'rejected') book.delete(key)
    if (isHeld(entry)) gone.push({ namespace, entry })
  }
  return gone
}

function isWanted(draft: Draft, namespace: string, entry: Entry): boolean {
  if (claimIn(draft.inputs, namespace, entry) !== undefined) return true
  if (isTransferred(draft, namespace, entry)) return true
  return entry.origin === 'implicit' && hasVpcFile(draft, namespace)
}

/** The receiving claim takes it over, later in this plan. */
function isTransferred(draft: Draft, namespace: string, entry: Entry): boolean {
  const name = holderName(namespace, entry)
  return draft.transfers.values().some((transfer) => transfer.from === name)
}

function hasVpcFile(draft: Draft, namespace: string): boolean {
  const claims = draft.inputs.environments.get(namespace)?.claims ?? []
  return claims.some((claim) => claim.kind === 'VpcClaim')
}

/** An implicit egress address is no departure of its own: nobody wrote it, so nobody can acknowledge it. */
function withoutImplicit(gone: readonly Gone[]): readonly Gone[] {
  return gone.filter(({ entry }) => !(isEgress(entry) && entry.origin === 'implicit'))
}

/** Applies the brakes; gives back the names of the claims that stay for now. Each brake wants its own acknowledgement. */
function holdBack(draft: Draft, gone: readonly Gone[]): ReadonlySet<string> {
  const byName = new Map(gone.map((one) => [holderName(one.namespace, one.entry), one]))
  const departures = gone.map(({ namespace, entry }) => toDeparture(namespace, entry))
  const brakes = trippedBrakes(departures, liveOf(draft, gone), draft.settings.brakes)
  const held = new Set<string>()
  for (const brake of [...brakes, ...earlier(gone, brakes)]) {
    const kept = brake.departures.filter(
      (one) => !isAcknowledged(brake, one, draft.acknowledgements),
    )
    if (kept.length === 0) continue
    for (const { name } of kept) {
      const { namespace, entry } = byName.get(name) ?? {}
      if (held.has(name) || namespace === undefined || entry === undefined) continue
      held.add(name)
      const heldBack = { brake: brake.kind, subject: brake.subject }
      bookOf(draft, namespace).set(entryKey(entry), { ...entry, heldBack })
    }
    draft.findings.push(brakeFinding(draft, brake, kept, byName))
  }
  return held
}

/** What an earlier commit's brake holds stays held until an acknowledgement names it, whatever trips now. */
function earlier(gone: readonly Gone[], tripped: readonly Brake[]): readonly Brake[] {
  const now = new Set(tripped.flatMap((brake) => brake.departures.map((one) => tieOf(brake, one))))
  const groups = new Map<string, { readonly brake: HeldBack; readonly departures: Departure[] }>()
  for (const { namespace, entry } of gone) {
    const { heldBack } = entry
    const departure = toDeparture(namespace, entry)
    if (heldBack === undefined || now.has(tieOf(toBrake(heldBack), departure))) continue
    const key = `${heldBack.brake} ${heldBack.subject}`
    const group = groups.get(key) ?? { brake: heldBack, departures: [] }
    groups.set(key, group)
    group.departures.push(departure)
  }
  return [...groups.values()].map(({ brake, departures }) => {
    const reason = `${departures.length} removed claims are held back by brake "${brake.brake}" since an earlier commit`
    return { ...toBrake(brake), departures, reason }
  })
}

type HeldBack = NonNullable<Entry['heldBack']>

function toBrake({ brake, subject }: HeldBack): Pick<Brake, 'kind' | 'subject'> {
  return { kind: brake, subject }
}

function tieOf({ kind, subject }: Pick<Brake, 'kind' | 'subject'>, { name }: Departure): string {
  return `${kind} ${subject} ${name}`
}

function liveOf(draft: Draft, gone: readonly Gone[]) {
  const isLive = (entry: Entry) => isHeld(entry) && isAllocation(entry)
  const books = [...draft.books.values()]
  const total = books.reduce((sum, book) => sum + [...book.values()].filter(isHeld).length, 0)
  const implicit = gone.filter(({ entry }) => entry.kind === 'VpcClaim').length
  const claims = draft.inputs.environments
    .values()
    .some(({ claims, readable }) => claims.length > 0 || !readable)
  return {
    ofPool: (pool: string) => draft.pools.get(pool)?.allocations() ?? 0,
    ofEnvironment: (namespace: string) =>
      [...bookOf(draft, namespace).values()].filter(isLive).length,
    emptied:
      draft.inputs.planned === undefined && !claims && total > 0 && gone.length + implicit > 0,
  }
}

function toDeparture(namespace: string, entry: Entry): Departure {
  return {
    environment: namespace,
    name: holderName(namespace, entry),
    kind: entry.kind,
    ...(entry.pool === undefined ? {} : { pool: entry.pool }),
  }
}

/** Names at most this many claims in a message; the file to add names them all. */
const NAMED = 5

function brakeFinding(
  draft: Draft,
  brake: Brake,
  kept: readonly Departure[],
  byName: ReadonlyMap<string, Gone>,
): Finding {
  const names = kept.map((one) => one.name).toSorted()
  const first = byName.get(names[0] ?? '')
  const document = first && documentOf(draft, first.namespace, first.entry)
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  const message = `${brake.reason}: ${names.slice(0, NAMED).join(', ')}${more} stay until an acknowledgement names them`
  return breach(supplyRules.brake, message, {
    ...(document ? { at: document.at } : {}),
    object: names[0] ?? '',
    value: `${brake.kind} ${brake.subject}`,
    hint: acknowledgementText(brake, names),
  })
}

/** The file that lets the brake go, ready to paste. */
function acknowledgementText(brake: Brake, names: readonly string[]): string {
  const whole = `${brake.kind}-${brake.subject === '*' ? 'all' : brake.subject}`
  const name = isLabel(whole) ? whole : brake.kind
  return [
    `to let it go, add acknowledgements/${whole}.yaml:`,
    'apiVersion: netclaim.dev/v1alpha1',
    'kind: Acknowledgement',
    `metadata: {name: ${name}}`,
    'spec:',
    `  brake: ${brake.kind}`,
    `  subject: "${brake.subject}"`,
    '  allows:',
    ...names.map((one) => `    - ${one}`),
    '  reason: "who decided this, and why"',
  ].join('\n')
}

function release(draft: Draft, namespace: string, entry: Entry): void {
  const { heldBack: _, nonconforming: __, awaits: ___, ...rest } = entry
  const left = { ...rest, phase: 'releasing', releasedAt: draft.generation } as Entry
  bookOf(draft, namespace).set(entryKey(entry), left)
  if (entry.pool && entry.address) draft.pools.get(entry.pool)?.leave(entry.address)
}
