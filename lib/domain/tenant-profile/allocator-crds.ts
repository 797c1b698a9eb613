import type { Json } from '../emit.ts'
import type { Manifest } from '../manifests/manifest.ts'
import { profileMetadata } from './profile-metadata.ts'

type Properties = Readonly<Record<string, Json>>

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const texts = { type: 'array', items: { type: 'string' } }
const count = { type: 'integer', format: 'int64' }
const selectors = { type: 'array', items: anything }

/** What MetalLB's controller reads and writes of a pool. */
const pool = {
  spec: {
    type: 'object',
    required: ['addresses'],
    properties: {
      addresses: texts,
      autoAssign: { type: 'boolean', default: true },
      avoidBuggyIPs: { type: 'boolean', default: false },
      serviceAllocation: {
        type: 'object',
        properties: {
          priority: { type: 'integer' },
          namespaces: texts,
          namespaceSelectors: selectors,
          serviceSelectors: selectors,
        },
      },
    },
  },
  status: {
    type: 'object',
    properties: {
      assignedIPv4: count,
      assignedIPv6: count,
      availableIPv4: count,
      availableIPv6: count,
    },
  },
}

/** Kinds that it has to find, or it does not start; nobody gets to make one of them. */
const unused = { spec: anything, status: anything }

/** The CRDs without which MetalLB's controller 0.15 does not start, in the versions that it asks for. */
export const allocatorCrds: readonly Manifest[] = [
  crd('bfdprofiles', 'BFDProfile', unused),
  crd('bgpadvertisements', 'BGPAdvertisement', unused),
  crd('bgppeers', 'BGPPeer', unused, ['v1beta2', 'v1beta1']),
  crd('communities', 'Community', unused),
  crd('ipaddresspools', 'IPAddressPool', pool),
  crd('l2advertisements', 'L2Advertisement', unused),
  crd('servicebgpstatuses', 'ServiceBGPStatus', unused),
]

/** The first version is the one that is stored. */
function crd(
  plural: string,
  kind: string,
  properties: Properties,
  versions: readonly string[] = ['v1beta1'],
): Manifest {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: profileMetadata(`${plural}.metallb.io`, 'CustomResourceDefinition'),
    spec: {
      group: 'metallb.io',
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      scope: 'Namespaced',
      versions: versions.map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        subresources: { status: {} },
        schema: { openAPIV3Schema: schemaOf(properties) },
      })),
    },
  }
}

function schemaOf(properties: Properties): Json {
  const text = { type: 'string' }
  const typed = { apiVersion: text, kind: text, metadata: { type: 'object' } }
  return { type: 'object', properties: { ...typed, ...properties } }
}
