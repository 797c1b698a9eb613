/** A step of a migration, and what is done in it. */
interface MigrationStep {
  readonly name: string
  /** As an order to whoever leads it. */
  readonly does: string
}

/** How the blocks of live clusters come from another pool (seed, Migrating the pool CIDR); the order is fixed. */
export const migrationSteps = [
  {
    name: 'Revoke',
    does: 'revoke every delegation, and see that no mirror and no SwitchLBRule of a cluster is left',
  },
  { name: 'Release', does: 'set spec.disposition: Release on every old AddressReservation' },
  {
    name: 'Delete',
    does: 'delete the released AddressReservations, so that a rebuild brings no old claim back',
  },
  { name: 'Retire', does: 'retire the old AddressArena' },
  { name: 'Create', does: 'create and authorize new blocks out of the new pool' },
] as const satisfies readonly MigrationStep[]

/** The name of a step, as `spec.step` of a VipPoolMigration says it. */
export type StepName = (typeof migrationSteps)[number]['name']

/** The names of the steps, in their order. */
export const stepNames = migrationSteps.map(({ name }) => name) as readonly StepName[]

/** Which step it is, from 0. */
export function rankOf(step: StepName): number {
  return stepNames.indexOf(step)
}

/** The steps as one line, numbered. */
export function numberedSteps(): string {
  return migrationSteps.map(({ name, does }, n) => `${n + 1}. ${name}: ${does}`).join('; ')
}
