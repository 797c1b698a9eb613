import type { Rule } from './rule.ts'

/** What is said about fields of one SubnetClaim that have to agree with each other. */
export const subnetFieldRules = {
  protocol: {
    id: 'subnet/protocol',
    severity: 'error',
    wants: 'spec.protocol names the families of spec.cidrBlock; left out, it is IPv4.',
    why: 'Kube-OVN derives the protocol from the block, so the claim would say one thing and get another.',
    example: 'spec:\n  cidrBlock: fd00:10:102::/64',
    source: 'kMetal networking tasks, protocol is IPv4, IPv6 or Dual and defaults to IPv4',
  },
  gatewayFamily: {
    id: 'subnet/gateway-family',
    severity: 'error',
    wants: 'spec.gateway has one address for each family of spec.cidrBlock.',
    why: 'Without a gateway of its family the traffic of that family has nowhere to go.',
    example: 'spec:\n  cidrBlock: 10.0.1.0/24,fd00::/64\n  protocol: Dual\n  gateway: 10.0.1.1',
    source: 'Kube-OVN pkg/util/validator.go, ValidateSubnet',
  },
  gatewayNotExcluded: {
    id: 'subnet/gateway-not-excluded',
    severity: 'info',
    wants: 'spec.excludeIps holds the gateway.',
    why: 'It is added where it is missing, because Kube-OVN adds it too and the object would drift.',
    example: 'spec:\n  cidrBlock: 10.100.0.0/24\n  excludeIps: [10.100.0.10]',
    source: 'kMetal networking tasks, the gateway belongs in excludeIps; seen with Kube-OVN 1.16.2',
  },
} as const satisfies Record<string, Rule>
