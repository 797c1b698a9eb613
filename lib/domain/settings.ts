/** What `netclaim.yaml` says, defaults filled in. */
export interface Settings {
  /** Version of Netclaim that may allocate; absent: any. */
  readonly engine?: string
  /** Version of the Kube-OVN that runs, `1.16.2`. */
  readonly kubeOvnVersion: string
  readonly grants: { readonly providerNetworks: 'open' | 'granted' }
  /** Ranges of the cluster itself, canonical CIDRs; an overlap with a tenant's subnet is a warning. */
  readonly cluster: {
    readonly join: readonly string[]
    readonly pods: readonly string[]
    readonly services: readonly string[]
    /** Segments that the nodes are on: MetalLB's pools belong there. */
    readonly nodes: readonly string[]
  }
  readonly brakes: {
    /** Live allocations that one commit may release (default 10). */
    readonly releases: number
    /** Share of a pool or environment in percent (default 30) … */
    readonly sharePercent: number
    /** … that counts only from this many releases on (default 4). */
    readonly shareFrom: number
  }
  /** How absence is proven: two reads of OVN-NB, or the API's lists alone. */
  readonly proof: 'ovn' | 'api'
  /** Seconds that a freed address rests before another claim gets it; 0: none. */
  readonly reuse: { readonly after: number }
  readonly state: { readonly branch: string }
  /** Whether the CRDs of the claim kinds are ours to render, or there already. */
  readonly crds: 'rendered' | 'existing'
  /**
   * `shadow`: everything is planned and reported, and nothing applied. Absent: as it was, for a new repository `active`:
   * that a line is lost starts nothing.
   */
  readonly mode?: 'active' | 'shadow'
  /** Whether what a claim causes is rendered, or made of the claim by the operator whose kinds the claims are. */
  readonly target: 'manifests' | 'operator'
  /** Who applies what is rendered; for Flux its Kustomizations are rendered too. */
  readonly appliedBy: 'netclaim' | 'flux' | 'argocd'
  /** Service accounts that may apply what is rendered; admission policies are rendered once there is one. */
  readonly appliers: readonly string[]
  /** Accounts of Kube-OVN, which deletes the router ports' addresses of a Vpc that goes. */
  readonly controllers: readonly string[]
  /** The MetalLB controller that gives VIPs inside tenant clusters. */
  readonly allocator: {
    /** Without a tag, so that it may come from a mirror. */
    readonly image: string
    /** `0.15.2`, which is image tag `v0.15.2`. */
    readonly version: string
  }
  /** What is published of the ledger, for others to read in the cluster. */
  readonly publish: {
    /** Name of a ConfigMap of each environment; absent: there is none. */
    readonly configMap?: string
    /** The domain of the records for external-dns; absent: there are none. */
    readonly dnsZone?: string
  }
  /** Where the alerts go as a PrometheusRule, and its labels; absent: there is none. */
  readonly alerts?: {
    readonly namespace: string
    readonly labels: Readonly<Record<string, string>>
  }
}

/** What holds where `netclaim.yaml` says nothing. */
export const defaultSettings: Settings = {
  kubeOvnVersion: '1.16.2',
  grants: { providerNetworks: 'open' },
  // What Kube-OVN has unless it is told otherwise (--node-switch-cidr).
  cluster: { join: ['100.64.0.0/16'], pods: [], services: [], nodes: [] },
  brakes: { releases: 10, sharePercent: 30, shareFrom: 4 },
  proof: 'ovn',
  reuse: { after: 0 },
  state: { branch: 'netclaim/state' },
  crds: 'rendered',
  target: 'manifests',
  appliedBy: 'netclaim',
  appliers: [],
  controllers: ['system:serviceaccount:kube-system:ovn'],
  publish: {},
  allocator: { image: 'quay.io/metallb/controller', version: '0.15.2' },
}
