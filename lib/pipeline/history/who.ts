import { compareText } from '../../domain/compare-text.ts'
import type { Facts } from '../../domain/facts.ts'
import type { Cooling } from '../../domain/ledger/cooling.ts'
import type { State } from '../../domain/ledger/state.ts'
import { arenaName } from '../../domain/names.ts'
import { formatAddress, parseAddress } from '../../domain/net/address.ts'
import { parseCidr } from '../../domain/net/cidr.ts'
import {
  compareRanges,
  intersection,
  type Range,
  rangeContains,
  rangesOverlap,
} from '../../domain/net/range.ts'
import { rangeSet, setContains } from '../../domain/net/range-set.ts'
import type { Reservation } from '../../domain/reservation.ts'
import { segmentsOf } from '../../domain/segments.ts'
import { formerPlatform, noPlatform } from '../plan/platform-step.ts'
import type { Cause } from './cause.ts'
import { rangesOf } from './holdings.ts'
import type { Question } from './question.ts'
import type { Tenure, Tenures } from './tenures.ts'

/** Somebody that a cluster reported at an address. */
export interface Seen {
  readonly address: string
  /** `Service photon-prod/quantum`. */
  readonly holder: string
  /** No claim explains it. */
  readonly isForeign: boolean
}

/** A pool of the platform that has to do with what is asked for. */
export interface PoolPlace {
  readonly pool: string
  /** Whether it may give the one address that is asked for; absent for a CIDR. */
  readonly gives?: boolean
  /** Whoever set that address aside. */
  readonly keptBy?: {
    readonly reservation: string
    /** Whose claims may pin it; absent: nobody's. */
    readonly environment?: string
    readonly reason: string
  }
  /** Since when it rests, in seconds since 1970, and who had it. */
  readonly rests?: Cooling
}

/** What an answer is made of beside the history. */
export interface Known {
  readonly state: State
  readonly facts: Facts
  readonly reservations: readonly Reservation[]
}

/** Who has what is asked for, and who had it. */
export interface Who {
  readonly question: Question
  /** By address. */
  readonly current: readonly Tenure[]
  /** The last one first. */
  readonly former: readonly Tenure[]
  readonly seen: readonly Seen[]
  readonly pools: readonly PoolPlace[]
}

/** An answer, and who caused what is in it, by the commit that did. */
export interface Told extends Who {
  readonly causes: ReadonlyMap<string, Cause>
}

/** What the history, the platform and the facts answer. */
export function whoHas(
  question: Question,
  tenures: Tenures,
  { state, facts, reservations }: Known,
): Who {
  const wanted = (tenure: Tenure) => isAsked(question, tenure)
  const current = tenures.current().filter(wanted).toSorted(byRange)
  return {
    question,
    current,
    former: tenures.former().filter(wanted),
    seen: seenAt(question, facts, current),
    pools: question.about === 'range' ? poolsAt(question.range, state, reservations) : [],
  }
}

/** Whether all of a range lies on one provider subnet. */
export function isOnSegment(range: Range, state: State): boolean {
  const { subnets } = segmentsOf(formerPlatform(state) ?? noPlatform)
  return subnets.values().some(({ cidr }) => {
    const shared = intersection(cidr, range)
    return shared !== undefined && compareRanges(shared, range) === 0
  })
}

/** What a pool's index tells of an address, the ledgers do not tell again. */
function isAsked(question: Question, { holder, range, pool, track }: Tenure): boolean {
  if (question.about === 'range') {
    if (range === undefined || (pool !== undefined && !track.startsWith(`${pool} `))) return false
    return rangesOf(range).some((one) => rangesOverlap(one, question.range))
  }
  const name = `${question.namespace}/${question.name}`
  return question.kind === undefined
    ? holder.endsWith(` ${name}`)
    : holder === `${question.kind} ${name}`
}

/** What the cluster showed at the asked addresses, or at those that the claim has. */
function seenAt(question: Question, facts: Facts, current: readonly Tenure[]): readonly Seen[] {
  const held = current.flatMap(({ range }) => (range === undefined ? [] : rangesOf(range)))
  const asked = question.about === 'range' ? [question.range] : held
  const isIn = (text: string, ranges: readonly Range[]) => {
    const address = parseAddress(text)
    return address !== undefined && ranges.some((range) => rangeContains(range, address))
  }
  const vips = facts.vips.map(({ environment, cluster, service, address }) => {
    return { address, holder: `Service ${service} in cluster ${environment}/${cluster}` }
  })
  return [...facts.holders, ...vips]
    .filter(({ address }) => isIn(address, asked))
    .map(({ address, holder }) => ({ address, holder, isForeign: !isIn(address, held) }))
    .toSorted((a, b) => byText(a.address, b.address) || compareText(a.holder, b.holder))
}

/** Names of the pools of the platform that have something of a range. */
export function poolNamesAt(range: Range, state: State): readonly string[] {
  return placesAt(range, { ...state, arenas: new Map() }).map(({ name }) => name)
}

function placesAt(range: Range, state: State) {
  const platform = formerPlatform(state) ?? noPlatform
  const pools = [
    ...[...segmentsOf(platform).subnets.values()].map((one) => ({ ...one, ranges: [one.cidr] })),
    ...platform.pools,
    ...[...state.arenas].flatMap(([namespace, cidr]) => arenaPlace(namespace, cidr)),
  ]
  return pools.filter(({ ranges }) => ranges.some((one) => rangesOverlap(one, range)))
}

function poolsAt(
  range: Range,
  state: State,
  reservations: readonly Reservation[],
): readonly PoolPlace[] {
  const places = placesAt(range, state)
  if (range.first !== range.last) return places.map(({ name }) => ({ pool: name }))
  const address = { family: range.family, value: range.first }
  return places.map(({ name, usable }) => {
    const kept = reservations.find(
      (one) => one.pool === name && one.ranges.some((some) => rangeContains(some, address)),
    )
    const rests = state.pools.get(name)?.cooling.get(formatAddress(address))
    return {
      pool: name,
      gives: setContains(usable, address),
      ...(kept === undefined ? {} : { keptBy: keptBy(kept) }),
      ...(rests === undefined ? {} : { rests }),
    }
  })
}

function keptBy({ name, environment, reason }: Reservation): NonNullable<PoolPlace['keptBy']> {
  return { reservation: name, ...(environment === undefined ? {} : { environment }), reason }
}

/** Of an arena blocks are given; whose block an address is in, the tenures tell. */
function arenaPlace(namespace: string, text: string) {
  const cidr = parseCidr(text)
  return cidr === undefined
    ? []
    : [{ name: arenaName(namespace), ranges: [cidr], usable: rangeSet([cidr]) }]
}

function byRange(a: Tenure, b: Tenure): number {
  return byText(a.range ?? '', b.range ?? '') || compareText(a.holder, b.holder)
}

/** Addresses and blocks by number, what is neither first. */
function byText(a: string, b: string): number {
  const [[one], [other]] = [rangesOf(a), rangesOf(b)]
  if (one === undefined || other === undefined)
    return Number(one !== undefined) - Number(other !== undefined)
  return compareRanges(one, other)
}
