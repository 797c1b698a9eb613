/** A kind that facts are made of. */
export interface FactKind {
  /** Those that a cluster may serve, the one to ask for first. */
  readonly apiVersions: readonly [string, ...string[]]
  readonly kind: string
  /** Whether the ledger asks which objects of it there are; of the others only what they say counts. */
  readonly isNamed: boolean
}

/** What a cluster is asked for, once a run. */
export const factKinds: readonly FactKind[] = [
  told('Namespace', 'v1'),
  told('Node', 'v1'),
  told('Service', 'v1'),
  named('Vpc', 'kubeovn.io/v1'),
  named('Subnet', 'kubeovn.io/v1'),
  named('OvnEip', 'kubeovn.io/v1'),
  told('IptablesEIP', 'kubeovn.io/v1'),
  told('Vip', 'kubeovn.io/v1'),
  named('OvnSnatRule', 'kubeovn.io/v1'),
  named('SwitchLBRule', 'kubeovn.io/v1'),
  named('NetworkAttachmentDefinition', 'k8s.cni.cncf.io/v1'),
  told('EipClaim', 'network.kmetal.io/v1alpha1'),
  told('SubnetClaim', 'network.kmetal.io/v1alpha1'),
  told('Cluster', 'cluster.x-k8s.io/v1beta2', 'cluster.x-k8s.io/v1beta1'),
  named('KdcCluster', 'k8s.kube-dc.com/v1alpha1'),
  named('AddressArena', 'network.kube-dc.com/v1alpha1'),
  named('AddressReservation', 'network.kube-dc.com/v1alpha1'),
]

function named(kind: string, ...apiVersions: FactKind['apiVersions']): FactKind {
  return { apiVersions, kind, isNamed: true }
}

function told(kind: string, ...apiVersions: FactKind['apiVersions']): FactKind {
  return { apiVersions, kind, isNamed: false }
}

/** `kubeovn.io/Vpc`, of the core API `Service`: the key of a kind in `Lists`. */
export function kindKey({ apiVersions, kind }: Pick<FactKind, 'apiVersions' | 'kind'>): string {
  const [group] = apiVersions[0].split('/', 1)
  return group === undefined || group === apiVersions[0] ? kind : `${group}/${kind}`
}
