import * as z from 'zod'
import { defaultVipConfig, type VipConfig, vipModes } from '../../domain/vip/vip-config.ts'
import type { FoundArena } from './blocks-found.ts'
import type { ClaimDraft } from './claim-draft.ts'
import type { Live, LiveObject } from './live.ts'

const Status = z.object({
  loadBalancer: z.object({ mode: z.enum(vipModes).optional().catch(undefined) }).catch({}),
  conditions: z
    .array(z.object({ type: z.string(), reason: z.string() }).catch({ type: '', reason: '' }))
    .catch([]),
})

/** The settings of VIP blocks that a cluster shows; undefined where nothing of it has to do with them. */
export function vipConfigFrom(
  live: Live,
  {
    arenas,
    drafts,
  }: { readonly arenas: ReadonlyMap<string, FoundArena>; readonly drafts: readonly ClaimDraft[] },
): VipConfig | undefined {
  const clusters = live.of('k8s.kube-dc.com/KdcCluster')
  if (arenas.size === 0 && clusters.length === 0) return undefined
  const isBound = drafts.some(({ blocks = [] }) => blocks.some(({ phase }) => phase === 'Bound'))
  const said = mostFrequent(clusters.flatMap((one) => statusOf(one)?.loadBalancer.mode ?? []))
  const mode = said ?? (isBound ? 'enable' : defaultVipConfig.mode)
  const pool = mostFrequent([...arenas.values()].map(({ cidr }) => cidr))
  return {
    mode,
    poolCidr: pool ?? defaultVipConfig.poolCidr,
    requireOptIn: mode === 'enable' && clusters.some(isNotActivated),
  }
}

/** With enable a cluster is left out as not activated only where every one has to opt in. */
function isNotActivated(cluster: LiveObject): boolean {
  const { conditions = [] } = statusOf(cluster) ?? {}
  return conditions.some(
    ({ type, reason }) => type === 'LoadBalancerBlockReady' && reason === 'NotActivated',
  )
}

function statusOf({ object }: LiveObject): z.output<typeof Status> | undefined {
  return Status.safeParse(object['status']).data
}

/** Of several that are as frequent the first by its text. */
function mostFrequent<T extends string>(values: readonly T[]): T | undefined {
  const groups = [...Map.groupBy(values, (one) => one)]
  const sorted = groups.toSorted(
    ([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1),
  )
  return sorted[0]?.[0]
}

/** `platform/cluster-config.env`. */
export function vipConfigText({ mode, poolCidr, requireOptIn }: VipConfig): string {
  return `# Settings of VIP blocks, as far as the import knows them.
LB_BLOCK_MODE=${mode}
VIP_POOL_CIDR=${poolCidr}
LB_BLOCK_REQUIRE_OPT_IN=${requireOptIn}
`
}
