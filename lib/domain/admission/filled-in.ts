/**
 * What Kube-OVN fills into a spec of ours that leaves it out (kube-ovn-controller 1.16.2). Whoever it runs as, it may; so
 * may anybody, as long as nothing stands there.
 */
export const filledIn = {
  subnets: [
    'default',
    'enableLb',
    'gatewayNode',
    'gatewayType',
    'natOutgoing',
    'private',
    'provider',
    'u2oFeatures',
  ],
  'ovn-eips': ['macAddress', 'v6Ip'],
} as const
