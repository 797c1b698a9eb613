import type { Validation } from './structural.ts'

type Rules = Readonly<Record<string, readonly Validation[]>>

/** kMetal networking tasks: all three specs are immutable. A default that is written out is filled in before, so that it changes nothing. */
function immutable(kind: string): Validation {
  return { rule: 'self == oldSelf', message: `${kind}.spec is immutable` }
}

/** Whether the address `a` is in the block of its family. */
const isInBlock =
  "cidr(self.cidrBlock.split(',')[a.contains(':') && self.cidrBlock.contains(',') ? 1 : 0]).containsIP(a)"

/** What one claim alone must agree about, by kind and path, as the check of a pull request asks it. */
export const claimRules: Readonly<Record<'VpcClaim' | 'SubnetClaim' | 'EipClaim', Rules>> = {
  VpcClaim: {
    spec: [
      immutable('VpcClaim'),
      {
        rule: '!has(self.providerNetworkRef) || self.externalAccess',
        message: 'providerNetworkRef requires externalAccess: true',
      },
    ],
  },
  SubnetClaim: {
    spec: [
      immutable('SubnetClaim'),
      {
        rule: "self.protocol == (self.cidrBlock.contains(',') ? 'Dual' : self.cidrBlock.contains(':') ? 'IPv6' : 'IPv4')",
        message: 'protocol must name the families of cidrBlock',
      },
      {
        rule: "!has(self.gateway) || (self.gateway.contains(',') ? self.cidrBlock.contains(',') : !self.cidrBlock.contains(',') && self.gateway.contains(':') == self.cidrBlock.contains(':'))",
        message: 'gateway must be one address for each family of cidrBlock',
      },
      {
        rule: `!has(self.gateway) || self.gateway.split(',').all(a, ${isInBlock})`,
        message: 'gateway must be inside cidrBlock',
      },
      {
        rule: `self.excludeIps.all(e, [e.split('..')[0], e.split('..')[e.contains('..') ? 1 : 0]].all(a, ${isInBlock}))`,
        message: 'excludeIps must be inside cidrBlock',
      },
      {
        rule: "self.cidrBlock.split(',').all(c, !isCIDR(c) || cidr(c).prefixLength() < (c.contains(':') ? 128 : 32))",
        message: 'cidrBlock must have room for a gateway and a workload',
      },
    ],
  },
  EipClaim: {
    spec: [immutable('EipClaim')],
    'spec.clusterSelector.matchLabels': [
      {
        rule: "self.all(k, k.size() <= 317 && k.matches('^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$'))",
        message: 'matchLabels must have keys that labels can have',
      },
    ],
    'spec.clusterSelector.matchExpressions[]': [
      {
        rule: "(self.operator in ['In', 'NotIn']) == (has(self.values) && self.values.size() > 0)",
        message: 'values must stand beside In and NotIn, and beside them only',
      },
    ],
  },
}
