import type { Rule } from './rule.ts'

const seed = 'Kube-DC project VIPs, Migrating the pool CIDR'

/** What is said of a VipPoolMigration. */
export const vipMigrationRules = {
  pools: {
    id: 'vip-migration/pools',
    severity: 'error',
    wants:
      'A VipPoolMigration leads from VIP_POOL_CIDR to another pool, which has room for every project.',
    why: 'What cannot be a pool, or is too small, would be found out when the old one is gone.',
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
  order: {
    id: 'vip-migration/order',
    severity: 'error',
    wants: 'A VipPoolMigration begins with Revoke and takes one step a pull request, never back.',
    why: 'A step that is left out is one that nobody has seen done: reservations that are not deleted come back with a rebuild.',
    example: 'step: Revoke, edited to Delete',
    source: `${seed}: steps 1 to 5`,
  },
  fixed: {
    id: 'vip-migration/fixed',
    severity: 'error',
    wants: 'from and to stay as they are until the last step is taken.',
    why: 'Blocks of the old pool are on their way out; another one would leave them there.',
    example: 'to: 10.243.0.0/20, edited to 10.244.0.0/20 in step Release',
    source: seed,
  },
  notDue: {
    id: 'vip-migration/not-due',
    severity: 'error',
    wants: 'A step is taken when the cluster shows that the one before it is done.',
    why: 'A block that something still leads to must not be given back, and no pool is retired that has one.',
    example: 'step: Release, while SwitchLBRule photon-prod-solar-web has 10.242.0.5',
    source: `${seed}: confirm it`,
  },
  poolCidr: {
    id: 'vip-migration/pool-cidr',
    severity: 'error',
    wants:
      'VIP_POOL_CIDR is the old pool until step Create, and the new one in the very pull request of that step.',
    why: 'With another pool new blocks would come from where nobody looks for them.',
    example: 'VIP_POOL_CIDR=10.243.0.0/20 in step Delete',
    source: seed,
  },
  removed: {
    id: 'vip-migration/removed',
    severity: 'error',
    wants: 'The file of a VipPoolMigration stays until its last step is taken.',
    why: 'The ledger stays where it is, with no way on: nothing is given out of either pool.',
    example: 'platform/to-10-243.yaml removed in step Delete',
    source: seed,
  },
  abandoned: {
    id: 'vip-migration/abandoned',
    severity: 'warning',
    wants: 'A migration that is given up is given up in step Revoke.',
    why: 'Until then every cluster still has its blocks, and gets the use of them back. Later they are on their way out.',
    example: 'platform/to-10-243.yaml removed in step Revoke',
    source: 'design: losing something is never a side effect',
  },
} as const satisfies Record<string, Rule>
