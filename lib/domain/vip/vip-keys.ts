/** An annotation by which somebody says who takes part, the kind that it stands on, and what it can say. */
export interface VipKey {
  readonly key: string
  readonly kind: 'KdcCluster' | 'Namespace'
  readonly values: readonly string[]
}

/** Annotations alone: the seed says "excluded by annotation"; a label of such a key means nothing. */
export const vipKeys = {
  /** Opts one cluster out, or in where that is asked for. */
  cluster: {
    key: 'network.kube-dc.com/lb-block',
    kind: 'KdcCluster',
    values: ['disabled', 'enabled'],
  },
  /** Excludes a whole project. */
  project: {
    key: 'network.kube-dc.com/address-reservation',
    kind: 'Namespace',
    values: ['disabled'],
  },
} as const satisfies Record<string, VipKey>
