import type { Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { fieldName } from '../../domain/rules/spot.ts'
import type { MigrationInput } from '../../domain/vip/pool-migration.ts'

/** Where a field of a VipPoolMigration stands, and what is written there. */
export function migrationSpot(
  { object, document }: MigrationInput,
  field: 'from' | 'to' | 'step',
): Partial<Finding> {
  const path = ['spec', field]
  const value = document.source(path)
  return {
    at: document.place(path),
    object,
    field: fieldName(path),
    ...(value === undefined ? {} : { value: printable(value) }),
  }
}
