import { rankOf, type StepName } from '../vip/migration-steps.ts'
import { hasProof } from './advance-releases.ts'
import type { EntryOf } from './entry.ts'
import { objectsOf } from './release.ts'
import { inPhase } from './release-blocks.ts'
import type { ReleaseContext } from './why-kept.ts'

type KdcEntry = EntryOf<'KdcCluster'>

/**
 * Takes the old blocks of a cluster that stays as far as the step of the migration and the facts allow: given back, then
 * without reservations, then gone when that is proven. Nothing of them comes to anybody.
 */
export function migrateBlocks(entry: KdcEntry, step: StepName, context: ReleaseContext): KdcEntry {
  if ((entry.blocks ?? []).length === 0 || rankOf(step) < rankOf('Release')) return entry
  const released = release(entry, context)
  if (rankOf(step) < rankOf('Delete')) return released
  const dropped = withoutReservations(released, context)
  return areGone(dropped, context) ? withoutBlocks(dropped) : dropped
}

/** Whether the old blocks of a cluster that stays are proven absent, and nothing of an earlier life of it is left. */
export function areGone(entry: KdcEntry, context: Omit<ReleaseContext, 'generation'>): boolean {
  return isTombstoned(entry) && entry.awaits === undefined && hasProof(entry, context)
}

/** The cluster as if it had never had a block. */
export function withoutBlocks(entry: KdcEntry): KdcEntry {
  const { blocks: _, dropped: __, releasedAt: ___, ...rest } = entry
  return rest
}

/** Is nothing of a cluster's blocks wanted any more, though it keeps their ranges? */
export function isTombstoned({ blocks = [] }: Pick<KdcEntry, 'blocks'>): boolean {
  return blocks.length > 0 && blocks.every(({ phase }) => phase === 'Tombstoned')
}

function release(entry: KdcEntry, { generation }: ReleaseContext): KdcEntry {
  if (entry.releasedAt !== undefined) return entry
  return { ...inPhase(entry, 'Releasing'), releasedAt: generation }
}

function withoutReservations(entry: KdcEntry, { namespace, generation }: ReleaseContext): KdcEntry {
  const dropped = entry.dropped ?? []
  const before = new Set(dropped.map(({ object }) => object))
  const more = objectsOf(namespace, entry).filter((object) => !before.has(object))
  return {
    ...inPhase(entry, 'Tombstoned'),
    dropped: [...dropped, ...more.map((object) => ({ object, generation }))],
  }
}
