import type * as z from 'zod'
import { itemsOf, type Lists } from '../facts/lists.ts'
import {
  type LiveEip,
  type LiveNetwork,
  type LiveSubnet,
  type LiveVlan,
  type LiveVpc,
  OvnEip,
  ProviderNetwork,
  Subnet,
  Vlan,
  Vpc,
} from './live-kinds.ts'

/** What Kube-OVN has, by name. */
export interface Live {
  readonly vpcs: ReadonlyMap<string, LiveVpc>
  readonly subnets: ReadonlyMap<string, LiveSubnet>
  readonly eips: ReadonlyMap<string, LiveEip>
  readonly vlans: ReadonlyMap<string, LiveVlan>
  readonly networks: ReadonlyMap<string, LiveNetwork>
  /** The Subnets by the name of their Vlan. */
  readonly subnetsOn: ReadonlyMap<string, readonly LiveSubnet[]>
  /** The Vlans by the name of their provider network. */
  readonly vlansOf: ReadonlyMap<string, readonly LiveVlan[]>
  /** The Subnets by their Vpc's name. */
  readonly subnetsIn: ReadonlyMap<string, readonly LiveSubnet[]>
  /** Names of the OvnEips that have an address, by `holderKey`. */
  readonly holders: ReadonlyMap<string, string>
}

/** An address on a provider subnet. */
export function holderKey(subnet: string, address: string): string {
  return `${subnet} ${address}`
}

/** Reads the lists; undefined where one that statuses rest on is not whole: nothing can be said then. */
export function readLive(lists: Lists): Live | undefined {
  const vpcs = byName(lists, 'Vpc', Vpc)
  const subnets = byName(lists, 'Subnet', Subnet)
  const eips = byName(lists, 'OvnEip', OvnEip)
  const vlans = byName(lists, 'Vlan', Vlan)
  const networks = byName(lists, 'ProviderNetwork', ProviderNetwork)
  if (!vpcs || !subnets || !eips || !vlans || !networks) return undefined
  const subnetsOn = Map.groupBy(subnets.values(), ({ spec }) => spec.vlan)
  const vlansOf = Map.groupBy(vlans.values(), ({ spec }) => spec.provider)
  const subnetsIn = Map.groupBy(subnets.values(), ({ spec }) => spec.vpc)
  return {
    vpcs,
    subnets,
    eips,
    vlans,
    networks,
    subnetsIn,
    subnetsOn,
    vlansOf,
    holders: holdersOf(eips),
  }
}

function holdersOf(eips: ReadonlyMap<string, LiveEip>): ReadonlyMap<string, string> {
  const holders = new Map<string, string>()
  for (const [name, { spec, status }] of eips)
    if (status.v4Ip !== '') holders.set(holderKey(spec.externalSubnet, status.v4Ip), name)
  return holders
}

function byName<T extends { metadata: { name: string } }>(
  lists: Lists,
  kind: string,
  schema: z.ZodType<T>,
): ReadonlyMap<string, T> | undefined {
  const read = itemsOf(lists, `kubeovn.io/${kind}`)?.flatMap(
    (item) => schema.safeParse(item).data ?? [],
  )
  return read && new Map(read.map((one) => [one.metadata.name, one]))
}
