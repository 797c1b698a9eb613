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
