import { compareText } from '../../domain/compare-text.ts'
import type { Facts } from '../../domain/facts.ts'
import type { State } from '../../domain/ledger/state.ts'
import { parseAddress } from '../../domain/net/address.ts'
import { compareRanges, type Range, rangeContains, rangesOverlap } from '../../domain/net/range.ts'
import type { Reservation } from '../../domain/reservation.ts'
import type { Cause } from './cause.ts'
import { rangesOf } from './holdings.ts'
import { type PoolPlace, poolsAt } from './pool-places.ts'
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
