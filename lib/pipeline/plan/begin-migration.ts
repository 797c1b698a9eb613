import type { Finding } from '../../domain/finding.ts'
import { isHeld } from '../../domain/ledger/entry.ts'
import { parseCidr } from '../../domain/net/cidr.ts'
import { breach } from '../../domain/rules/rule.ts'
import { vipMigrationRules } from '../../domain/rules/vip-migration-rules.ts'
import { arenaSlots } from '../../domain/vip/delegation.ts'
import type { MigrationInput } from '../../domain/vip/pool-migration.ts'
import { blocksIn } from '../../domain/vip/vip-block.ts'
import { defaultVipConfig } from '../../domain/vip/vip-config.ts'
import { migrationSpot } from './migration-spot.ts'
import { checkVipPool } from './vip-pool.ts'
import { overlapsOf } from './vip-pool-change.ts'
import type { VipRequest } from './vip-step.ts'

/** Why a migration does not begin: all that would only be found out at its end is looked for before anything is revoked. */
export function beginMigration(request: VipRequest, wanted: MigrationInput): readonly Finding[] {
  const pool = { cidr: wanted.to, name: 'to', spot: migrationSpot(wanted, 'to') }
  return [
    ...notFirst(wanted),
    ...notInForce(request, wanted),
    ...tooSmall(request, wanted),
    ...overlapsOf(request, pool),
    ...checkVipPool(request, pool),
  ]
}

function notFirst(wanted: MigrationInput): readonly Finding[] {
  if (wanted.step === 'Revoke') return []
  const message = `step ${wanted.step} is not the first: no delegation is revoked yet`
  const hint = 'write step: Revoke'
  return [breach(vipMigrationRules.order, message, { ...migrationSpot(wanted, 'step'), hint })]
}

function notInForce({ state }: VipRequest, wanted: MigrationInput): readonly Finding[] {
  const { poolCidr } = state.vip ?? defaultVipConfig
  if (wanted.from === poolCidr) return []
  const message = `from ${wanted.from} is not the pool that blocks come from, ${poolCidr}`
  const hint = `write from: ${poolCidr}`
  return [breach(vipMigrationRules.pools, message, { ...migrationSpot(wanted, 'from'), hint })]
}

/** A project whose clusters ask for more blocks than the new pool has. */
function tooSmall({ state: { books } }: VipRequest, wanted: MigrationInput): readonly Finding[] {
  const cidr = parseCidr(wanted.to)
  const room = cidr === undefined ? 0 : Math.min(blocksIn(cidr), arenaSlots)
  let most = { namespace: '', blocks: room }
  for (const [namespace, book] of books) {
    let blocks = 0
    for (const entry of book.values())
      if (entry.kind === 'KdcCluster' && isHeld(entry)) blocks += entry.blocks?.length ?? 0
    if (blocks > most.blocks) most = { namespace, blocks }
  }
  if (most.blocks <= room) return []
  const message = `to ${wanted.to} has ${room} blocks, and the clusters of project "${most.namespace}" have ${most.blocks}`
  const hint = 'choose a larger pool'
  return [breach(vipMigrationRules.pools, message, { ...migrationSpot(wanted, 'to'), hint })]
}
