/** A Kubernetes label selector. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>
  readonly matchExpressions?: readonly {
    readonly key: string
    readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'
    readonly values?: readonly string[]
  }[]
}

/** What an EipClaim asks for, canonical. */
export interface EipSpec {
  /** `nat`: published by a Service. `lrp`: on the VPC's router port; only the claim named `external` is used. */
  readonly type: 'nat' | 'lrp'
  /** The pinned address. */
  readonly v4Ip?: string
  /** Absent where it selects every cluster. */
  readonly clusterSelector?: LabelSelector
}
