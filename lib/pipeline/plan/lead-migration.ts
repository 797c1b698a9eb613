import { quote } from '../../domain/claims/quote.ts'
import type { Finding } from '../../domain/finding.ts'
import type { FactsView } from '../../domain/ledger/facts-view.ts'
import { breach } from '../../domain/rules/rule.ts'
import { vipMigrationRules } from '../../domain/rules/vip-migration-rules.ts'
import { rankOf, stepNames } from '../../domain/vip/migration-steps.ts'
import {
  isSameMigration,
  type MigrationInput,
  type StoredMigration,
  unfinished,
} from '../../domain/vip/pool-migration.ts'
import { beginMigration } from './begin-migration.ts'
import { obstaclesTo } from './migration-obstacles.ts'
import { migrationSpot } from './migration-spot.ts'
import type { VipRequest } from './vip-step.ts'

/** What is asked before a step of a migration is taken. */
export interface MigrationRequest extends VipRequest {
  readonly view: FactsView
}

/** The migration that a plan goes by; absent where there is none. */
export interface Led {
  readonly migration?: StoredMigration
  readonly findings: readonly Finding[]
}

/**
 * Takes the step that the file of the migration says, if it is the next one and what comes before it is seen to be done;
 * else all stays where it is. Between two commits the ledger and the file are all that is known of a migration.
 */
export function leadMigration(request: MigrationRequest): Led {
  const { migration: wanted } = request.inputs
  const { migration: former } = request.state
  if (wanted === undefined) return former === undefined ? { findings: [] } : ended(request, former)
  if (former !== undefined && isSameMigration(former, wanted)) return goOn(request, wanted, former)
  if (unfinished(former) === undefined) return begun(request, wanted)
  return { ...kept(former), findings: [another(wanted, former as StoredMigration)] }
}

function kept(migration: StoredMigration | undefined): Pick<Led, 'migration'> {
  return migration === undefined ? {} : { migration }
}

function begun(request: MigrationRequest, wanted: MigrationInput): Led {
  const findings = beginMigration(request, wanted)
  if (findings.some(({ severity }) => severity === 'error'))
    return { ...kept(request.state.migration), findings }
  return { migration: stored(request, wanted), findings }
}

/** Taken by this very plan. */
function stored({ state }: MigrationRequest, { from, to, step }: MigrationInput) {
  return { from, to, step, since: state.generation + 1 }
}

function goOn(request: MigrationRequest, wanted: MigrationInput, former: StoredMigration): Led {
  const ahead = rankOf(wanted.step) - rankOf(former.step)
  if (ahead === 0) return { migration: former, findings: [] }
  if (ahead !== 1) return { migration: former, findings: [outOfOrder(wanted, former)] }
  const findings = notDue(request, wanted, former)
  return { migration: findings.length > 0 ? former : stored(request, wanted), findings }
}

function outOfOrder(wanted: MigrationInput, { step }: StoredMigration): Finding {
  const [rank, present] = [rankOf(wanted.step), rankOf(step)]
  const skipped = stepNames.slice(present + 1, rank)
  const message =
    rank < present
      ? `step ${wanted.step} is behind ${step}, which is taken: a migration never goes back`
      : `step ${wanted.step} leaves out ${skipped.join(', ')}: the last one taken is ${step}`
  const next = stepNames[present + 1]
  const hint =
    rank < present
      ? `write step: ${step}, and go on with ${next ?? 'nothing'}`
      : `write step: ${next}`
  return breach(vipMigrationRules.order, message, { ...migrationSpot(wanted, 'step'), hint })
}

function another(wanted: MigrationInput, { from, to, step }: StoredMigration): Finding {
  const field = wanted.to === to ? 'from' : 'to'
  const message = `the migration from ${from} to ${to} is in step ${step}: another one, from ${wanted.from} to ${wanted.to}, begins when it is over`
  const hint = `write from: ${from} and to: ${to}, and go on with the next step`
  return breach(vipMigrationRules.fixed, message, { ...migrationSpot(wanted, field), hint })
}

/** Obstacles that are told one by one. */
const LISTED = 20

function notDue(
  request: MigrationRequest,
  wanted: MigrationInput,
  former: StoredMigration,
): readonly Finding[] {
  const { state, view, settings } = request
  const obstacles = obstaclesTo(wanted.step, former, { state, view, proof: settings.proof })
  const spot = migrationSpot(wanted, 'step')
  const start = `step ${wanted.step} is not due`
  const told = obstacles.slice(0, LISTED).map(({ holder, why, next: hint }) => {
    const message = `${start}: ${holder === undefined ? '' : `${holder}: `}${why}`
    return breach(vipMigrationRules.notDue, message, { ...spot, hint })
  })
  const more = obstacles.length - LISTED
  if (more > 0) {
    const hint = 'netclaim explain VipPoolMigration --format json names all of them'
    const message = `${start}: ${more} more stand in its way`
    told.push(breach(vipMigrationRules.notDue, message, { ...spot, hint }))
  }
  return [...told, ...withoutPool(request, wanted)]
}

/** The last step and the pool that it leads to come together. */
function withoutPool({ inputs }: MigrationRequest, wanted: MigrationInput): readonly Finding[] {
  const pool = inputs.vip?.config.poolCidr
  if (wanted.step !== 'Create' || pool === wanted.to) return []
  const what = pool === undefined ? 'not written' : quote(pool)
  const message = `step Create comes with VIP_POOL_CIDR=${wanted.to}, which is ${what}`
  const hint = `write VIP_POOL_CIDR=${wanted.to} in platform/cluster-config.env, in the same pull request`
  return [breach(vipMigrationRules.poolCidr, message, { ...migrationSpot(wanted, 'step'), hint })]
}

/** The file is gone: when all is done, or nothing has been given back yet, that is all there is to it. */
function ended({ before }: MigrationRequest, former: StoredMigration): Led {
  const { from, to, step } = former
  if (step === 'Create') return { findings: [] }
  const input = before?.migration
  const spot = input === undefined ? {} : { at: input.document.at, object: input.object }
  const what = `the migration from ${from} to ${to} is in step ${step}, and its VipPoolMigration is gone`
  if (step === 'Revoke') {
    const message = `${what}: it is given up, and every cluster gets the use of its blocks back`
    return { findings: [breach(vipMigrationRules.abandoned, message, spot)] }
  }
  const message = `${what}: nothing is delegated until it goes on`
  const hint = `put it back into platform/, with from: ${from}, to: ${to} and step: ${step}`
  return {
    migration: former,
    findings: [breach(vipMigrationRules.removed, message, { ...spot, hint })],
  }
}
