import type { Cluster } from './cluster.ts'

/** Where the API server of a tenant cluster is, and who we are there; texts alone, no file, no program, no proxy. */
export interface TenantAccess {
  /** `https://HOST:PORT`, with a path where the API lies below one. */
  readonly server: string
  /** PEM. */
  readonly ca: string
  /** Name that the server's certificate is for, where it is not the host's. */
  readonly serverName?: string
  /** One of these: a token, or a certificate with its key, PEM. */
  readonly user: { readonly token: string } | { readonly certificate: string; readonly key: string }
}

/** An API of which every answer was written by a stranger. */
export interface TenantCluster extends Cluster {
  close(): Promise<void>
}

/** How tenant clusters are reached. */
export interface TenantClusters {
  /**
   * Connects when it is first asked. After `until` (milliseconds of the clock) nothing is asked any more: every method but
   * `list` throws `OutsideError`, and lists fail. Throws `OutsideError` where the access is of no use.
   */
  open(access: TenantAccess, until: number): TenantCluster
}
