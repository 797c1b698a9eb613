import type * as z from 'zod'
import { EipClaimFile } from '../claims/eip-claim.ts'
import { SubnetClaimFile } from '../claims/subnet-claim.ts'
import { VpcClaimFile } from '../claims/vpc-claim.ts'
import { type Manifest, renderManifests } from '../manifests/manifest.ts'
import { claimRules } from './claim-rules.ts'
import { type Column, ready, renderCrd } from './crd.ts'
import { kmetal, providerNetwork } from './platform-crds.ts'
import { statusOf } from './statuses.ts'
import { structural } from './structural.ts'
import { addressArena, addressReservation } from './vip-crds.ts'

const network = 'network.kmetal.io'

const definitions = {
  'addressarenas.network.kube-dc.com': addressArena,
  'addressreservations.network.kube-dc.com': addressReservation,
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
