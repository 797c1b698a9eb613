import type { DatabaseStatus, NorthboundRows } from '../pipeline/proof/northbound-rows.ts'

/** One connection to one server of OVN-NB. Its methods throw `OutsideError`; after that it is of no more use. */
export interface NorthboundMember {
  /** `tcp:10.0.0.1:6641`, for people. */
  readonly endpoint: string
  status(): Promise<DatabaseStatus>
  /** What stands in those tables and columns at one moment; what the schema does not have is left out. */
  rows(tables: Readonly<Record<string, readonly string[]>>): Promise<NorthboundRows>
  close(): void
}

/** The servers of OVN-NB. */
export interface Northbound {
  /** How many servers it is to have. */
  readonly servers: number
  /** A new connection to each server that answers; none throws. */
  connect(): Promise<readonly NorthboundMember[]>
}
