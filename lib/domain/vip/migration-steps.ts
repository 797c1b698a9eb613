/** How the blocks of live clusters come from another pool (seed, Migrating the pool CIDR); the order is fixed. */
export const migrationSteps = [
  'revoke every delegation, and see that no mirror and no SwitchLBRule of a cluster is left',
  'set spec.disposition: Release on every old AddressReservation',
  'delete the released AddressReservations, so that a rebuild brings no old claim back',
  'retire the old AddressArena',
  'create and authorize new blocks out of the new pool',
] as const

/** The steps as one line, numbered. */
export function numberedSteps(): string {
  return migrationSteps.map((step, n) => `${n + 1}. ${step}`).join('; ')
}
