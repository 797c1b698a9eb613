import type { Finding } from '../../domain/finding.ts'
import type { State } from '../../domain/ledger/state.ts'
import type { Platform } from '../../domain/platform.ts'
import { breach } from '../../domain/rules/rule.ts'
import { vipRules } from '../../domain/rules/vip-rules.ts'
import type { Settings } from '../../domain/settings.ts'
import { type StoredMigration, unfinished } from '../../domain/vip/pool-migration.ts'
import { defaultVipConfig, type VipConfig } from '../../domain/vip/vip-config.ts'
import type { Inputs } from '../inputs.ts'
import { leadMigration, type MigrationRequest } from './lead-migration.ts'
import { migratedPool } from './migrated-pool.ts'
import { checkVipPool } from './vip-pool.ts'
import { checkPoolChange, declaredPool, notPinned } from './vip-pool-change.ts'
import { vipSpot } from './vip-spot.ts'

/** The settings of VIP blocks that a plan goes by. */
export interface AdoptedVip {
  readonly config: VipConfig
  /** What the state remembers; absent where there is no file. */
  readonly stored?: VipConfig
  /** The same of a migration of the pool. */
  readonly migration?: StoredMigration
  readonly findings: readonly Finding[]
}

/** What is asked before settings are adopted. */
export interface VipRequest {
  readonly inputs: Inputs
  /** The tree before, for the place of a file that is gone. */
  readonly before: Inputs | undefined
  readonly state: State
  readonly settings: Settings
  readonly platform: Platform
}

/**
 * Takes the settings of the tree, and the step of a migration, unless they bring a fault that the last good ones had not:
 * then those stay, and nothing is withdrawn. A plan of a part of the tree goes by what the last whole one took: the files
 * are the same.
 */
export function adoptVip(request: MigrationRequest): AdoptedVip {
  const { inputs, state } = request
  if (inputs.planned !== undefined) return kept(state, [])
  const { migration, findings: said } = leadMigration(request)
  const { findings: more, ...settings } = adoptSettings(request, migration)
  const findings = [...said, ...more]
  // The last step and the pool that it leads to are taken together, or not at all.
  const isTorn = isLastStep(migration, state) && settings.config.poolCidr !== migration?.to
  if (isTorn) return kept(state, findings)
  return { ...settings, ...(migration === undefined ? {} : { migration }), findings }
}

function isLastStep(migration: StoredMigration | undefined, { migration: former }: State): boolean {
  return migration?.step === 'Create' && unfinished(former) !== undefined
}

function adoptSettings(
  request: VipRequest,
  migration: StoredMigration | undefined,
): Omit<AdoptedVip, 'migration'> {
  const { inputs, state } = request
  const former = state.vip
  const wanted = inputs.vip?.config
  const { isAnother, findings: contradictions } = migratedPool(request, migration)
  const changes = isAnother ? contradictions : checkPoolChange(request)
  const standing = wanted === undefined ? [] : checkVipPool(request, declaredPool(request, wanted))
  const known = new Set(
    former === undefined ? [] : checkVipPool(request, declaredPool(request, former)).map(messageOf),
  )
  const brings = [...changes, ...standing].some(
    (one) => one.severity === 'error' && !known.has(messageOf(one)),
  )
  const findings = [...changes, ...standing, ...removed(request), ...notPinned(request)]
  if (brings || isAnother) return keptSettings(former, findings)
  if (wanted === undefined) return { config: defaultVipConfig, findings }
  return { config: wanted, stored: wanted, findings }
}

function kept({ vip, migration }: State, findings: readonly Finding[]): AdoptedVip {
  return { ...keptSettings(vip, findings), ...(migration === undefined ? {} : { migration }) }
}

function keptSettings(former: VipConfig | undefined, findings: readonly Finding[]) {
  if (former === undefined) return { config: defaultVipConfig, findings }
  return { config: former, stored: former, findings }
}

function messageOf({ rule, message }: Finding): string {
  return `${rule} ${message}`
}

function removed(request: VipRequest): readonly Finding[] {
  if (request.inputs.vip !== undefined || request.state.vip === undefined) return []
  const { mode, poolCidr } = defaultVipConfig
  const message = `platform/cluster-config.env is removed: LB_BLOCK_MODE is ${mode} and VIP_POOL_CIDR ${poolCidr} from then on`
  return [breach(vipRules.settingsRemoved, message, vipSpot(request))]
}
