import { holderName, isHeld } from '../../domain/ledger/entry.ts'
import { breach } from '../../domain/rules/rule.ts'
import { vipRules } from '../../domain/rules/vip-rules.ts'
import { delegationsIn } from '../../domain/vip/arena-of.ts'
import type { Delegation, VipBlock } from '../../domain/vip/delegation.ts'
import { defaultVipConfig, type VipSetting } from '../../domain/vip/vip-config.ts'
import type { Draft } from './draft.ts'
import { vipSpot } from './vip-spot.ts'

/** Blocks that were in use before, and are withdrawn now. */
export function lostBlocks(
  had: readonly VipBlock[] = [],
  { blocks }: Pick<Delegation, 'blocks'>,
): readonly VipBlock[] {
  const revoked = blocks.filter(({ phase }) => phase === 'Revoked')
  if (revoked.length === 0) return revoked
  const bound = new Set(had.filter(({ phase }) => phase === 'Bound').map(({ cidr }) => cidr))
  return revoked.filter(({ cidr }) => bound.has(cidr))
}

/** The setting whose change withdraws a cluster's blocks; undefined where it is something of the cluster's own. */
export function settingBehind(
  draft: Draft,
  { reason }: Pick<Delegation, 'reason'>,
): VipSetting | undefined {
  return reason === 'NotActivated' ? strictSetting(draft) : undefined
}

/** The setting that was changed so that it lets fewer clusters have blocks. */
function strictSetting({ vip, state: { vip: former = defaultVipConfig } }: Draft) {
  if (vip.mode === 'off') return former.mode === 'off' ? undefined : 'LB_BLOCK_MODE'
  return vip.requireOptIn && !former.requireOptIn ? 'LB_BLOCK_REQUIRE_OPT_IN' : undefined
}

interface Lost {
  readonly clusters: string[]
  blocks: number
}

/** Says once for each setting how many clusters lose the use of how many blocks by it. */
export function tellSettings(draft: Draft): void {
  if (strictSetting(draft) === undefined) return
  const lost = new Map<VipSetting, Lost>()
  for (const [namespace, book] of draft.books) {
    for (const delegation of delegationsIn(namespace, book)) {
      const setting = settingBehind(draft, delegation)
      if (setting === undefined) continue
      const before = draft.state.books.get(namespace)?.get(`KdcCluster ${delegation.cluster}`)
      const { length } = isHeld(before) ? lostBlocks(before.blocks, delegation) : []
      if (length === 0) continue
      const sum = lost.get(setting) ?? { clusters: [], blocks: 0 }
      lost.set(setting, sum)
      sum.clusters.push(holderName(namespace, { kind: 'KdcCluster', name: delegation.cluster }))
      sum.blocks += length
    }
  }
  for (const [setting, sum] of lost) tell(draft, setting, sum)
}

/** So many names stand in one message. */
const LISTED = 3

function tell(draft: Draft, setting: VipSetting, { clusters, blocks }: Lost): void {
  const { inputs, before } = draft
  const spot = vipSpot({ inputs, before }, setting)
  const names = clusters.toSorted()
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : ''
  const message = `${setting} "${spot.value ?? ''}" withdraws ${counted(blocks, 'block')} of ${counted(names.length, 'cluster')}: ${names.slice(0, LISTED).join(', ')}${more}`
  const hint = 'their LoadBalancer Services lose their addresses; the blocks are kept for them'
  draft.findings.push(breach(vipRules.withdrawn, message, { ...spot, hint }))
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
