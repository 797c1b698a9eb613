import * as z from 'zod'
import { address, cidr, exclusion, label, note, poolEntry } from './field.ts'
import { apiVersion, kind, Metadata } from './metadata.ts'

const SubnetOfProvider = z.strictObject({
  name: note(label(), {
    description: 'Name of the provider subnet, unique in the platform.',
    examples: ['ext-a'],
    unit: 'DNS label',
  }),
  cidrBlock: note(cidr(), {
    description: 'The block of the segment. Every tenant is kept away from it.',
    examples: ['198.51.100.0/24'],
    unit: 'CIDR',
  }),
  gateway: note(address().optional(), {
    description: 'The router of the segment; left out, the first usable host.',
    examples: ['198.51.100.1'],
    unit: 'address',
  }),
  excludeIPs: note(z.array(exclusion()).max(4096).optional(), {
    description: 'Addresses that are never given out, one or a range each.',
    examples: [['198.51.100.1..198.51.100.19']],
    default: [],
    unit: 'list of addresses and ranges "first..last"',
  }),
})

/** One entry of `providerNetworks` as written. */
export const ProviderNetworkFile = z.strictObject({
  name: note(label(), {
    description: 'Name of the provider network, what providerNetworkRef names.',
    examples: ['provider'],
    unit: 'DNS label',
  }),
  // 15 characters: IFNAMSIZ of Linux without its final zero; dev_valid_name() refuses "/", ":" and blanks. A comma or "@" is
  // a list of interfaces (kubeovn/kube-ovn #4767: one a network), or what `ip link` shows behind a name.
  interface: note(
    z
      .string()
      .regex(
        /^[^\s/:,@]{1,15}$/,
        'is no name of one network interface, which has 1 to 15 characters without blanks, "/", ":", "," and "@"',
      ),
    {
      description:
        'The network interface of the hosts, or a VLAN sub-interface. It must carry no address of a node.',
      examples: ['bond0.206'],
      unit: 'interface name, at most 15 characters',
    },
  ),
  vlanID: note(z.int().min(0).max(4094).optional(), {
    description: 'The VLAN tag to add; 0 on an untagged or already tagging interface.',
    examples: [0, 206],
    default: 0,
    unit: 'VLAN id, 0 to 4094',
  }),
  subnets: note(z.array(SubnetOfProvider).max(256), {
    description: 'The subnets on this network.',
    examples: [[{ name: 'ext-a', cidrBlock: '198.51.100.0/24' }]],
    unit: 'list of subnets',
  }),
})

const Pool = z.strictObject({
  addresses: note(z.array(poolEntry()).min(1).max(4096), {
    description: 'What the pool holds: ranges, CIDRs or single addresses.',
    examples: [['172.21.208.100-172.21.208.250']],
    unit: 'list of "first-last", CIDRs and addresses',
  }),
})

const LoadBalancer = z.strictObject({
  tenantControlPlanes: note(Pool, {
    description: 'The pool tenant-cp-pool, for the control planes of tenant clusters.',
    examples: [{ addresses: ['172.21.208.100-172.21.208.250'] }],
    unit: 'MetalLB pool',
  }),
  management: note(Pool.optional(), {
    description: 'The pool mgmt-pool, for Services of the operator; left out, there is none.',
    examples: [{ addresses: ['172.21.204.200-172.21.204.250'] }],
    unit: 'MetalLB pool',
  }),
})

/** `spec.networking` as written. */
export const NetworkingFile = z.strictObject({
  providerNetworks: note(z.array(ProviderNetworkFile).max(1024).optional(), {
    description: 'The underlay networks of the operator.',
    examples: [[{ name: 'provider', interface: 'bond0.206', subnets: [] }]],
    default: [],
    unit: 'list of networks',
  }),
  defaultProviderSubnet: note(z.string().min(1).optional(), {
    description: 'The provider subnet of every VpcClaim that names no provider network.',
    examples: ['ext-a'],
    unit: 'DNS label',
  }),
  extraBlockedEgressCIDRs: note(z.array(cidr()).max(1024).optional(), {
    description: 'Further blocks that every tenant is kept away from.',
    examples: [['172.16.0.0/16']],
    default: [],
    unit: 'list of CIDRs',
  }),
  loadBalancer: note(LoadBalancer, {
    description: 'The pools of MetalLB.',
    examples: [{ tenantControlPlanes: { addresses: ['172.21.208.100-172.21.208.250'] } }],
    unit: 'pools',
  }),
})

/** The KMetal object as its file holds it: what the platform declares. */
export const KMetalFile = z.strictObject({
  apiVersion: apiVersion('kmetal.io/v1alpha1'),
  kind: kind('KMetal'),
  metadata: Metadata,
  spec: note(
    z.strictObject({
      networking: note(NetworkingFile, {
        description: 'Provider segments and address pools.',
        examples: [{ loadBalancer: { tenantControlPlanes: { addresses: ['172.21.208.0/24'] } } }],
        unit: 'networking',
      }),
      placement: note(z.unknown().optional(), {
        description: 'Where the platform runs; not read here.',
        examples: [{}],
        unit: 'not read',
      }),
    }),
    {
      description: 'What the platform declares.',
      examples: [
        {
          networking: {
            loadBalancer: { tenantControlPlanes: { addresses: ['172.21.208.0/24'] } },
          },
        },
      ],
      unit: 'spec',
    },
  ),
})
