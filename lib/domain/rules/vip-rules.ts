import type { Rule } from './rule.ts'

const seed = 'Kube-DC project VIPs'

/** What is said of VIP blocks: who gets them, and out of which pool. */
export const vipRules = {
  blocksShrunk: {
    id: 'vip/blocks-shrunk',
    severity: 'error',
    wants: 'spec.loadBalancer.blocks of a KdcCluster only grows.',
    why: 'Services hold addresses in every block: a smaller number would take some of them away.',
    example: 'loadBalancer: {blocks: 3}, edited to {blocks: 2}, or left out, which means 1',
    source: `${seed}, Capacity: 1–8, grow-only`,
  },
  poolInUse: {
    id: 'vip/pool-in-use',
    severity: 'error',
    wants: 'VIP_POOL_CIDR stays while a cluster has blocks of it.',
    why: 'Arenas record the pool that their blocks came from: another one, also a larger one, revokes every live delegation until somebody migrates it.',
    example: 'VIP_POOL_CIDR=10.242.0.0/24, edited to 10.242.0.0/23',
    source: `${seed}, CIDR changes are not an in-place migration`,
  },
  poolNotPinned: {
    id: 'vip/pool-not-pinned',
    severity: 'warning',
    wants: 'VIP_POOL_CIDR is written out where clusters have blocks already.',
    why: 'Another default, or another line in its place, would revoke them all.',
    example: 'LB_BLOCK_MODE=enable, and no VIP_POOL_CIDR',
    source: `${seed}: pin this on any cluster that has already delegated VIPs`,
  },
  poolOverlap: {
    id: 'vip/pool-overlap',
    severity: 'error',
    wants: 'The VIP pool lies outside of every subnet of every project.',
    why: 'Inside a subnet its machines ask for a VIP by ARP, and nobody answers.',
    example: 'VIP_POOL_CIDR=10.100.0.0/24 while SubnetClaim production has 10.100.0.0/24',
    source: `${seed}: the pool lives outside every project subnet; kube-ovn docs, VPC internal load balancer`,
  },
  poolOverlapsServices: {
    id: 'vip/pool-overlaps-services',
    severity: 'error',
    wants:
      'The VIP pool keeps off the Service range of the management cluster, where settings name it.',
    why: 'Kube-OVN takes a VIP that is also a cluster IP away from the one when it changes the other.',
    example: 'VIP_POOL_CIDR=10.96.4.0/24 while settings.cluster.services has 10.96.0.0/12',
    source: 'kubeovn/kube-ovn#6701',
  },
  poolOverlapsPlatform: {
    id: 'vip/pool-overlaps-platform',
    severity: 'warning',
    wants:
      'The VIP pool keeps off provider subnets and the pools of MetalLB, and off the other ranges of the management cluster.',
    why: 'Inside a project a VIP hides what has that address outside.',
    example: 'VIP_POOL_CIDR=198.51.100.0/24 while provider subnet ext-a has it',
    source: 'design: a dedicated CIDR',
  },
  settingsRemoved: {
    id: 'vip/settings-removed',
    severity: 'warning',
    wants: 'platform/cluster-config.env stays once there is one.',
    why: 'Without it the defaults hold: nothing new is delegated, and the pool is that of the default.',
    example: 'platform/cluster-config.env removed',
    source: 'design: losing something is never a side effect',
  },
  exhausted: {
    id: 'vip/exhausted',
    severity: 'error',
    wants: 'The arena of a project has as many blocks as its clusters ask for.',
    why: 'LoadBalancer Services of the cluster stay without an address (PoolExhausted). An arena has 64 claim slots, and a pool has a block for every sixteen addresses: a /24 has 16.',
    example: 'a third KdcCluster with blocks: 8 on the pool 10.242.0.0/24',
    source: `${seed}, Capacity`,
  },
  tenantNetwork: {
    id: 'vip/tenant-network',
    severity: 'warning',
    wants: 'The pod and service ranges of a cluster keep off the VIP pool.',
    why: 'The cluster would look for a VIP inside itself, so it gets none (TenantNetworkConflict).',
    example: 'podCIDR: 10.240.0.0/13 while the pool is 10.242.0.0/24',
    source: `${seed}, TenantNetworkConflict`,
  },
  notDelegated: {
    id: 'vip/not-delegated',
    severity: 'info',
    wants: 'It is known why a cluster has no VIP blocks.',
    why: 'The reason stands on its condition LoadBalancerBlockReady; most of them end by themselves, or are wanted.',
    example: 'KdcCluster solar on cloudsigma (ProviderUnsupported)',
    source: `${seed}, Reading the state`,
  },
  optInUnheard: {
    id: 'vip/opt-in-unheard',
    severity: 'warning',
    wants: 'Who opts in by annotation gets blocks.',
    why: 'Below LB_BLOCK_MODE=enable no cluster gets any, whatever it says.',
    example: 'network.kube-dc.com/lb-block: enabled under LB_BLOCK_MODE=observe',
    source: `${seed}, Enabling it`,
  },
  withdrawn: {
    id: 'vip/withdrawn',
    severity: 'warning',
    wants: 'Nobody withdraws live blocks unawares.',
    why: 'MetalLB in the tenant takes the addresses from its Services at once. The blocks are kept, and come back when the cause goes.',
    example: 'LB_BLOCK_MODE=enable, edited to off',
    source: `${seed}, Limits: turning the feature off withdraws the pool`,
  },
  serviceLimit: {
    id: 'vip/service-limit',
    severity: 'warning',
    wants: 'A Service with a VIP asks for nothing that the path of a VIP cannot do.',
    why: 'Traffic arrives source-NATed at the node ports of the cluster, by TCP or UDP: what needs more than that is led nowhere, though the Service shows an address.',
    example:
      'externalTrafficPolicy: Local, protocol SCTP, or loadBalancerSourceRanges on a Service of class kube-dc.com/project',
    source: `${seed}, Limits`,
  },
  networkDiffers: {
    id: 'vip/network-differs',
    severity: 'warning',
    wants: 'A KdcCluster and its Cluster name the same ranges.',
    why: 'One of the two is not what runs; both are kept off the VIP pool.',
    example: 'podCIDR: 10.244.0.0/16 in the KdcCluster, pods: [10.243.0.0/16] in the Cluster',
    source: 'Kube-DC makes the Cluster of the KdcCluster',
  },
} as const satisfies Record<string, Rule>
