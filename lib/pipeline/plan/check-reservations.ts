import { quote } from '../../domain/claims/quote.ts'
import type { Finding } from '../../domain/finding.ts'
import { environmentOf } from '../../domain/ledger/holder-name.ts'
import type { PoolBook } from '../../domain/ledger/pool-book.ts'
import type { KeptRange, Reserved, Rivals } from '../../domain/ledger/reserved.ts'
import { formatRange, intersection, type Range } from '../../domain/net/range.ts'
import { rangeSet, subtract } from '../../domain/net/range-set.ts'
import { isOver, type Reservation, reservationObject } from '../../domain/reservation.ts'
import { reservationRules } from '../../domain/rules/reservation-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { fieldName } from '../../domain/rules/spot.ts'
import type { Draft } from './draft.ts'
import { heldOf } from './platform-users.ts'

/** More than this many holders of one reservation are counted, not listed. */
const LISTED = 20

/**
 * What is wrong with reservations, seen beside the pools and those who hold something when all is planned. What a change
 * of some environments can do to them was said where it was refused; only that one is over is said then, once.
 */
export function checkReservations(draft: Draft, time: number | undefined): readonly Finding[] {
  const { reservations, planned } = draft.inputs
  const isNews = (one: Reservation) => planned === undefined || !isOver(one, draft.state.time)
  const over = reservations.filter((one) => isOver(one, time) && isNews(one)).map(isOverdue)
  if (planned !== undefined || reservations.length === 0) return over
  return [
    ...over,
    ...reservations.flatMap((one) => placed(one, draft.pools.get(one.pool))),
    ...reservations.flatMap((one) => toCome(draft, one)),
    ...[...draft.pools.values()].flatMap((pool) =>
      pool.reserved === undefined
        ? []
        : [...pool.reserved.rivals.map(disagree), ...held(pool, pool.reserved)],
    ),
  ]
}

function isOverdue(reservation: Reservation): Finding {
  const message = `Reservation "${reservation.name}" was until ${reservation.until}: its addresses stay kept until its file goes`
  return breach(reservationRules.over, message, spotOf(reservation, ['spec', 'until']))
}

function placed(reservation: Reservation, pool: PoolBook | undefined): readonly Finding[] {
  if (pool === undefined) {
    const message = `Reservation "${reservation.name}" is of pool "${reservation.pool}", which there is not: it keeps nothing`
    return [breach(reservationRules.unknownPool, message, spotOf(reservation, ['spec', 'pool']))]
  }
  return reservation.ranges.flatMap((range, index) => {
    const [beside] = subtract(rangeSet([range]), pool.usable).ranges
    if (beside === undefined) return []
    const message = `Reservation "${reservation.name}" keeps ${formatRange(beside, '..')}, which pool "${pool.name}" never gives`
    return [breach(reservationRules.outside, message, spotOfEntry({ reservation, index }))]
  })
}

/** It may be for a tenant who comes next month. */
function toCome({ inputs, books }: Draft, reservation: Reservation): readonly Finding[] {
  const { name, environment } = reservation
  if (environment === undefined || inputs.environments.has(environment)) return []
  if (inputs.grants.has(environment) || (books.get(environment)?.size ?? 0) > 0) return []
  const message = `Reservation "${name}" is for environment ${quote(environment)}, of which there is nothing yet: no claim, no Namespace`
  const spot = spotOf(reservation, ['spec', 'environment'])
  return [breach(reservationRules.unknownEnvironment, message, spot)]
}

/** At the later one, whose first address is higher. */
function disagree([one, other]: Rivals): Finding {
  const both = intersection(one.range, other.range) as Range
  const object = reservationObject(one.reservation)
  const message = `Reservation "${other.reservation.name}" keeps ${formatRange(both, '..')} for ${whom(other)}, and Reservation "${one.reservation.name}" for ${whom(one)}: nobody gets it`
  const { document } = one.reservation
  const at = document.place(['spec', 'addresses', one.index])
  const said = `${object} keeps ${formatRange(one.range, '..')}`
  return breach(reservationRules.overlap, message, {
    ...spotOfEntry(other),
    related: [{ at, message: said, object }],
  })
}

function whom({ reservation: { environment } }: KeptRange): string {
  return environment === undefined ? 'nobody' : `environment ${quote(environment)}`
}

interface Held {
  readonly address: string
  readonly holder: string
  readonly kept: KeptRange
}

/** A step a holder, none an address. */
function held(pool: PoolBook, reserved: Reserved): readonly Finding[] {
  if (reserved.ranges.ranges.length === 0) return []
  const known = heldOf(pool.index())
  const strangers = [...pool.foreign()].map(([address, holder]) => ({ address, holder }))
  const others = [...known, ...strangers].flatMap(({ address, holder }): Held[] => {
    const kept = pool.keptFrom(address, environmentOf(holder))
    return kept === undefined ? [] : [{ address, holder, kept }]
  })
  return [...Map.groupBy(others, ({ kept }) => kept)].flatMap(([kept, all]) => {
    const listed = all.slice(0, LISTED).map(({ address, holder }) => {
      const message = `Reservation "${kept.reservation.name}" keeps ${address}, which ${holder} holds: it counts from when that one is gone`
      return breach(reservationRules.held, message, { ...spotOfEntry(kept), value: address })
    })
    if (all.length <= LISTED) return listed
    const message = `Reservation "${kept.reservation.name}" keeps ${all.length - LISTED} more addresses that others hold`
    return [...listed, breach(reservationRules.held, message, spotOfEntry(kept))]
  })
}

function spotOfEntry({ reservation, index }: Pick<KeptRange, 'reservation' | 'index'>) {
  return spotOf(reservation, ['spec', 'addresses', index])
}

function spotOf(reservation: Reservation, path: readonly (string | number)[]): Partial<Finding> {
  const { document } = reservation
  const value = document.source(path)
  return {
    at: document.place(path),
    object: reservationObject(reservation),
    field: fieldName(path),
    ...(value === undefined ? {} : { value }),
  }
}
