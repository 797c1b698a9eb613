import type * as z from 'zod'
import { EipClaimFile } from '../claims/eip-claim.ts'
import { KMetalFile, ProviderNetworkFile } from '../claims/kmetal.ts'
import { SubnetClaimFile } from '../claims/subnet-claim.ts'
import { VpcClaimFile } from '../claims/vpc-claim.ts'
import { type Manifest, renderManifests } from '../manifests/manifest.ts'
import { claimRules } from './claim-rules.ts'
import { type Column, renderCrd } from './crd.ts'
import { statuses } from './statuses.ts'
import { type Structural, structural } from './structural.ts'

const network = 'network.kmetal.io'

const definitions = {
  'eipclaims.network.kmetal.io': eipClaim,
  'kmetals.kmetal.io': kmetal,
  'providernetworks.network.kmetal.io': providerNetwork,
  'subnetclaims.network.kmetal.io': subnetClaim,
  'vpcclaims.network.kmetal.io': vpcClaim,
} as const

/** Name of a CRD of ours. */
export type CrdName = keyof typeof definitions

/** All of them, sorted. */
export const crdNames = Object.keys(definitions) as readonly CrdName[]

/** The definition of a kind. It depends on nothing but this version. */
export function crd(name: CrdName): Manifest {
  return definitions[name]()
}

const texts = new Map<CrdName, string>()

/** Its text, made once. */
export function crdText(name: CrdName): string {
  const text = texts.get(name) ?? renderManifests([crd(name)])
  texts.set(name, text)
  return text
}

const ready: Column = {
  name: 'Ready',
  type: 'string',
  jsonPath: '.status.conditions[?(@.type=="Ready")].status',
}

function vpcClaim(): Manifest {
  return claim('VpcClaim', VpcClaimFile, {
    shortNames: ['vpcc'],
    about: "The environment's private network, one per environment.",
    columns: [
      { name: 'VPC', type: 'string', jsonPath: '.status.vpc' },
      { name: 'External', type: 'boolean', jsonPath: '.spec.externalAccess' },
      { name: 'ProviderNetwork', type: 'string', jsonPath: '.spec.providerNetworkRef.name' },
      ready,
    ],
  })
}

function subnetClaim(): Manifest {
  return claim('SubnetClaim', SubnetClaimFile, {
    shortNames: ['subnetc'],
    about: "A subnet of the environment's VPC.",
    columns: [
      { name: 'Subnet', type: 'string', jsonPath: '.status.subnet' },
      { name: 'VPC', type: 'string', jsonPath: '.status.vpc' },
      { name: 'CIDR', type: 'string', jsonPath: '.spec.cidrBlock' },
      ready,
    ],
  })
}

function eipClaim(): Manifest {
  return claim('EipClaim', EipClaimFile, {
    shortNames: ['eipc'],
    about: 'One public address.',
    columns: [
      { name: 'EIP', type: 'string', jsonPath: '.status.eip' },
      { name: 'V4', type: 'string', jsonPath: '.status.v4Ip' },
      { name: 'Bound', type: 'boolean', jsonPath: '.status.bound' },
      ready,
    ],
  })
}

interface About {
  readonly shortNames: readonly string[]
  readonly about: string
  readonly columns: readonly Column[]
}

function claim(
  kind: 'VpcClaim' | 'SubnetClaim' | 'EipClaim',
  file: z.ZodObject<{ readonly spec: z.ZodType }>,
  about: About,
): Manifest {
  return renderCrd({
    ...about,
    group: network,
    kind,
    plural: `${kind.toLowerCase()}s`,
    scope: 'Namespaced',
    spec: structural(file.shape.spec, 'spec', { rules: claimRules[kind], exact: true }),
    status: statusOf(kind),
  })
}

/** Strings of a status have no limits that CEL could count with. */
function statusOf(kind: keyof typeof statuses): Structural {
  const description = 'What came of it, as the cluster side saw it last.'
  return { ...structural(statuses[kind], 'status', cheap), description }
}

/** Lists within lists: what CEL would cost there is more than the server allows. */
const cheap = { rules: {}, exact: false }

function providerNetwork(): Manifest {
  const spec: Structural = {
    ...structural(ProviderNetworkFile.omit({ name: true }), 'spec', cheap),
    description: 'The network as the KMetal object declares it.',
  }
  return renderCrd({
    group: network,
    kind: 'ProviderNetwork',
    plural: 'providernetworks',
    shortNames: [],
    scope: 'Cluster',
    about: 'A provider network of the platform.',
    spec,
    status: statusOf('ProviderNetwork'),
    columns: [{ name: 'Interface', type: 'string', jsonPath: '.spec.interface' }, ready],
  })
}

/** `kubectl get km NAME` finds it without a namespace, so it belongs to the cluster. */
function kmetal(): Manifest {
  return renderCrd({
    group: 'kmetal.io',
    kind: 'KMetal',
    plural: 'kmetals',
    shortNames: ['km'],
    scope: 'Cluster',
    about: 'What the platform declares: provider segments and address pools.',
    spec: structural(KMetalFile.shape.spec, 'spec', cheap),
    status: statusOf('KMetal'),
    columns: [],
  })
}
