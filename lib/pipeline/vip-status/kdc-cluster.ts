import * as z from 'zod'
import type { VipBlock } from '../../domain/vip/delegation.ts'
import { itemsOf, type Lists } from '../facts/lists.ts'

/** A KdcCluster as the management cluster has it, as far as a status of ours goes. */
export const KdcCluster = z.object({
  apiVersion: z.string(),
  kind: z.literal('KdcCluster'),
  metadata: z.object({
    name: z.string().min(1),
    namespace: z.string().min(1),
    uid: z.string().optional(),
    resourceVersion: z.string().optional(),
    generation: z.int().nonnegative().optional().catch(undefined),
    managedFields: z
      .array(z.object({ fieldsV1: z.unknown() }))
      .default([])
      .catch([]),
  }),
  status: z
    .object({
      conditions: z.array(z.looseObject({ type: z.string() })).default([]),
      loadBalancer: z.unknown().optional(),
    })
    .default({ conditions: [] }),
})
export type KdcCluster = Readonly<z.output<typeof KdcCluster>>

/** Its `status.loadBalancer` (Kube-DC: charts/kube-dc/templates/crds/k8s.kube-dc.com_kdcclusters.yaml). */
export interface LoadBalancer {
  readonly blocks: readonly {
    readonly reservation: string
    /** `10.242.0.16-10.242.0.31`. */
    readonly range: string
    readonly vipCIDR?: string
    readonly addressSpaceUID?: string
    readonly phase: VipBlock['phase']
    readonly ready: boolean
    readonly delegatable: boolean
    readonly enabled: boolean
  }[]
  readonly configMap: string
  readonly enabled: boolean
  readonly mode: string
}

const Arena = z.object({ metadata: z.object({ name: z.string(), uid: z.string() }) })

/** uids of the arenas that there are, by name. */
export function arenaUids(lists: Lists): ReadonlyMap<string, string> {
  const items = itemsOf(lists, 'network.kube-dc.com/AddressArena') ?? []
  return new Map(
    items.flatMap((item) => {
      const { name, uid } = Arena.safeParse(item).data?.metadata ?? {}
      return name === undefined || uid === undefined ? [] : [[name, uid]]
    }),
  )
}
