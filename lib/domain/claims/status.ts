import * as z from 'zod'
import { note } from './field.ts'

const text = (description: string, example: string, unit: string) =>
  note(z.string().optional(), { description, examples: [example], unit })
const count = (description: string, example: number) =>
  note(z.int().nonnegative().optional(), { description, examples: [example], unit: 'addresses' })

/** `metav1.Condition`; a list of them is a map by `type`. */
export const Condition = z.object({
  type: z.string(),
  status: z.enum(['True', 'False', 'Unknown']),
  reason: z.string(),
  message: z.string(),
  observedGeneration: z.int().nonnegative().optional(),
  lastTransitionTime: z.string(),
})
export type Condition = Readonly<z.output<typeof Condition>>

const conditions = note(z.array(Condition).optional(), {
  description: 'Ready, with the reason why not.',
  examples: [[{ type: 'Ready', status: 'False', reason: 'WaitingForVpc' }]],
  unit: 'list of conditions, one a type',
})

/** `status` of a VpcClaim. */
export const VpcClaimStatus = z.object({
  vpc: text('Name of the Vpc.', 'photon-prod', 'name'),
  externalSubnet: text('The provider subnet it leaves through.', 'provider2-ext', 'name'),
  conditions,
})
export type VpcClaimStatus = Readonly<z.output<typeof VpcClaimStatus>>

/** `status` of a SubnetClaim. A counter that no float could hold exactly is left out. */
export const SubnetClaimStatus = z.object({
  subnet: text('Name of the Subnet.', 'photon-prod-production', 'name'),
  vpc: text('Name of the Vpc that it is in.', 'photon-prod', 'name'),
  v4AvailableIPs: count('Free IPv4 addresses, as Kube-OVN counts them.', 243),
  v4UsingIPs: count('IPv4 addresses in use, as Kube-OVN counts them.', 10),
  v6AvailableIPs: count('Free IPv6 addresses, as Kube-OVN counts them.', 65533),
  v6UsingIPs: count('IPv6 addresses in use, as Kube-OVN counts them.', 10),
  conditions,
})
export type SubnetClaimStatus = Readonly<z.output<typeof SubnetClaimStatus>>

/** A Service inside a tenant cluster of the claim's environment. */
export const ServiceConsumer = z.object({
  cluster: z.object({ name: z.string() }),
  service: z.object({ namespace: z.string(), name: z.string() }),
})

/** Who uses an address: the VPC as its egress address, or one Service. */
export const Binding = z.object({
  type: z.enum(['Vpc', 'Service']),
  /** With `Service` only. */
  service: ServiceConsumer.optional(),
})
export type Binding = Readonly<z.output<typeof Binding>>

/** `status` of an EipClaim. */
export const EipClaimStatus = z.object({
  eip: text('Name of the OvnEip.', 'photon-prod-web', 'name'),
  v4Ip: text('The address, once it is given.', '198.51.100.24', 'IPv4 address'),
  bound: note(z.boolean().optional(), {
    description: 'Whether anything uses the address.',
    examples: [true],
    unit: 'true or false',
  }),
  binding: note(Binding.optional(), {
    description: 'Who uses the address.',
    examples: [{ type: 'Vpc' }],
    unit: 'consumer',
  }),
  conditions,
})
export type EipClaimStatus = Readonly<z.output<typeof EipClaimStatus>>

/** `status` of a `network.kmetal.io` ProviderNetwork. */
export const ProviderNetworkStatus = z.object({
  ready: note(z.boolean().optional(), {
    description: 'Whether its bridge is up and its VLAN and subnets are in order.',
    examples: [true],
    unit: 'true or false',
  }),
  message: text('Why it is not ready.', 'node "gw2" has no bridge', 'one line'),
})
export type ProviderNetworkStatus = Readonly<z.output<typeof ProviderNetworkStatus>>

/** How far a part of the platform is. */
export const Component = z.object({
  /** `provider-networks`, `load-balancer`. */
  name: z.string(),
  phase: z.enum(['Ready', 'Progressing', 'Failed']),
  message: z.string().optional(),
})
export type Component = Readonly<z.output<typeof Component>>

/** `status` of the KMetal object. */
export const KMetalStatus = z.object({
  components: note(z.array(Component).optional(), {
    description: 'The parts of the platform, and how far each is.',
    examples: [[{ name: 'provider-networks', phase: 'Ready' }]],
    unit: 'list of components, one a name',
  }),
})
export type KMetalStatus = Readonly<z.output<typeof KMetalStatus>>

/**
 * Reasons of a claim's `Ready` that are ours. A SubnetClaim has Kube-OVN's beside them
 * (`ResetLogicalSwitchAclSuccess`), copied.
 */
export type Reason =
  /** VpcClaim: the network stands, and its way out if it has one. */
  | 'VpcReady'
  /** EipClaim: the address is given. */
  | 'EipReady'
  /** SubnetClaim: the environment has no VpcClaim that is ready. */
  | 'WaitingForVpc'
  /** VpcClaim: the EipClaim `external` is missing, of the wrong type, or not ready. */
  | 'WaitingForEip'
  /** VpcClaim: the Vpc is not connected to its provider subnet, or nothing serves that. */
  | 'ExternalGatewayNotReady'
  /** VpcClaim on its way out: SubnetClaims are in it still. */
  | 'SubnetClaimsPresent'
  /** EipClaim: Kube-OVN has not given the address. */
  | 'EipNotReady'
  /** EipClaim on its way out: it is the egress address of a Vpc. */
  | 'EipInUseByVpc'
  /** EipClaim on its way out: a Service is published on it. */
  | 'EipInUseByService'
  /** VpcClaim: Kube-OVN has not made the Vpc. */
  | 'VpcNotReady'
  /** SubnetClaim: Kube-OVN says nothing about the Subnet yet, or it is another than asked for. */
  | 'SubnetNotReady'
  /** Any: the ledger rejects the claim. */
  | 'Rejected'
  /** Any: it is gone from Git, and what it caused is being taken down. */
  | 'Releasing'
  /** Any: a person keeps an object of it as it is. */
  | 'OnHold'
