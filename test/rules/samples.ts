import type {
  Claim,
  Cluster,
  EipClaim,
  SubnetClaim,
  VpcClaim,
} from '../../lib/domain/claims/claim.ts'
import type { Document } from '../../lib/domain/document.ts'
import { noFacts } from '../../lib/domain/facts.ts'
import type { Finding } from '../../lib/domain/finding.ts'
import { type Cidr, hosts, parseCidr } from '../../lib/domain/net/cidr.ts'
import { parseRange, type Range, rangeOf } from '../../lib/domain/net/range.ts'
import { rangeSet, subtract } from '../../lib/domain/net/range-set.ts'
import type { LoadBalancerPool, Platform, ProviderSubnet } from '../../lib/domain/platform.ts'
import type { ClaimContext } from '../../lib/domain/rules/claim-context.ts'
import { defaultSettings, type Settings } from '../../lib/domain/settings.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import { readDocuments } from '../../lib/pipeline/yaml/read-documents.ts'

/** What holds without a netclaim.yaml. */
export const settings: Settings = {
  kubeOvnVersion: '1.16.2',
  grants: { providerNetworks: 'open' },
  cluster: {
    join: ['100.64.0.0/16'],
    pods: ['10.16.0.0/16'],
    services: ['10.96.0.0/12'],
    nodes: [],
  },
  brakes: { releases: 10, sharePercent: 30, shareFrom: 4 },
  proof: 'ovn',
  reuse: { after: 0 },
  publish: {},
  state: { branch: 'netclaim/state' },
  crds: 'rendered',
  target: 'manifests',
  appliedBy: 'netclaim',
  appliers: [],
  controllers: [],
  allocator: defaultSettings.allocator,
}

/** Two networks: `provider` with ext-a, `provider2` with ext-b and ext-b2; two pools. */
export const platform: Platform = {
  networks: [
    {
      name: 'provider',
      interface: 'bond0.206',
      vlanId: 0,
      subnets: [
        providerSubnet('ext-a', 'provider', '198.51.100.0/24', [
          '198.51.100.1..198.51.100.19',
          '198.51.100.200..198.51.100.254',
        ]),
      ],
    },
    {
      name: 'provider2',
      interface: 'bond0.210',
      vlanId: 0,
      subnets: [
        providerSubnet('ext-b', 'provider2', '203.0.113.0/24', []),
        providerSubnet('ext-b2', 'provider2', '192.0.2.0/24', []),
      ],
    },
    { name: 'empty', interface: 'bond1', vlanId: 0, subnets: [] },
  ],
  defaultProviderSubnet: 'ext-a',
  pools: [
    pool('tenant-cp-pool', 'tenantControlPlanes', '172.21.208.100-172.21.208.250'),
    pool('mgmt-pool', 'management', '172.21.204.200-172.21.204.250'),
  ],
  blocked: [],
}

/** That platform, those settings and no facts. */
export const context: ClaimContext = { settings, platform, facts: noFacts }

/** The one document of `text`. */
function documentOf(text: string, file: string): Document {
  const { value, findings } = readDocuments(file, text)
  const [document] = value
  if (document === undefined) throw new Error(findings.map(({ message }) => message).join('\n'))
  return document
}

/** A SubnetClaim, in photon-prod; `spec` is YAML. */
export function subnetClaim(spec: string, name = 'g', namespace = 'photon-prod'): SubnetClaim {
  return readOne({ kind: 'SubnetClaim', name, namespace, spec }) as SubnetClaim
}

/** The VpcClaim `main`, in nova-dev. */
export function vpcClaim(spec: string, annotation?: string, namespace = 'nova-dev'): VpcClaim {
  return readOne({ kind: 'VpcClaim', name: 'main', namespace, spec, annotation }) as VpcClaim
}

/** An EipClaim, in photon-prod. */
export function eipClaim(name: string, spec: string, namespace = 'photon-prod'): EipClaim {
  return readOne({ kind: 'EipClaim', name, namespace, spec }) as EipClaim
}

/** The Cluster `solar` in photon-prod; each part is YAML in flow style. */
export function cluster(parts: {
  network: string
  bootstrap?: string
  ranges?: string
  metadata?: string
  endpoint?: string
}): Cluster {
  const spec = `clusterNetwork: ${parts.ranges ?? '{}'}
topology:
  class: kmetal
  variables:
    - name: bootstrapConfig
      value: ${parts.bootstrap ?? '{}'}
    - name: controlPlane
      value: {network: ${parts.network}}
controlPlaneEndpoint: {host: "${parts.endpoint ?? ''}"}`
  const { metadata } = parts
  const one = { kind: 'Cluster', name: 'solar', namespace: 'photon-prod', spec, metadata } as const
  return readOne(one) as Cluster
}

/** A KMetal object; `networking` is YAML below `spec.networking`. */
export function kmetal(networking: string): Document {
  const lines = networking.trim().split('\n')
  const below = lines.map((line) => `    ${line}`).join('\n')
  const head = 'apiVersion: kmetal.io/v1alpha1\nkind: KMetal\nmetadata: {name: platform}\nspec:'
  return documentOf(`${head}\n  networking:\n${below}\n`, 'platform/kmetal.yaml')
}

/** The texts of findings as tests name them: rule, line, message. */
export function said(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ rule, at, message }) => `${rule} ${at?.line ?? '-'}: ${message}`)
}

interface Sample {
  readonly kind: Claim['kind']
  readonly name: string
  readonly namespace: string
  readonly spec: string
  readonly annotation?: string | undefined
  /** More of `metadata`, one line of YAML. */
  readonly metadata?: string | undefined
}

/** The one claim of a tree with one file, as the real reader gives it. */
function readOne({ kind, name, namespace, spec, annotation, metadata }: Sample): Claim {
  const api = kind === 'Cluster' ? 'cluster.x-k8s.io/v1beta2' : 'network.kmetal.io/v1alpha1'
  const lines = [
    `apiVersion: ${api}`,
    `kind: ${kind}`,
    'metadata:',
    `  name: ${name}`,
    `  namespace: ${namespace}`,
  ]
  if (annotation !== undefined) {
    lines.push(`  annotations: {network.kmetal.io/provider-network-subnet: ${annotation}}`)
  }
  if (metadata !== undefined) lines.push(`  ${metadata}`)
  lines.push('spec:', ...spec.split('\n').map((line) => `  ${line}`), '')
  const path = `environments/${namespace}/g.yaml`
  const { value, findings } = readTree(new Map([[path, { kind: 'text', text: lines.join('\n') }]]))
  const claim = value.environments.get(namespace)?.claims[0]
  if (claim === undefined) throw new Error(findings.map(({ message }) => message).join('\n'))
  return claim
}

function providerSubnet(
  name: string,
  network: string,
  block: string,
  excludes: readonly string[],
): ProviderSubnet {
  const cidr = parseCidr(block) as Cidr
  const gateway = cidr.first + 1n
  const ranges = excludes.map((text) => parseRange(text, '..') as Range)
  const excluded = rangeSet([...ranges, rangeOf({ family: cidr.family, value: gateway })])
  const usable = subtract(rangeSet([hosts(cidr)]), excluded)
  return { name, network, cidr, gateway, excluded, usable }
}

function pool(
  name: LoadBalancerPool['name'],
  field: LoadBalancerPool['field'],
  text: string,
): LoadBalancerPool {
  const ranges = [parseRange(text, '-') as Range]
  return { name, field, ranges, usable: rangeSet(ranges) }
}
