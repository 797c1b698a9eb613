import type { FactKind } from '../facts/fact-kinds.ts'

/** What the statuses of claims and platform rest on, beside what facts are made of. */
export const statusKinds: readonly Pick<FactKind, 'apiVersions' | 'kind'>[] = [
  { apiVersions: ['network.kmetal.io/v1alpha1'], kind: 'VpcClaim' },
  { apiVersions: ['network.kmetal.io/v1alpha1'], kind: 'ProviderNetwork' },
  { apiVersions: ['kmetal.io/v1alpha1'], kind: 'KMetal' },
  { apiVersions: ['kubeovn.io/v1'], kind: 'ProviderNetwork' },
  { apiVersions: ['kubeovn.io/v1'], kind: 'Vlan' },
  { apiVersions: ['metallb.io/v1beta1'], kind: 'IPAddressPool' },
  { apiVersions: ['metallb.io/v1beta1'], kind: 'L2Advertisement' },
  { apiVersions: ['apps/v1'], kind: 'DaemonSet' },
]
