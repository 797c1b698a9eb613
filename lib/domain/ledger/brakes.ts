import type { Acknowledgement, BrakeKind } from '../acknowledgement.ts'
import type { Settings } from '../settings.ts'

/** A claim that would be released. */
export interface Departure {
  readonly environment: string
  /** `EipClaim photon-prod/web`. */
  readonly name: string
  readonly kind: string
  /** The pool whose address, or whose VIP blocks, it would give back. */
  readonly pool?: string
  /** How many VIP blocks of it; absent for any other claim. */
  readonly blocks?: number
}

/** A brake that a change trips, with what it holds back. */
export interface Brake {
  readonly kind: BrakeKind
  /** A pool's or an environment's name; `*` for the whole repository. */
  readonly subject: string
  readonly departures: readonly Departure[]
  /** Why: `11 live allocations, the limit is 10`. */
  readonly reason: string
}

/** How much is live, before the change. */
export interface Live {
  readonly ofPool: (pool: string) => number
  readonly ofEnvironment: (environment: string) => number
  /** Whether anything at all would be left. */
  readonly emptied: boolean
}

/** Does the brake count it? */
export function isAllocation(departure: Pick<Departure, 'kind' | 'pool' | 'blocks'>): boolean {
  return allocationsOf(departure) > 0
}

/** Addresses, VIP blocks and subnets are allocations; a VPC, or a cluster without a pinned address, is none. */
export function allocationsOf({
  kind,
  pool,
  blocks,
}: Pick<Departure, 'kind' | 'pool' | 'blocks'>): number {
  return blocks ?? (kind === 'SubnetClaim' || pool !== undefined ? 1 : 0)
}

function sumOf(departures: readonly Departure[]): number {
  return departures.reduce((sum, departure) => sum + allocationsOf(departure), 0)
}

/** The brakes of design 5 that these departures trip, in a fixed order. */
export function trippedBrakes(
  departures: readonly Departure[],
  live: Live,
  limits: Settings['brakes'],
): readonly Brake[] {
  const counted = departures.filter(isAllocation)
  return [
    ...everything(departures, live),
    ...many(counted, limits),
    ...shares('pool', counted, live.ofPool, limits),
    ...shares('environment', counted, live.ofEnvironment, limits),
    ...vpcs(departures),
  ]
}

/** Does one of the acknowledgements let this departure pass this brake? */
export function isAcknowledged(
  brake: Brake,
  departure: Departure,
  acknowledgements: readonly Acknowledgement[],
): boolean {
  return acknowledgements.some(
    (one) =>
      one.brake === brake.kind &&
      one.subject === brake.subject &&
      one.allows.includes(departure.name),
  )
}

function everything(departures: readonly Departure[], live: Live): readonly Brake[] {
  if (!live.emptied || departures.length === 0) return []
  const reason = `nothing would be left: all ${departures.length} claims would be released`
  return [{ kind: 'everything', subject: '*', departures, reason }]
}

function many(departures: readonly Departure[], limits: Settings['brakes']): readonly Brake[] {
  const count = sumOf(departures)
  if (count <= limits.releases) return []
  const reason = `${count} live allocations would be released, the limit is ${limits.releases}`
  return [{ kind: 'releases', subject: '*', departures, reason }]
}

function shares(
  kind: 'pool' | 'environment',
  departures: readonly Departure[],
  liveOf: (subject: string) => number,
  limits: Settings['brakes'],
): readonly Brake[] {
  const bySubject = Map.groupBy(departures, (one) => one[kind] ?? '')
  return [...bySubject.keys()].toSorted().flatMap((subject) => {
    const some = bySubject.get(subject) ?? []
    const [count, total] = [sumOf(some), liveOf(subject)]
    if (subject === '' || count < limits.shareFrom) return []
    if (count * 100 <= total * limits.sharePercent) return []
    const reason = `${count} of ${total} live allocations of ${kind} "${subject}" would be released, the limit is ${limits.sharePercent} %`
    return [{ kind, subject, departures: some, reason }]
  })
}

function vpcs(departures: readonly Departure[]): readonly Brake[] {
  return departures
    .filter((one) => one.kind === 'VpcClaim')
    .map((one) => ({
      kind: 'vpc',
      subject: one.environment,
      departures: [one],
      reason: `the VPC of "${one.environment}" would be released with everything in it`,
    }))
}
