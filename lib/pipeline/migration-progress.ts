import type { Place } from '../domain/finding.ts'
import type { FactsView } from '../domain/ledger/facts-view.ts'
import type { State } from '../domain/ledger/state.ts'
import { migrationSteps, rankOf, type StepName, stepNames } from '../domain/vip/migration-steps.ts'
import {
  isSameMigration,
  type MigrationInput,
  type PoolMigration,
  type StoredMigration,
} from '../domain/vip/pool-migration.ts'
import type { Inputs } from './inputs.ts'
import { type MigrationObstacle, obstaclesTo } from './plan/migration-obstacles.ts'
import { clusterConfigPath } from './read/area.ts'

/** How far a migration of the VIP pool is. */
export interface MigrationProgress {
  /** `VipPoolMigration to-10-243`; the kind alone where its file is gone. */
  readonly object: string
  readonly from: string
  readonly to: string
  readonly steps: readonly {
    readonly name: StepName
    readonly does: string
    /** `merged`: main says so, and it is not due yet. */
    readonly is: 'taken' | 'merged' | 'next' | 'later'
  }[]
  /** The step that is taken next; absent: it is over. */
  readonly next?: StepName
  /** What stands in the way of that one. */
  readonly obstacles: readonly MigrationObstacle[]
  /** What is to be written where; none: the next plan takes the step that is merged as soon as it is due. */
  readonly edits: readonly Edit[]
}

/** A line to write, or a file to remove. */
interface Edit {
  readonly at: Pick<Place, 'file'> & Partial<Place>
  /** Absent: the file goes. */
  readonly text?: string
}

/** What is known of a migration, from its file, the ledger and facts; undefined where neither names one. */
export function progressOf(
  inputs: Inputs,
  state: State,
  view: FactsView,
): MigrationProgress | undefined {
  const { migration: written, settings } = inputs
  const one = written ?? state.migration
  if (one === undefined) return undefined
  const taken = takenOf(one, state)
  const next = stepNames[taken === undefined ? 0 : rankOf(taken.step) + 1]
  const ground = { state, view, proof: settings.proof }
  return {
    object: written?.object ?? 'VipPoolMigration',
    from: one.from,
    to: one.to,
    steps: stepsOf(one, next),
    ...(next === undefined ? {} : { next }),
    obstacles: next === undefined || taken === undefined ? [] : obstaclesTo(next, taken, ground),
    edits: written === undefined ? [putBack(one)] : editsOf(inputs, written, next),
  }
}

function takenOf(one: PoolMigration, { migration }: State): StoredMigration | undefined {
  return migration !== undefined && isSameMigration(migration, one) ? migration : undefined
}

function stepsOf(one: PoolMigration, next: StepName | undefined): MigrationProgress['steps'] {
  const due = next === undefined ? stepNames.length : rankOf(next)
  return migrationSteps.map(({ name, does }, rank) => {
    if (rank !== due) return { name, does, is: rank < due ? 'taken' : 'later' }
    return { name, does, is: rankOf(one.step) < due ? 'next' : 'merged' }
  })
}

function editsOf(
  { vip }: Inputs,
  { document, step, to }: MigrationInput,
  next: StepName | undefined,
): readonly Edit[] {
  const at = document.place(['spec', 'step'])
  if (next === undefined) return [{ at: { file: at.file } }]
  const edits: Edit[] = step === next ? [] : [{ at, text: `step: ${next}` }]
  if (next === 'Create' && vip?.config.poolCidr !== to) {
    const where = vip?.written.VIP_POOL_CIDR?.at ?? { file: clusterConfigPath }
    edits.push({ at: where, text: `VIP_POOL_CIDR=${to}` })
  }
  return edits
}

/** The file is gone, and the ledger is in the middle of it. */
function putBack({ from, to, step }: PoolMigration): Edit {
  const text = `a VipPoolMigration with from: ${from}, to: ${to}, step: ${step}`
  return { at: { file: 'platform/' }, text }
}
