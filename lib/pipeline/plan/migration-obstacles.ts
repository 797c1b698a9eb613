import { holderName } from '../../domain/ledger/entry.ts'
import type { FactsView } from '../../domain/ledger/facts-view.ts'
import { blocksObstacle } from '../../domain/ledger/obstacle.ts'
import type { State } from '../../domain/ledger/state.ts'
import { arenaName } from '../../domain/names.ts'
import type { Settings } from '../../domain/settings.ts'
import type { StepName } from '../../domain/vip/migration-steps.ts'
import type { StoredMigration } from '../../domain/vip/pool-migration.ts'
import { undrained } from './undrained.ts'

/** What stands in the way of a step. */
export interface MigrationObstacle {
  /** `KdcCluster photon-prod/solar`; absent where it is no cluster's own. */
  readonly holder?: string
  /** A clause. */
  readonly why: string
  /** What ends it. */
  readonly next: string
}

/** What a step is held against. */
export interface Ground {
  readonly state: State
  readonly view: FactsView
  readonly proof: Settings['proof']
}

/** What has to be over before a migration goes on to its next step, by environment and name; what is over for good is not asked again. */
export function obstaclesTo(
  step: StepName,
  migration: StoredMigration,
  ground: Ground,
): readonly MigrationObstacle[] {
  switch (step) {
    case 'Revoke':
      return []
    case 'Release':
    case 'Delete':
      return [
        ...untold(migration, ground.view, ['Service', 'SwitchLBRule']),
        ...undrained(migration, ground),
      ]
    case 'Retire':
      return unproven(migration, ground)
    case 'Create':
      return [...untold(migration, ground.view, ['AddressArena']), ...arenasLeft(ground)]
  }
}

const SYNC = 'netclaim sync --cluster NAME, which applies the state and tells what the cluster has'

/** Facts of before the last step show nothing of what it did. */
function untold(
  { step, since }: StoredMigration,
  view: FactsView,
  kinds: readonly string[],
): readonly MigrationObstacle[] {
  if (!view.isSince(since))
    return [{ why: `no cluster has told what it has since step ${step} was applied`, next: SYNC }]
  return kinds
    .filter((kind) => !view.isComplete(kind))
    .map((kind) => ({ why: `no whole list of ${kind} was told`, next: SYNC }))
}

/** Blocks of any phase: a tombstone of a cluster that went is one, too. */
function unproven(
  { from }: StoredMigration,
  { state, view, proof }: Ground,
): readonly MigrationObstacle[] {
  return [...state.arenas].flatMap(([namespace, pool]) => {
    const book = state.books.get(namespace)
    if (pool !== from || book === undefined) return []
    const context = { namespace, view, generation: state.generation, proof }
    return [...book.values()].flatMap((entry) => {
      const { blocks = [] } = entry
      if (blocks.length === 0) return []
      const ranges = blocks.map(({ cidr, phase }) => `${cidr} (${phase})`).join(', ')
      const why = blocksObstacle(entry, book, context)?.why ?? 'the next plan frees them'
      return [{ holder: holderName(namespace, entry), why: `${ranges}: ${why}`, next: PROVE }]
    })
  })
}

const PROVE =
  'netclaim sync --cluster NAME --northbound tcp:…, which removes reservations and reads OVN'

/** An AddressArena that is no longer wanted; one of another pool may still have tombstones. */
function arenasLeft({ state, view }: Ground): readonly MigrationObstacle[] {
  const wanted = new Set([...state.arenas.keys()].map((name) => `AddressArena ${arenaName(name)}`))
  return view.facts.objects
    .filter((object) => object.startsWith('AddressArena ') && !wanted.has(object))
    .map((object) => ({ why: `${object} is still there`, next: RETIRE }))
}

const RETIRE =
  'netclaim sync takes its finalizer off and removes it; where another applies, a person takes it off'
