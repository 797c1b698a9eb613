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
} as const satisfies Record<string, Rule>
