import { netclaimApiVersion } from '../../domain/acknowledgement.ts'
import { claimApiVersion } from '../../domain/claims/metadata.ts'

/** A folder of the repository in which objects stand. */
export type Folder = 'environments' | 'platform' | 'policies' | 'acknowledgements'

interface KnownKind {
  readonly apiVersions: readonly [string, ...string[]]
  readonly folder: Folder
}

const clusterApi = ['cluster.x-k8s.io/v1beta1', 'cluster.x-k8s.io/v1beta2'] as const

const admission = 'admissionregistration.k8s.io/v1'

/** Every kind that is read, its apiVersions and its folder. */
export const kinds = {
  VpcClaim: { apiVersions: [claimApiVersion], folder: 'environments' },
  SubnetClaim: { apiVersions: [claimApiVersion], folder: 'environments' },
  EipClaim: { apiVersions: [claimApiVersion], folder: 'environments' },
  Cluster: { apiVersions: clusterApi, folder: 'environments' },
  KdcCluster: { apiVersions: ['k8s.kube-dc.com/v1alpha1'], folder: 'environments' },
  KMetal: { apiVersions: ['kmetal.io/v1alpha1'], folder: 'platform' },
  Namespace: { apiVersions: ['v1'], folder: 'platform' },
  ResourceQuota: { apiVersions: ['v1'], folder: 'platform' },
  VipPoolMigration: { apiVersions: [netclaimApiVersion], folder: 'platform' },
  Project: { apiVersions: ['kube-dc.com/v1'], folder: 'platform' },
  Reservation: { apiVersions: [netclaimApiVersion], folder: 'platform' },
  ValidatingAdmissionPolicy: { apiVersions: [admission], folder: 'policies' },
  ValidatingAdmissionPolicyBinding: { apiVersions: [admission], folder: 'policies' },
  Acknowledgement: { apiVersions: [netclaimApiVersion], folder: 'acknowledgements' },
  Transfer: { apiVersions: [netclaimApiVersion], folder: 'acknowledgements' },
} as const satisfies Record<string, KnownKind>

/** The name of a kind that is read. */
export type KindName = keyof typeof kinds

/** Where objects of a folder belong, as a person would write it. */
export const folderNames: Readonly<Record<Folder, string>> = {
  environments: 'environments/<namespace>/',
  platform: 'platform/',
  policies: 'platform/policies/',
  acknowledgements: 'acknowledgements/',
}

/** The known kind of that name; undefined where there is none. */
export function knownKind(name: string): KindName | undefined {
  return Object.hasOwn(kinds, name) ? (name as KindName) : undefined
}
