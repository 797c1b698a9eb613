import type { Cooling } from '../../domain/ledger/cooling.ts'
import type { State } from '../../domain/ledger/state.ts'
import { arenaName } from '../../domain/names.ts'
import { formatAddress } from '../../domain/net/address.ts'
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

/** Whether all of a range lies on one provider subnet. */
export function isOnSegment(range: Range, state: State): boolean {
  const { subnets } = segmentsOf(formerPlatform(state) ?? noPlatform)
  return subnets.values().some(({ cidr }) => {
    const shared = intersection(cidr, range)
    return shared !== undefined && compareRanges(shared, range) === 0
  })
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

/** The pools of a range; of a single address, what each does with it. */
export function poolsAt(
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
