import type { Finding } from '../../domain/finding.ts'
import { cidrsOf } from '../../domain/ledger/blocks.ts'
import { holderName, isHeld } from '../../domain/ledger/entry.ts'
import type { State } from '../../domain/ledger/state.ts'
import { parseCidr } from '../../domain/net/cidr.ts'
import { rangesOverlap } from '../../domain/net/range.ts'
import { breach } from '../../domain/rules/rule.ts'
import { vipRules } from '../../domain/rules/vip-rules.ts'
import { numberedSteps } from '../../domain/vip/migration-steps.ts'
import { defaultVipConfig, type VipConfig } from '../../domain/vip/vip-config.ts'
import type { NamedPool } from './vip-pool.ts'
import { vipSpot } from './vip-spot.ts'
import type { VipRequest } from './vip-step.ts'

/** Overlaps of one pool that are told one by one. */
const LISTED = 20

/** What another VIP pool than before would break: live delegations, and subnets that are there already. */
export function checkPoolChange(request: VipRequest): readonly Finding[] {
  const { vip } = request.inputs
  if (!isMoved(request)) return []
  if (vip === undefined) return inUse(request)
  return [...inUse(request), ...overlapsOf(request, declaredPool(request, vip.config))]
}

/** The pool that `platform/cluster-config.env` declares. */
export function declaredPool(
  request: Pick<VipRequest, 'inputs' | 'before'>,
  { poolCidr }: VipConfig,
): NamedPool {
  return { cidr: poolCidr, name: 'VIP_POOL_CIDR', spot: vipSpot(request, 'VIP_POOL_CIDR') }
}

/** Whether the pool is another one than that in force, or the first that anybody declares. */
export function isMoved({ inputs, state }: VipRequest): boolean {
  const isFirst = state.vip === undefined && inputs.vip !== undefined
  const wanted = inputs.vip?.config ?? defaultVipConfig
  return isFirst || wanted.poolCidr !== (state.vip ?? defaultVipConfig).poolCidr
}

function inUse(request: VipRequest): readonly Finding[] {
  const wanted = (request.inputs.vip?.config ?? defaultVipConfig).poolCidr
  const live = liveDelegations(request.state).filter(({ pool }) => pool !== wanted)
  if (live.length === 0) return []
  const pools = [...new Set(live.map(({ pool }) => pool))].toSorted().join(', ')
  const names = live.map(({ holder }) => holder)
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  const message = `VIP_POOL_CIDR "${wanted}" would revoke the live delegations of ${counted(names.length)} (${names.slice(0, 3).join(', ')}${more}): their blocks came from ${pools}, and a pool is never changed in place, not even to a larger one`
  const way = `write VIP_POOL_CIDR=${pools}, or migrate, one step a pull request: ${numberedSteps()}`
  const hint = pools.includes(', ') ? way : `${way}\n${firstStep(pools, wanted)}`
  return [breach(vipRules.poolInUse, message, { ...vipSpot(request, 'VIP_POOL_CIDR'), hint })]
}

/** The file that a migration begins with. */
function firstStep(from: string, to: string): string {
  return `begin with this file in platform/, and VIP_POOL_CIDR as it was:
apiVersion: netclaim.dev/v1alpha1
kind: VipPoolMigration
metadata:
  name: vip-pool
spec:
  from: ${from}
  to: ${to}
  step: Revoke`
}

function counted(clusters: number): string {
  return clusters === 1 ? '1 cluster' : `${clusters} clusters`
}

interface Live {
  /** `KdcCluster photon-prod/solar`. */
  readonly holder: string
  readonly pool: string
}

/** Clusters that have blocks, revoked ones too: those come back. */
function liveDelegations({ books, arenas }: State): readonly Live[] {
  return [...arenas].flatMap(([namespace, pool]) =>
    [...(books.get(namespace)?.values() ?? [])]
      .filter((entry) => isHeld(entry) && (entry.blocks?.length ?? 0) > 0)
      .map((entry) => ({ holder: holderName(namespace, entry), pool })),
  )
}

/** Subnets that clusters and projects have already; in mode off nothing is delegated, so that it does no harm yet. */
export function overlapsOf(
  { inputs, state }: VipRequest,
  { cidr: poolCidr, name, spot: where }: NamedPool,
): readonly Finding[] {
  const { mode } = inputs.vip?.config ?? defaultVipConfig
  const pool = parseCidr(poolCidr)
  if (pool === undefined) return []
  const subnets = [...state.books].flatMap(([namespace, book]) =>
    [...book.values()].flatMap((entry) => {
      if (entry.kind !== 'SubnetClaim' || !isHeld(entry)) return []
      const isHit = cidrsOf(entry.spec.cidrBlock).some((cidr) => rangesOverlap(cidr, pool))
      const { cidrBlock } = entry.spec
      const what = `SubnetClaim "${entry.name}" (${cidrBlock}) in namespace "${namespace}"`
      return isHit ? [what] : []
    }),
  )
  const projects = [...inputs.projects.values()].flatMap(({ object, cidrBlock }) => {
    const cidr = parseCidr(cidrBlock)
    return cidr !== undefined && rangesOverlap(cidr, pool) ? [`${object} (${cidrBlock})`] : []
  })
  const severity = mode === 'off' ? 'warning' : 'error'
  const spot = { ...where, severity } as const
  const all = [...projects, ...subnets]
  const told = all.slice(0, LISTED).map((what) => {
    const message = `${name} "${poolCidr}" overlaps ${what}`
    return breach(vipRules.poolOverlap, message, spot)
  })
  if (all.length <= LISTED) return told
  const message = `${name} "${poolCidr}" overlaps ${all.length - LISTED} more subnets`
  return [...told, breach(vipRules.poolOverlap, message, spot)]
}

/** Where clusters have blocks, the pool is written out. */
export function notPinned(request: VipRequest): readonly Finding[] {
  const { inputs, state } = request
  if (inputs.vip?.written.VIP_POOL_CIDR !== undefined) return []
  const live = liveDelegations(state)
  const [first] = live
  if (first === undefined) return []
  const message = `VIP_POOL_CIDR is not written, though ${counted(live.length)} ${live.length === 1 ? 'has' : 'have'} blocks of ${first.pool}`
  const hint = `pin it: VIP_POOL_CIDR=${first.pool}`
  return [breach(vipRules.poolNotPinned, message, { ...vipSpot(request, 'VIP_POOL_CIDR'), hint })]
}
