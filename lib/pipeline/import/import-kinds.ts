import { type FactKind, factKinds, kindKey } from '../facts/fact-kinds.ts'

type Kind = Pick<FactKind, 'apiVersions' | 'kind'> & {
  /** It only tells of the cluster's own set-up: who may not list it imports all the same. */
  readonly isHint?: true
}

const KUBE_OVN = 'kubeovn.io/v1'
const METALLB = 'metallb.io/v1beta1'
const CLAIMS = 'network.kmetal.io/v1alpha1'

/** What an import asks a cluster for: all that claims cause, what is like it, and what facts are made of. */
export const importKinds: readonly Kind[] = [
  ...factKinds,
  kind('ResourceQuota', 'v1'),
  ...[
    'ProviderNetwork',
    'Vlan',
    'OvnDnatRule',
    'OvnFip',
    'SwitchLBRule',
    'IPPool',
    'VpcDns',
    'VpcEgressGateway',
    'VpcNatGateway',
    'IptablesFIPRule',
    'IptablesDnatRule',
    'IptablesSnatRule',
  ].map((one) => kind(one, KUBE_OVN)),
  ...['IPAddressPool', 'L2Advertisement', 'BGPAdvertisement'].map((one) => kind(one, METALLB)),
  kind('Project', 'kube-dc.com/v1'),
  kind('VpcClaim', CLAIMS),
  kind('ProviderNetwork', CLAIMS),
  kind('KMetal', 'kmetal.io/v1alpha1'),
  { ...kind('CustomResourceDefinition', 'apiextensions.k8s.io/v1'), isHint: true },
  { ...kind('Deployment', 'apps/v1'), isHint: true },
]

/** Their keys among lists. */
export const importKeys: ReadonlySet<string> = new Set(importKinds.map(kindKey))

function kind(name: string, ...apiVersions: FactKind['apiVersions']): Kind {
  return { apiVersions, kind: name }
}
