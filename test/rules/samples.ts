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
import type { Settings } from '../../lib/domain/settings.ts'
import { readDocuments } from '../../lib/pipeline/yaml/read-documents.ts'

/** What holds without a netclaim.yaml. */
export const settings: Settings = {
  kubeOvnVersion: '1.16.2',
  grants: { providerNetworks: 'open' },
  cluster: { join: ['100.64.0.0/16'], pods: ['10.16.0.0/16'], services: ['10.96.0.0/12'] },
  brakes: { releases: 10, sharePercent: 30, shareFrom: 4 },
  proof: 'ovn',
  state: { branch: 'netclaim/state' },
  appliers: [],
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
export function documentOf(text: string, file = 'environments/photon-prod/g.yaml'): Document {
  const { value, findings } = readDocuments(file, text)
  const [document] = value
  if (document === undefined) throw new Error(findings.map(({ message }) => message).join('\n'))
  return document
}

/** A SubnetClaim in photon-prod; `spec` is YAML, its canonical form is made here. */
export function subnetClaim(spec: string, name = 'g', namespace = 'photon-prod'): SubnetClaim {
  const document = claimDocument('SubnetClaim', { name, namespace, spec })
  const written = specOf(document)
  const cidrBlock = textOf(written['cidrBlock'])
  const gateway = textOf(written['gateway'])
  const seen = { cidrBlock, ...(gateway === '' ? {} : { gateway }) }
  return { ...common(document, name, namespace), kind: 'SubnetClaim', seen }
}

/** A VpcClaim `main` in nova-dev that can be used as it is. */
export function vpcClaim(spec: string, annotation?: string, namespace = 'nova-dev'): VpcClaim {
  const document = claimDocument('VpcClaim', { name: 'main', namespace, spec, annotation })
  const written = specOf(document)
  const reference = written['providerNetworkRef'] as { name: string } | undefined
  const seen = {
    externalAccess: written['externalAccess'] === true,
    ...(reference === undefined ? {} : { providerNetwork: reference.name }),
    ...(annotation === undefined ? {} : { providerSubnet: annotation }),
  }
  return { ...common(document, 'main', namespace), kind: 'VpcClaim', spec: seen, seen }
}

/** An EipClaim in photon-prod. */
export function eipClaim(name: string, spec: string, namespace = 'photon-prod'): EipClaim {
  const document = claimDocument('EipClaim', { name, namespace, spec })
  const written = specOf(document)
  const type: 'lrp' | 'nat' = written['type'] === 'lrp' ? 'lrp' : 'nat'
  const pin = written['v4Ip'] === undefined ? {} : { v4Ip: textOf(written['v4Ip']) }
  return { ...common(document, name, namespace), kind: 'EipClaim', seen: { type, ...pin } }
}

/** A Cluster `solar` in photon-prod whose variables say `seen`. */
export function cluster(seen: Cluster['seen']): Cluster {
  const { serviceType = 'LoadBalancer', serviceAddress, serverAddress = 'none' } = seen
  const spec = `topology:
    class: kmetal
    variables:
      - name: bootstrapConfig
        value: {serverAddress: ${serverAddress}}
      - name: controlPlane
        value:
          network:
            serviceType: ${serviceType}
            ${serviceAddress === undefined ? 'certSANs: []' : `serviceAddress: ${serviceAddress}`}`
  const document = claimDocument('Cluster', { name: 'solar', namespace: 'photon-prod', spec })
  return { ...common(document, 'solar', 'photon-prod'), kind: 'Cluster', seen }
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

function claimDocument(
  kind: string,
  parts: { name: string; namespace: string; spec: string; annotation?: string | undefined },
): Document {
  const annotations =
    parts.annotation === undefined
      ? ''
      : `  annotations: {network.kmetal.io/provider-network-subnet: ${parts.annotation}}\n`
  const spec = parts.spec.split('\n').map((line) => `  ${line}`)
  return documentOf(
    `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${parts.name}\n  namespace: ${parts.namespace}\n${annotations}spec:\n${spec.join('\n')}\n`,
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function specOf(document: Document): Record<string, unknown> {
  return (document.value as { spec: Record<string, unknown> }).spec
}

function common(
  document: Document,
  name: string,
  namespace: string,
): Omit<Claim, 'kind' | 'seen' | 'spec'> {
  return { namespace, name, labels: {}, annotations: {}, document }
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
