import type { Finding } from '../domain/finding.ts'

/** `accept`: nothing to say but information. `warn`: accepted, a person should act. `refuse`: not as it is. */
export type Verdict = 'accept' | 'warn' | 'refuse'

/** One file below `rendered/` that would be written or removed. */
export interface Change {
  readonly action: 'create' | 'update' | 'delete'
  readonly path: string
}

/** Who holds what, as a person reads it. */
export interface AllocationRow {
  readonly environment: string
  /** `EipClaim web`. */
  readonly claim: string
  readonly pool: string
  /** Canonical address; absent for a VIP block. */
  readonly address?: string
  readonly block?: string
  readonly origin: 'pinned' | 'kept' | 'new' | 'implicit' | 'foreign'
}

/** How full a pool is. Counts are decimal digits, since an IPv6 pool fits no number. */
export interface CapacityRow {
  readonly pool: string
  readonly family: 'IPv4' | 'IPv6'
  /** used + free + tombstoned + resting + reserved. */
  readonly size: string
  /** Absent where no facts tell it. */
  readonly used?: string
  readonly free: string
  readonly tombstoned?: string
  /** Proven gone, and not yet to be had by another claim; absent: none. */
  readonly resting?: string
  /** Kept by reservations, and held by nobody; absent: none. */
  readonly reserved?: string
  /** A quota or the slots of an arena. */
  readonly limit?: string
}

/** What a check says, in the order in which it is printed: `--format json`, version 1. */
export interface Report {
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  readonly changes: readonly Change[]
  readonly allocations: readonly AllocationRow[]
  readonly capacity: readonly CapacityRow[]
}

/** Files of the state tree by path: `state.yaml`, `allocations/…`, `rendered/…`. */
export type StateTree = ReadonlyMap<string, string>
