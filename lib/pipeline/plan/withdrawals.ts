import type { Finding } from '../../domain/finding.ts'
import { holderName, isHeld } from '../../domain/ledger/entry.ts'
import { breach } from '../../domain/rules/rule.ts'
import { vipRules } from '../../domain/rules/vip-rules.ts'
import { delegationsIn } from '../../domain/vip/arena-of.ts'
import type { Delegation, VipBlock } from '../../domain/vip/delegation.ts'
import { defaultVipConfig, type VipSetting } from '../../domain/vip/vip-config.ts'
import type { Draft } from './draft.ts'
import { migrationSpot } from './migration-spot.ts'
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

/** What takes the use of their blocks from many clusters at once: a setting, or the first step of a migration. */
type Cause = VipSetting | 'step'

/** The cause by which a cluster's blocks are withdrawn; undefined where it is something of the cluster's own. */
export function causeBehind(
  draft: Draft,
  { namespace, reason }: Pick<Delegation, 'namespace' | 'reason'>,
): Cause | undefined {
  if (isRevoked(draft, namespace)) return 'step'
  return reason === 'NotActivated' ? strictSetting(draft) : undefined
}

function isRevoked(draft: Draft, namespace: string): boolean {
  return isRevoking(draft) && draft.arenas.get(namespace) === draft.migration?.from
}

/** Whether this very plan takes the step that withdraws every block. */
function isRevoking({ migration, generation }: Draft): boolean {
  return migration?.step === 'Revoke' && migration.since === generation
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

/** Says once for each cause how many clusters lose the use of how many blocks by it. */
export function tellCauses(draft: Draft): void {
  if (strictSetting(draft) === undefined && !isRevoking(draft)) return
  const lost = new Map<Cause, Lost>()
  for (const [namespace, book] of draft.books) {
    for (const delegation of delegationsIn(namespace, book)) {
      const cause = causeBehind(draft, delegation)
      if (cause === undefined) continue
      const before = draft.state.books.get(namespace)?.get(`KdcCluster ${delegation.cluster}`)
      const { length } = isHeld(before) ? lostBlocks(before.blocks, delegation) : []
      if (length === 0) continue
      const sum = lost.get(cause) ?? { clusters: [], blocks: 0 }
      lost.set(cause, sum)
      sum.clusters.push(holderName(namespace, { kind: 'KdcCluster', name: delegation.cluster }))
      sum.blocks += length
    }
  }
  for (const [cause, sum] of lost) tell(draft, cause, sum)
}

/** So many names stand in one message. */
const LISTED = 3

function tell(draft: Draft, cause: Cause, { clusters, blocks }: Lost): void {
  const spot = spotOf(draft, cause)
  const names = clusters.toSorted()
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : ''
  const message = `${cause} "${spot.value ?? ''}" withdraws ${counted(blocks, 'block')} of ${counted(names.length, 'cluster')}: ${names.slice(0, LISTED).join(', ')}${more}`
  const hint = 'their LoadBalancer Services lose their addresses; the blocks are kept for them'
  draft.findings.push(breach(vipRules.withdrawn, message, { ...spot, hint }))
}

function spotOf({ inputs, before }: Draft, cause: Cause): Partial<Finding> {
  if (cause !== 'step') return vipSpot({ inputs, before }, cause)
  return inputs.migration === undefined ? {} : migrationSpot(inputs.migration, 'step')
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
