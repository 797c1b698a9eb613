import type { Json } from '../../domain/emit.ts'
import type { State } from '../../domain/ledger/state.ts'
import { poolNamespace } from '../../domain/manifests/ip-address-pool.ts'
import type { Platform } from '../../domain/platform.ts'
import { importRules } from '../import/import-rules.ts'
import type { Live } from '../import/live.ts'
import type { Notes } from '../import/notes.ts'
import { asJson, type FoundNetwork, findNetworks } from '../import/platform-found.ts'
import { findPools } from '../import/pools-found.ts'

/** What the declaration of the platform would have to say beside what it says. */
export interface Part {
  /** Below `spec.networking`: a list, or a map; an entry of a list on the way by its name. */
  readonly path: readonly string[]
  /** Under which key of the map. */
  readonly key?: string
  readonly value: Json
}

interface Ground {
  readonly live: Live
  readonly platform: Platform
  readonly known: Pick<State, 'vlans'>
  /** Is told why an object is no part. */
  readonly notes: Notes
}

/** The parts of a platform that somebody made, by the ids of the objects that each stands for. */
export function newParts(ground: Ground): ReadonlyMap<string, Part> {
  const { live, platform, notes } = ground
  const { networks, vlans } = findNetworks(live, notes)
  const declared = new Map(platform.networks.map((one) => [one.name, one]))
  const names = new Set(platform.networks.flatMap(({ subnets }) => subnets.map(({ name }) => name)))
  const parts = networks.flatMap((network) => {
    const isDeclared = declared.has(network.name)
    const vlan = vlans.get(network.name) ?? network.name
    const segments = network.subnets.filter(({ name }) => !names.has(name))
    if (!isVlanOf(vlan, network, ground)) return []
    if (!isDeclared) return wholeNetwork(network, vlan)
    return segments.map((segment) => segmentOf(network, segment.name))
  })
  return new Map([...parts, ...managementPool(ground)])
}

type Row = readonly [id: string, part: Part]

/** The Vlan of a declared network is called like it, unless it was imported: another name would make a second one. */
function isVlanOf(vlan: string, network: FoundNetwork, { known, notes }: Ground): boolean {
  if (vlan === (known.vlans[network.name] ?? network.name)) return true
  const why = `Vlan "${vlan}" is not called like its network "${network.name}", as that of a declared one is`
  for (const id of [`ProviderNetwork ${network.name}`, `Vlan ${vlan}`, ...subnetIds(network)])
    notes.leave({ id }, importRules.otherName, why)
  return false
}

function wholeNetwork(network: FoundNetwork, vlan: string): readonly Row[] {
  const part = { path: ['providerNetworks'], value: asJson(network) }
  const ids = [`ProviderNetwork ${network.name}`, `Vlan ${vlan}`, ...subnetIds(network)]
  return ids.map((id) => [id, part])
}

function segmentOf(network: FoundNetwork, name: string): Row {
  const { subnets } = asJson(network) as { readonly subnets: readonly { readonly name: string }[] }
  const value = subnets.find((one) => one.name === name) as Json
  return [`Subnet ${name}`, { path: ['providerNetworks', network.name, 'subnets'], value }]
}

function subnetIds({ subnets }: FoundNetwork): readonly string[] {
  return subnets.map(({ name }) => `Subnet ${name}`)
}

/** The pool of control planes is declared always; that of the management cluster may not be. */
function managementPool({ live, platform, notes }: Ground): readonly Row[] {
  const found = findPools(live, notes).loadBalancer['management']
  if (found === undefined || platform.pools.some(({ field }) => field === 'management')) return []
  const part = { path: ['loadBalancer'], key: 'management', value: found }
  return ['IPAddressPool', 'L2Advertisement'].map((kind) => [
    `${kind} ${poolNamespace}/mgmt-pool`,
    part,
  ])
}
