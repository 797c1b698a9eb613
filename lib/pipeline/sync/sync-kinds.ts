import { waves } from '../../domain/manifests/waves.ts'
import { tenantKinds } from './tenant-kinds.ts'

/** A kind of object that Netclaim renders, and that only Netclaim's sync makes, changes and takes away. */
export interface SyncKind {
  readonly apiVersion: string
  readonly kind: string
  /** What it is called here, since two of them are called `ProviderNetwork`; absent: as its kind. */
  readonly alias?: string
  readonly namespaced: boolean
  /** In which units it may stand. */
  readonly of: 'platform' | 'environment' | 'both' | 'tenant'
  /** When it is taken away where its own annotation does not say: a higher wave goes earlier. */
  readonly wave: number
  /** Most objects of this kind are no concern of ours: only those with our label are listed. */
  readonly labelled?: true
  /** What comes in a later wave needs it to be healthy first. */
  readonly gate?: true
}

const KUBE_OVN = 'kubeovn.io/v1'
const METALLB = 'metallb.io/v1beta1'
const ADMISSION = 'admissionregistration.k8s.io/v1'
const CLAIMS = 'network.kmetal.io/v1alpha1'
const VIPS = 'network.kube-dc.com/v1alpha1'

/** Every kind that is rendered, in the order in which a cluster is asked for them. */
export const syncKinds: readonly SyncKind[] = [
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    namespaced: false,
    of: 'platform',
    wave: waves.CustomResourceDefinition,
    labelled: true,
    gate: true,
  },
  platform(ADMISSION, 'ValidatingAdmissionPolicy', waves.ValidatingAdmissionPolicy, {
    labelled: true,
  }),
  platform(ADMISSION, 'ValidatingAdmissionPolicyBinding', waves.ValidatingAdmissionPolicyBinding, {
    labelled: true,
  }),
  platform(KUBE_OVN, 'ProviderNetwork', waves.ProviderNetwork),
  platform(KUBE_OVN, 'Vlan', waves.Vlan),
  platform(CLAIMS, 'ProviderNetwork', waves.ProviderNetwork, {
    alias: 'ProviderNetwork.network.kmetal.io',
  }),
  platform('kmetal.io/v1alpha1', 'KMetal', waves.KMetal),
  platform(METALLB, 'IPAddressPool', waves.IPAddressPool, { namespaced: true }),
  platform(METALLB, 'L2Advertisement', waves.L2Advertisement, { namespaced: true }),
  platform('monitoring.coreos.com/v1', 'PrometheusRule', waves.PrometheusRule, {
    namespaced: true,
    labelled: true,
  }),
  { apiVersion: KUBE_OVN, kind: 'Subnet', namespaced: false, of: 'both', wave: waves.Subnet },
  environment(KUBE_OVN, 'Vpc', waves.Vpc),
  environment(KUBE_OVN, 'OvnEip', waves.OvnEip),
  environment(KUBE_OVN, 'OvnSnatRule', waves.OvnSnatRule),
  environment(KUBE_OVN, 'OvnDnatRule', waves.OvnSnatRule),
  environment(KUBE_OVN, 'SwitchLBRule', waves.SwitchLBRule),
  environment(
    'k8s.cni.cncf.io/v1',
    'NetworkAttachmentDefinition',
    waves.NetworkAttachmentDefinition,
    { namespaced: true },
  ),
  environment(VIPS, 'AddressArena', waves.AddressArena),
  environment(VIPS, 'AddressReservation', waves.AddressReservation),
  environment('v1', 'ConfigMap', waves.PublishedValues, { namespaced: true, labelled: true }),
  environment('externaldns.k8s.io/v1alpha1', 'DNSEndpoint', waves.PublishedValues, {
    namespaced: true,
    labelled: true,
  }),
  environment(CLAIMS, 'VpcClaim', waves.Claim, { namespaced: true }),
  environment(CLAIMS, 'SubnetClaim', waves.Claim, { namespaced: true }),
  environment(CLAIMS, 'EipClaim', waves.Claim, { namespaced: true }),
]

/** Every kind that a run looks at: those, and one that people make, which uses what is rendered and is never ours. */
export const liveKinds: readonly SyncKind[] = [
  ...syncKinds,
  environment(KUBE_OVN, 'OvnFip', waves.OvnSnatRule),
]

/** Those of the management cluster come last, and say of a kind that is in both what it is. */
const known: ReadonlyMap<string, SyncKind> = new Map(
  [...tenantKinds, ...syncKinds].map((one) => [`${one.apiVersion} ${one.kind}`, one]),
)

/** What is known of a kind; undefined where Netclaim renders no such thing, or not in that version. */
export function syncKindOf(apiVersion: string, kind: string): SyncKind | undefined {
  return known.get(`${apiVersion} ${kind}`)
}

/** What a kind is called here: its key among lists, and the first word of an object's id. */
export function kindName({ apiVersion, kind }: Pick<SyncKind, 'apiVersion' | 'kind'>): string {
  return syncKindOf(apiVersion, kind)?.alias ?? kind
}

type More = Partial<Pick<SyncKind, 'namespaced' | 'labelled' | 'alias'>>

function platform(apiVersion: string, kind: string, wave: number, more: More = {}): SyncKind {
  return { apiVersion, kind, namespaced: false, of: 'platform', wave, ...more }
}

function environment(apiVersion: string, kind: string, wave: number, more: More = {}): SyncKind {
  return { apiVersion, kind, namespaced: false, of: 'environment', wave, ...more }
}
