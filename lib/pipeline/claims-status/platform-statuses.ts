import * as z from 'zod'
import {
  type Component,
  Condition,
  type KMetalStatus,
  type ProviderNetworkStatus,
} from '../../domain/claims/status.ts'
import { itemsOf, type Lists } from '../facts/lists.ts'
import { type Live, readLive } from './live.ts'
import { networkProblem, type Trouble } from './network-problem.ts'
import { speakerProblem } from './speaker-problem.ts'
import { readyCondition, type StatusPatch } from './status-patch.ts'
import type { Verdict } from './verdict.ts'

const Identity = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({
    name: z.string().min(1),
    namespace: z.string().optional(),
    generation: z.int().nonnegative().optional().catch(undefined),
  }),
})
const Network = Identity.extend({
  status: z
    .object({ conditions: z.array(Condition).default([]).catch([]) })
    .default({ conditions: [] })
    .catch({ conditions: [] }),
})

const Named = z.array(z.object({ name: z.string() })).catch([])
const KMetal = Identity.extend({
  spec: z.object({
    networking: z.object({
      providerNetworks: Named,
      loadBalancer: z
        .object({ tenantControlPlanes: z.unknown(), management: z.unknown() })
        .partial()
        .catch({}),
    }),
  }),
})

/** Namespace and names of MetalLB's objects are fixed (kMetal networking tasks). */
const POOLS = { tenantControlPlanes: 'tenant-cp-pool', management: 'mgmt-pool' } as const

/**
 * The statuses of the kMetal objects of the platform that the cluster has: `ready` of each ProviderNetwork, and the
 * components of KMetal. None where a list that they rest on is not whole. `now` as for claims.
 */
export function platformStatuses(
  lists: Lists,
  now: string,
  live = readLive(lists),
): readonly StatusPatch[] {
  if (live === undefined) return []
  const networks = itemsOf(lists, 'network.kmetal.io/ProviderNetwork') ?? []
  const kmetals = itemsOf(lists, 'kmetal.io/KMetal') ?? []
  return [
    ...networks.flatMap((item) => {
      const network = Network.safeParse(item).data
      return network === undefined ? [] : [patchOf(network, networkStatus(network, live, now))]
    }),
    ...kmetals.flatMap((item) => {
      const kmetal = KMetal.safeParse(item).data
      return kmetal === undefined ? [] : [patchOf(kmetal, kmetalStatus(kmetal, live, lists))]
    }),
  ]
}

function patchOf({ apiVersion, kind, metadata }: z.output<typeof Identity>, status: object) {
  const { name, namespace } = metadata
  return {
    apiVersion,
    kind,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    status,
  }
}

/** `kubectl get` prints the condition. */
function networkStatus(
  { metadata, status }: z.output<typeof Network>,
  live: Live,
  now: string,
): ProviderNetworkStatus & { readonly conditions: readonly Condition[] } {
  const trouble = networkProblem(metadata.name, live)
  const ready = networkVerdict(trouble)
  const judged = { former: status.conditions, generation: metadata.generation, ready }
  return {
    ready: trouble === undefined,
    ...(trouble === undefined ? {} : { message: trouble.message }),
    conditions: [readyCondition(judged, now)],
  }
}

function networkVerdict(trouble: Trouble | undefined): Verdict {
  if (trouble === undefined)
    return { status: 'True', reason: 'NetworkReady', message: 'its segments are up' }
  return { status: 'False', reason: 'NetworkNotReady', message: trouble.message }
}

function kmetalStatus({ spec }: z.output<typeof KMetal>, live: Live, lists: Lists): KMetalStatus {
  const { providerNetworks, loadBalancer } = spec.networking
  const networks = providerNetworks.map(({ name }) => networkProblem(name, live))
  const components = [component('provider-networks', networks)]
  const pools = (['tenantControlPlanes', 'management'] as const).filter(
    (key) => loadBalancer[key] !== undefined,
  )
  const known = ['IPAddressPool', 'L2Advertisement'].map((kind) => namesOf(lists, kind))
  const [made, advertised] = known
  if (pools.length === 0 || made === undefined || advertised === undefined) return { components }
  const troubles = pools.map((key) => poolProblem(POOLS[key], made, advertised))
  const speaker = speakerProblem(lists)
  return { components: [...components, component('load-balancer', [...troubles, speaker])] }
}

function component(name: string, troubles: readonly (Trouble | undefined)[]): Component {
  const found = troubles.filter((trouble) => trouble !== undefined)
  const worst = found.find(({ isMissing }) => !isMissing) ?? found[0]
  if (worst === undefined) return { name, phase: 'Ready' }
  return { name, phase: worst.isMissing ? 'Progressing' : 'Failed', message: worst.message }
}

function namesOf(lists: Lists, kind: string): ReadonlySet<string> | undefined {
  const items = itemsOf(lists, `metallb.io/${kind}`)
  return (
    items && new Set(items.flatMap((item) => Identity.safeParse(item).data?.metadata.name ?? []))
  )
}

/** A pool that is not advertised gives addresses that nothing answers for. */
function poolProblem(
  name: string,
  made: ReadonlySet<string>,
  advertised: ReadonlySet<string>,
): Trouble | undefined {
  if (!made.has(name)) return { isMissing: true, message: `pool "${name}" is not there yet` }
  if (advertised.has(name)) return undefined
  return { isMissing: true, message: `pool "${name}" is not advertised yet` }
}
