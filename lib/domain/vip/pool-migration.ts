import * as z from 'zod'
import { netclaimApiVersion } from '../acknowledgement.ts'
import { cidr, note } from '../claims/field.ts'
import { apiVersion, kind, PlatformMetadata } from '../claims/metadata.ts'
import type { Document } from '../document.ts'
import { type StepName, stepNames } from './migration-steps.ts'

/** From which pool to which other one the VIP blocks of all clusters go, and how far that is. */
export interface PoolMigration {
  /** Canonical. */
  readonly from: string
  readonly to: string
  readonly step: StepName
}

/** A migration as the state remembers it. */
export interface StoredMigration extends PoolMigration {
  /** Generation in which its step was taken: what facts of before show says nothing about it. */
  readonly since: number
}

/** A migration as its file says it. */
export interface MigrationInput extends PoolMigration {
  /** `VipPoolMigration to-10-243`. */
  readonly object: string
  readonly document: Document
}

/** Whether two are one migration, in whichever step. */
export function isSameMigration(one: PoolMigration, other: PoolMigration): boolean {
  return one.from === other.from && one.to === other.to
}

/** The migration while it goes on: until its last step is taken nothing is given out of either pool. */
export function unfinished<M extends PoolMigration>(migration: M | undefined): M | undefined {
  return migration?.step === 'Create' ? undefined : migration
}

/** A VipPoolMigration as its file holds it. */
export const VipPoolMigrationFile = z.strictObject({
  apiVersion: apiVersion(netclaimApiVersion),
  kind: kind('VipPoolMigration'),
  metadata: PlatformMetadata,
  spec: note(
    z.strictObject({
      from: note(cidr(), {
        description: 'The pool that the blocks are of: VIP_POOL_CIDR as it is.',
        examples: ['10.242.0.0/20'],
        unit: 'CIDR',
      }),
      to: note(cidr(), {
        description:
          'The pool that they are to be of: VIP_POOL_CIDR in the pull request of the last step. It may overlap the old one.',
        examples: ['10.243.0.0/20'],
        unit: 'CIDR',
      }),
      step: note(z.enum(stepNames), {
        description:
          'How far it is to go, in this order, one step a pull request. Nothing is given out of either pool before the last.',
        examples: ['Revoke'],
        unit: 'step',
      }),
    }),
    {
      description: 'Both pools, and the step.',
      examples: [{ from: '10.242.0.0/20', to: '10.243.0.0/20', step: 'Revoke' }],
      unit: 'spec',
    },
  ),
})
