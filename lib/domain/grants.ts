/** What the operators grant to one environment, from `platform/tenants/`. */
export interface Grants {
  readonly namespace: string
  /** `count/eipclaims.network.kmetal.io` and its siblings by claim kind; the smallest where several say one. */
  readonly quotas: Readonly<Partial<Record<'VpcClaim' | 'SubnetClaim' | 'EipClaim', number>>>
  /** Annotation `netclaim.dev/provider-networks`, a comma-separated list; absent: none granted. */
  readonly providerNetworks?: readonly string[]
}
