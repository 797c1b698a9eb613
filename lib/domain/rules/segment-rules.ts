import type { Rule } from './rule.ts'

/** What may become of provider networks and their subnets. */
export const segmentRules = {
  inUse: {
    id: 'provider-subnet/in-use',
    severity: 'error',
    wants: 'A provider subnet stays while a VPC leaves through it or an address of it is held.',
    why: 'An external subnet in use terminates until its last address is gone, and its VPCs lose their way out.',
    example: 'provider subnet ext-b removed while VpcClaim nova-dev/main uses it',
    source: 'seen on Kube-OVN 1.16.2',
  },
  immutable: {
    id: 'provider-subnet/immutable',
    severity: 'error',
    wants: 'cidrBlock, gateway and network of a provider subnet stay while it is in use.',
    why: 'Router ports of connected VPCs keep the old prefix, and their default route the old gateway.',
    example: 'gateway: 198.51.100.1, edited to 198.51.100.254 while VPCs leave through it',
    source: 'seen on Kube-OVN 1.16.2',
  },
  carrierMoved: {
    id: 'provider-network/moved',
    severity: 'warning',
    wants: 'Interface and VLAN of a provider network stay while a VPC leaves through it.',
    why: 'Kube-OVN takes the interface out of its bridge on every node and the other one in: until then, and unless the segment is there, too, no tenant reaches anything.',
    example: 'interface: bond0.206, edited to bond1.206 while VpcClaim photon-prod/main uses ext-a',
    source: 'kube-ovn docs, underlay: one bridge a provider network; kubeovn/kube-ovn #3909',
  },
  overlapsClaim: {
    id: 'provider-subnet/overlaps-claim',
    severity: 'error',
    wants: 'A new provider subnet overlaps no SubnetClaim.',
    why: 'It becomes a drop rule in every VPC and would cut the tenant’s own subnet.',
    example:
      'cidrBlock: 10.100.0.0/16 as a provider subnet while SubnetClaim production has 10.100.0.0/24',
    source: 'kube-ovn pkg/util/const.go, policies at 31500 stand above 31000',
  },
  opening: {
    id: 'provider-subnet/opening',
    severity: 'info',
    wants: 'A new provider subnet is rendered when its drop rule stands in every VPC.',
    why: 'Until then a tenant could reach it.',
    example: 'a provider network added while three VPCs exist',
    source: 'design: a segment opens last',
  },
} as const satisfies Record<string, Rule>
