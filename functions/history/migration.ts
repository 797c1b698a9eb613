import { outside } from '../../lib/adapters/git/git.ts'
import { readStateAt } from '../../lib/adapters/git/read-tree.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import { viewFacts } from '../../lib/domain/ledger/facts-view.ts'
import { type MigrationProgress, progressOf } from '../../lib/pipeline/migration-progress.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { readStateHeader } from '../allocate/state-header.ts'
import { foreignState } from '../allocate/state-refusals.ts'
import { factsAt } from './facts-at.ts'
import type { History } from './open-history.ts'

/**
 * How far the migration of the VIP pool is, by the commit of main that the state was planned for; undefined where that has
 * no VipPoolMigration that can be read. Throws `OutsideError`, too, for a state that is damaged.
 */
export async function migration(history: History): Promise<MigrationProgress | undefined> {
  const { repo, tip } = history
  const texts = await readStateAt(repo, tip)
  const source = readStateHeader(texts)?.source
  if (source === undefined) throw foreignState('state', tip)
  const { value: state, findings } = readState(texts, 'whole')
  const [damage] = findings
  if (damage !== undefined) throw outside(damage.message)
  const tree = await (await gitRepository({ repo })).readTree(source)
  return progressOf(readTree(tree).value, state, viewFacts(await factsAt(history)))
}
