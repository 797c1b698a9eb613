/** What a SubnetClaim asks for, canonical. */
export interface SubnetSpec {
  /** `10.100.0.0/24`, `fd00::/64`, or both as `v4,v6`. */
  readonly cidrBlock: string
  /** In the form of `cidrBlock`; the first usable host where the claim named none. */
  readonly gateway: string
  readonly protocol: 'IPv4' | 'IPv6' | 'Dual'
  /** Merged, in numeric order, `a` or `a..b`, the gateway among them. */
  readonly excludeIps: readonly string[]
  readonly enableSnatRule: boolean
  readonly attachment: {
    readonly managed: boolean
    /** `<claim>-net` where the claim named none. */
    readonly name: string
  }
}
