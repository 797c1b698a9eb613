import * as z from 'zod'
import type { Entry } from '../../domain/ledger/entry.ts'
import type { State } from '../../domain/ledger/state.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import { idOf } from './desired.ts'
import { isClaim } from './is-claim.ts'
import { claimOf } from './rendered-object.ts'

/** How the ledger of a state explains that an object of ours is not rendered. */
export interface Ledger {
  /** `released`: it is to go. `unknown-claim`: nothing of its claim is on record. `surprise`: its claim is there. */
  explain(object: KubeObject): 'released' | 'unknown-claim' | 'surprise'
}

/**
 * An environment's object is to go when its claim is on its way out, or waits for it to be gone; one of the platform when
 * the platform does not name it any more; one that only tells values, at once.
 */
export function ledgerOf(state: State): Ledger {
  const dropped = new Set<string>()
  for (const book of state.books.values()) {
    for (const entry of book.values()) {
      const { dropped: gone = [], awaits = [] } = entry
      for (const { object } of [...gone, ...awaits]) dropped.add(object)
    }
  }
  const names = platformNames(state)
  return {
    explain(object) {
      const claim = claimOf(object)
      if (dropped.has(idOf(object))) return 'released'
      if (claim === undefined) return names?.(object) === false ? 'released' : 'surprise'
      if (claim.startsWith('Environment ')) return 'released'
      const entry = entryOf(state, claim)
      // It goes with the claim.
      if (isClaim(object)) return entry?.phase === 'held' ? 'surprise' : 'released'
      return entry === undefined ? 'unknown-claim' : 'surprise'
    },
  }
}

/** The entry of `EipClaim photon-prod/web`. */
function entryOf({ books }: State, claim: string): Entry | undefined {
  const {
    kind,
    namespace = '',
    name,
  } = /^(?<kind>\w+) (?<namespace>[^/]+)\/(?<name>.+)$/.exec(claim)?.groups ?? {}
  return books.get(namespace)?.get(`${kind} ${name}`)
}

const Networking = z.object({
  providerNetworks: z.array(z.object({ name: z.string() })).nullish(),
  loadBalancer: z
    .object({ tenantControlPlanes: z.unknown(), management: z.unknown() })
    .partial()
    .nullish(),
})

/** Says whether the platform still declares an object; undefined where no platform is known. */
function platformNames(state: State): ((object: KubeObject) => boolean) | undefined {
  const parsed = Networking.safeParse(state.platform)
  if (!parsed.success) return undefined
  const { providerNetworks, loadBalancer } = parsed.data
  const networks = new Set(providerNetworks?.map(({ name }) => name))
  const open = new Set(state.open)
  return ({ kind, metadata: { name } }) => {
    if (kind === 'Subnet') return open.has(name)
    if (kind === 'ProviderNetwork' || kind === 'Vlan') return networks.has(name)
    if (kind !== 'IPAddressPool' && kind !== 'L2Advertisement') return true
    if (name === 'mgmt-pool') return loadBalancer?.management !== undefined
    return name === 'tenant-cp-pool' && loadBalancer?.tenantControlPlanes !== undefined
  }
}
