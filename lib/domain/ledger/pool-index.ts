import type { Cooling } from './cooling.ts'

/** Who has an address of a pool. */
export interface Holder {
  /** `EipClaim photon-prod/web`. */
  readonly holder: string
  /** Releasing or tombstoned: given back, not yet free. */
  readonly leaving: boolean
}

/** How many addresses of one part are in use and on their way out. */
export interface PartCount {
  readonly used: number
  readonly leaving: number
}

/** The index of one shared pool: which address has which holder. Parts that were not read are counted only. */
export interface PoolIndex {
  /** Every part that has a holder, by name. */
  readonly counts: ReadonlyMap<string, PartCount>
  /** Those parts that were read: address → holder. */
  readonly parts: ReadonlyMap<string, ReadonlyMap<string, Holder>>
  /** Addresses that nobody holds, and that rest. */
  readonly cooling: ReadonlyMap<string, Cooling>
}

export const emptyIndex: PoolIndex = { counts: new Map(), parts: new Map(), cooling: new Map() }
