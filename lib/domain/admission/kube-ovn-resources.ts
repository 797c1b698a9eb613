/** What a tenant's network is made of at Kube-OVN, as its API calls the kinds. */
export const networkResources = [
  'subnets',
  'vpcs',
  'ovn-eips',
  'ovn-snat-rules',
  'ovn-dnat-rules',
  'ovn-fips',
  'switch-lb-rules',
] as const

/** What else takes addresses of a Subnet or leads into a VPC; nothing of it is ever rendered, and Kube-OVN makes some itself. */
export const otherResources = [
  'ippools',
  'iptables-eips',
  'vips',
  'vpc-dnses',
  'vpc-egress-gateways',
  'vpc-nat-gateways',
] as const
