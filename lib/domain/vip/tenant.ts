/** Where a tenant cluster is. */
export interface TenantRef {
  /** Its environment. */
  readonly namespace: string
  readonly cluster: string
}

/** `photon-prod/solar`. */
export function tenantName({ namespace, cluster }: TenantRef): string {
  return `${namespace}/${cluster}`
}
