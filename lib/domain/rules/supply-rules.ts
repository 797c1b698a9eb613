import type { Rule } from './rule.ts'

const seed = 'kMetal networking tasks'

/** What there is, who may have how much of it, and what may become of it. */
export const supplyRules = {
  full: {
    id: 'pool/full',
    severity: 'error',
    wants: 'A pool has a free address for each claim that names none.',
    why: 'The OvnEip would have no status at all and the claim would stay EipNotReady.',
    example: 'a fourth EipClaim on a pool of three',
    source: `${seed}, EipNotReady`,
  },
  shrunk: {
    id: 'pool/shrunk',
    severity: 'error',
    wants: 'A pool keeps every address that is held.',
    why: 'MetalLB takes the address away from its Service at once; an EIP in excludeIPs is counted twice and given again.',
    example: 'addresses: [172.21.208.100-172.21.208.199] while 172.21.208.210 is held',
    source: `${seed}: shrinking one below what is allocated; seen on MetalLB 0.15.2`,
  },
  rangeRemoved: {
    id: 'pool/range-removed',
    severity: 'warning',
    wants: 'Whoever takes a range from a pool knows which Services have an address of it.',
    why: 'MetalLB takes those addresses away at once; where a cluster has reported its Services, the check has looked.',
    example: 'management removed before any cluster has reported',
    source: `${seed}: check the second command before shrinking anything`,
  },
  unblocked: {
    id: 'platform/unblocked',
    severity: 'warning',
    wants: 'A range that tenants must not reach stays blocked.',
    why: 'Its drop rule goes from every VPC, also of tenants who were never meant to reach it.',
    example: 'extraBlockedEgressCIDRs: [172.16.0.0/16], edited to []',
    source: `${seed}: a drop rule on every tenant VPC`,
  },
  platformMissing: {
    id: 'platform/missing',
    severity: 'error',
    wants: 'The KMetal object stays once there is one.',
    why: 'Pools and segments in use are not lost by deleting a file.',
    example: 'platform/kmetal.yaml removed',
    source: 'design: losing something is never a side effect',
  },
  quota: {
    id: 'quota/exceeded',
    severity: 'error',
    wants:
      'An environment has no more claims or clusters of a kind than its ResourceQuota grants; what leaves counts until it is proven gone.',
    why: 'Addresses are granted by operators; the implicit claim external counts as one.',
    example: 'count/eipclaims.network.kmetal.io: "2" and a third EipClaim',
    source: `${seed}: bound them with the count/eipclaims.network.kmetal.io quota`,
  },
  brake: {
    id: 'brake/held-back',
    severity: 'error',
    wants:
      'A change releases little at once, and never a VPC or everything, unless somebody says so.',
    why: 'Losing addresses, subnets or environments is never a side effect of an edit.',
    example: 'a commit that removes eleven EipClaims',
    source: 'argoproj/argo-cd#4464; octodns delete thresholds',
  },
  engine: {
    id: 'engine/other-version',
    severity: 'error',
    wants: 'The version of Netclaim that runs is the one that netclaim.yaml names.',
    why: 'Two versions may render or choose differently; an upgrade is a reviewed change.',
    example: 'engine: "0.1.0" while version 0.2.0 runs',
    source: 'design: the engine is pinned',
  },
  foreignCluster: {
    id: 'facts/foreign-cluster',
    severity: 'error',
    wants: 'Facts come from the cluster that reported first.',
    why: 'Another cluster knows nothing of what this one still has; its silence would free addresses.',
    example: 'facts with another uid of the kube-system namespace',
    source: 'design: absence is proven, never assumed',
  },
  freed: {
    id: 'release/free',
    severity: 'info',
    wants: 'What was released becomes free when it is proven gone.',
    why: 'Silence frees nothing.',
    example: 'EipClaim web, released two commits ago, is absent from complete facts',
    source: 'design: absence is proven, never assumed',
  },
  hasApplied: {
    id: 'release/has-applied',
    severity: 'error',
    wants: '--never-applied is said only where no cluster has ever reported.',
    why: 'A cluster that has reported may still have what would be given again.',
    example: 'netclaim allocate --never-applied after the first report',
    source: 'design: absence is proven, never assumed',
  },
  frozen: {
    id: 'plan/frozen',
    severity: 'warning',
    wants: 'netclaim.yaml, platform/ and acknowledgements/ can be read.',
    why: 'Everything rests on them: until they can be read, all stays as it was and nothing is given.',
    example: 'a tab in platform/kmetal.yaml',
    source: 'design: what cannot be read freezes, never deletes',
  },
} as const satisfies Record<string, Rule>
