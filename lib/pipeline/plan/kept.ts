import type { Finding } from '../../domain/finding.ts'
import type { PoolBook } from '../../domain/ledger/pool-book.ts'
import type { KeptRange } from '../../domain/ledger/reserved.ts'
import { printable } from '../../domain/printable.ts'
import { reservationObject } from '../../domain/reservation.ts'
import { reservationRules } from '../../domain/rules/reservation-rules.ts'
import { breach } from '../../domain/rules/rule.ts'

/** What somebody would get, and where that is written. */
export interface Asked {
  readonly pool: PoolBook
  readonly address: string
  /** Of the environment that asks. */
  readonly namespace: string
  /** What a message begins with, `v4Ip "198.51.100.40"`. */
  readonly what: string
  readonly spot: Partial<Finding>
}

/** That an address is set aside for somebody else, or for nobody; nothing where it is not. */
export function keptFindings({ pool, address, namespace, what, spot }: Asked): readonly Finding[] {
  const kept = pool.keptFrom(address, namespace)
  if (kept === undefined) return []
  const object = reservationObject(kept.reservation)
  const message = `${object} keeps ${address}`
  const { document } = kept.reservation
  return [
    breach(reservationRules.kept, `${what} is ${keptBy(kept)}`, {
      ...spot,
      hint: 'take another address, or ask whoever approves platform/',
      parties: [{ object, message }],
      related: [{ at: document.place(['spec', 'addresses', kept.index]), message, object }],
    }),
  ]
}

/** `kept by Reservation "edge" (platform/reservations.yaml) for environment "photon-prod": partners know it`. */
export function keptBy({ reservation }: KeptRange): string {
  const { name, environment, reason, document } = reservation
  const whom = environment === undefined ? 'nobody' : `environment "${environment}"`
  return `kept by Reservation "${name}" (${printable(document.file)}) for ${whom}: ${printable(reason)}`
}
