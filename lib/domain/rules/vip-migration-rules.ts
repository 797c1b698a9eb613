import type { Rule } from './rule.ts'

const seed = 'Kube-DC project VIPs, Migrating the pool CIDR'

/** What is said of the file of a VipPoolMigration by itself. */
export const vipMigrationRules = {
  pools: {
    id: 'vip-migration/pools',
    severity: 'error',
    wants:
      'A VipPoolMigration leads from one pool to another, both IPv4 and of 16 addresses or more.',
    why: 'VIP blocks are cut out of either; what cannot be a pool would be found out when the old one is gone.',
    example: 'from: 10.242.0.0/24\nto: 10.242.0.0/24',
    source: seed,
  },
  second: {
    id: 'vip-migration/second',
    severity: 'error',
    wants: 'There is one VipPoolMigration at a time.',
    why: 'All clusters have one pool: two migrations would each lead it elsewhere.',
    example: 'kind: VipPoolMigration # to-10-243 and to-10-244',
    source: seed,
  },
} as const satisfies Record<string, Rule>
