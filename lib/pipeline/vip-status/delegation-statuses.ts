import * as z from 'zod'
import type { Condition } from '../../domain/claims/status.ts'
import type { State } from '../../domain/ledger/state.ts'
import { arenaName, reservationName } from '../../domain/names.ts'
import { formatAddress } from '../../domain/net/address.ts'
import { parseCidr } from '../../domain/net/cidr.ts'
import { ownDelegations } from '../../domain/vip/arena-of.ts'
import type { Delegation, VipBlock } from '../../domain/vip/delegation.ts'
import { tenantName } from '../../domain/vip/tenant.ts'
import { itemsOf, type Lists } from '../facts/lists.ts'
import { arenaUids, KdcCluster, type LoadBalancer } from './kdc-cluster.ts'

/** What the statuses of KdcClusters are made of. */
export interface DelegationInput {
  readonly lists: Lists
  readonly state: Pick<State, 'books' | 'arenas' | 'vip'>
  /** Why the pools of a tenant cluster are not there, by its name; of one that is missing nobody knows. */
  readonly pools: ReadonlyMap<string, string | undefined>
}

/** What a KdcCluster is to say of its VIP blocks. */
export interface DelegationStatus {
  readonly cluster: KdcCluster
  readonly delegation: Delegation
  readonly condition: Omit<Condition, 'lastTransitionTime'>
  /** `status.loadBalancer`, by the field names that Kube-DC has for it. */
  readonly loadBalancer: LoadBalancer
}

/** The condition by which a KdcCluster says how it stands. */
export const blockReady = 'LoadBalancerBlockReady'
const RECORD = 'kube-dc-lb/lb-block-delegation'

/**
 * What each KdcCluster that Git has and the cluster too is to say: `Delegatable` only where it has blocks and its own
 * cluster has the pools; until then it is pending, and says what for.
 */
export function delegationStatuses(input: DelegationInput): readonly DelegationStatus[] {
  const items = itemsOf(input.lists, 'k8s.kube-dc.com/KdcCluster') ?? []
  const uids = arenaUids(input.lists)
  const delegations = new Map(
    [...input.state.books].flatMap(([namespace, book]) =>
      ownDelegations(namespace, book).map((one) => [tenantName(one), one] as const),
    ),
  )
  return items.flatMap((item) => {
    const cluster = KdcCluster.safeParse(item).data
    if (cluster === undefined) return []
    const { namespace, name } = cluster.metadata
    const delegation = delegations.get(tenantName({ namespace, cluster: name }))
    if (delegation === undefined) return []
    return [statusOf(cluster, delegation, { ...input, arena: uids.get(arenaName(namespace)) })]
  })
}

interface Known extends DelegationInput {
  /** uid of the project's arena. */
  readonly arena: string | undefined
}

function statusOf(cluster: KdcCluster, delegation: Delegation, known: Known): DelegationStatus {
  const { namespace, blocks } = delegation
  const name = tenantName(delegation)
  const problem = known.pools.has(name) ? known.pools.get(name) : formerProblem(cluster)
  const verdict = verdictOf(delegation, problem)
  const enabled = problem === undefined && blocks.some(isBound)
  const pool = known.state.arenas.get(namespace)
  const { generation } = cluster.metadata
  return {
    cluster,
    delegation,
    condition: {
      type: blockReady,
      status: verdict.reason === 'Delegatable' ? 'True' : 'False',
      ...verdict,
      ...(generation === undefined ? {} : { observedGeneration: generation }),
    },
    loadBalancer: {
      blocks: blocks.map((block) => ({
        reservation: reservationName(namespace, delegation.cluster, block.ordinal),
        range: rangeOf(block),
        ...(pool === undefined ? {} : { vipCIDR: pool }),
        ...(known.arena === undefined ? {} : { addressSpaceUID: known.arena }),
        phase: block.phase,
        ready: isBound(block),
        delegatable: isBound(block),
        enabled: enabled && isBound(block),
      })),
      configMap: RECORD,
      enabled,
      mode: known.state.vip?.mode ?? 'observe',
    },
  }
}

/** Of a cluster that nobody has looked into this time nothing else is said than last time. */
function formerProblem({ status }: KdcCluster): string | undefined {
  const former = Former.safeParse(status.conditions.find(({ type }) => type === blockReady)).data
  if (former?.reason === 'Delegatable') return undefined
  return former?.reason === 'Pending' ? former.message : 'nobody has looked into its cluster yet'
}

const Former = z.object({ reason: z.string(), message: z.string() })

function verdictOf(
  { reason, message, blocks }: Delegation,
  problem: string | undefined,
): Pick<Condition, 'reason' | 'message'> {
  if (reason !== 'Delegatable') return { reason, message }
  if (!blocks.some(isBound))
    return { reason: 'Pending', message: 'its blocks are on their way back' }
  return problem === undefined ? { reason, message } : { reason: 'Pending', message: problem }
}

function isBound({ phase }: VipBlock): boolean {
  return phase === 'Bound'
}

function rangeOf({ cidr }: VipBlock): string {
  const block = parseCidr(cidr)
  if (block === undefined) return cidr
  const { family, first, last } = block
  return [first, last].map((value) => formatAddress({ family, value })).join('-')
}
