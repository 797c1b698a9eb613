import { entryKey, holderName, isHeld } from '../../domain/ledger/entry.ts'
import { migrateBlocks } from '../../domain/ledger/migrate-blocks.ts'
import { breach } from '../../domain/rules/rule.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import { stepNames } from '../../domain/vip/migration-steps.ts'
import { unfinished } from '../../domain/vip/pool-migration.ts'
import type { Draft } from './draft.ts'

/** Takes the old blocks of every cluster that stays as far as the step of the migration and the facts allow. */
export function migratePool(draft: Draft): void {
  const migration = unfinished(draft.migration)
  if (migration === undefined) return
  const { view, generation, settings } = draft
  for (const [namespace, book] of draft.books) {
    if (draft.arenas.get(namespace) !== migration.from) continue
    const context = { namespace, view, generation, proof: settings.proof }
    for (const entry of book.values()) {
      if (entry.kind !== 'KdcCluster' || !isHeld(entry)) continue
      const next = migrateBlocks(entry, migration.step, context)
      if (next === entry) continue
      book.set(entryKey(entry), next)
      if (next.blocks === undefined) tellGone(draft, holderName(namespace, entry), entry.blocks)
    }
  }
}

function tellGone(draft: Draft, holder: string, blocks: readonly { cidr: string }[] = []): void {
  const ranges = blocks.map(({ cidr }) => cidr).join(', ')
  const message = `${ranges} of ${holder} is proven gone, and is given to nobody: the pool is being migrated`
  draft.findings.push(breach(supplyRules.freed, message, { object: holder }))
}

/** How far the migration away from a project's pool is, as a clause; undefined where it has nothing to do with it. */
export function migrationOf({ migration }: Draft, pool: string): string | undefined {
  const going = unfinished(migration)
  if (going?.from !== pool) return undefined
  const { from, to, step } = going
  return `its pool is migrated from ${from} to ${to}, step ${step} (${stepNames.indexOf(step) + 1} of ${stepNames.length}): nothing is delegated until the last one`
}

/** Whether the arenas of the old pool are retired, and those of the new one are not made yet. */
export function isRetired({ migration }: Draft): boolean {
  return migration?.step === 'Retire'
}
