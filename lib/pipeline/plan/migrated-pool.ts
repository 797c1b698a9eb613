import { quote } from '../../domain/claims/quote.ts'
import type { Finding } from '../../domain/finding.ts'
import { breach } from '../../domain/rules/rule.ts'
import { vipMigrationRules } from '../../domain/rules/vip-migration-rules.ts'
import { type StoredMigration, unfinished } from '../../domain/vip/pool-migration.ts'
import { defaultVipConfig } from '../../domain/vip/vip-config.ts'
import { vipSpot } from './vip-spot.ts'
import type { VipRequest } from './vip-step.ts'

/** Whether VIP_POOL_CIDR is another pool than the migration has it be, and what there is to say about that. */
export function migratedPool(
  request: VipRequest,
  migration: StoredMigration | undefined,
): { readonly isAnother: boolean; readonly findings: readonly Finding[] } {
  const { poolCidr } = request.inputs.vip?.config ?? defaultVipConfig
  const wanted = unfinished(migration)?.from ?? migration?.to
  if (migration === undefined || wanted === poolCidr) return { isAnother: false, findings: [] }
  // Written for the last step, which is told of already.
  const { step, to } = request.inputs.migration ?? {}
  const isTold = step === 'Create' && poolCidr === to && migration.step !== 'Create'
  return { isAnother: true, findings: isTold ? [] : [contradiction(request, migration, poolCidr)] }
}

function contradiction(request: VipRequest, migration: StoredMigration, poolCidr: string): Finding {
  const { from, to, step } = migration
  const spot = vipSpot(request, 'VIP_POOL_CIDR')
  const start = `VIP_POOL_CIDR ${quote(poolCidr)} contradicts the migration from ${from} to ${to}`
  if (step === 'Create') {
    const message = `${start}, which is over`
    const hint = `write VIP_POOL_CIDR=${to}; yet another pool is another VipPoolMigration`
    return breach(vipMigrationRules.poolCidr, message, { ...spot, hint })
  }
  const message = `${start}, which is in step ${step}: until step Create it stays ${from}`
  const hint = `write VIP_POOL_CIDR=${from}; in the pull request of step Create write VIP_POOL_CIDR=${to}`
  return breach(vipMigrationRules.poolCidr, message, { ...spot, hint })
}
