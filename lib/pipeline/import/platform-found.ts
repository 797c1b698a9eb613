import { isLabel } from '../../domain/claims/syntax.ts'
import type { Json } from '../../domain/emit.ts'
import { importRules } from './import-rules.ts'
import type { Live, LiveObject } from './live.ts'
import type { Notes } from './notes.ts'
import { shapes, specOf, statusOf } from './shapes.ts'

/** One provider network as `spec.networking` would declare it. */
export interface FoundNetwork {
  readonly name: string
  readonly interface: string
  readonly vlanID: number
  readonly subnets: readonly FoundSubnet[]
}

interface FoundSubnet {
  readonly name: string
  readonly cidrBlock: string
  readonly gateway?: string
  readonly excludeIPs: readonly string[]
}

/** The provider networks of a cluster, with the names of their Vlans. */
export interface FoundNetworks {
  readonly networks: readonly FoundNetwork[]
  /** By network. */
  readonly vlans: ReadonlyMap<string, string>
}

export const DEFAULT_VPC = 'ovn-cluster'

/** What `providerNetworks` would say of the ProviderNetworks, Vlans and underlay Subnets that there are. */
export function findNetworks(live: Live, notes: Notes): FoundNetworks {
  const vlans = Map.groupBy(
    usable(live, 'kubeovn.io/Vlan', notes),
    (one) => specOf(one, shapes.vlan).provider,
  )
  const subnets = Map.groupBy(segmentsIn(live, notes), (one) => specOf(one, shapes.subnet).vlan)
  const names = new Map<string, string>()
  const networks = usable(live, 'kubeovn.io/ProviderNetwork', notes).flatMap((network) => {
    const [vlan, ...others] = vlansOf(vlans.get(network.name) ?? [], subnets)
    const problem = networkProblem(network, vlan, others)
    if (problem !== undefined || vlan === undefined) {
      notes.leave(network, importRules.otherForm, problem ?? '')
      return []
    }
    names.set(network.name, vlan.name)
    return [networkOf(network, vlan, subnets.get(vlan.name) ?? [])]
  })
  return { networks, vlans: names }
}

/** Those that carry segments, else those that there are. */
function vlansOf(
  vlans: readonly LiveObject[],
  subnets: ReadonlyMap<string, readonly LiveObject[]>,
): readonly LiveObject[] {
  const carrying = vlans.filter(({ name }) => subnets.has(name))
  return carrying.length > 0 ? carrying : vlans
}

function networkProblem(
  { id, name }: LiveObject,
  vlan: LiveObject | undefined,
  others: readonly LiveObject[],
): string | undefined {
  if (!isLabel(name)) return `the name of ${id} is no DNS label`
  if (vlan === undefined) return `${id} has no Vlan, and a provider network of the platform has one`
  if (others.length === 0) return undefined
  const names = [vlan, ...others].map((one) => `"${one.name}"`).slice(0, 5)
  return `${id} has the Vlans ${names.join(', ')}, and a provider network of the platform has one`
}

function networkOf(
  network: LiveObject,
  vlan: LiveObject,
  subnets: readonly LiveObject[],
): FoundNetwork {
  return {
    name: network.name,
    interface: specOf(network, shapes.providerNetwork).defaultInterface,
    vlanID: specOf(vlan, shapes.vlan).id,
    subnets: subnets.map((one) => {
      const { cidrBlock, gateway, excludeIps } = specOf(one, shapes.subnet)
      const named = gateway === '' ? {} : { gateway }
      return { name: one.name, cidrBlock, ...named, excludeIPs: excludeIps }
    }),
  }
}

/** The Subnets from which addresses are given to routers. */
function segmentsIn(live: Live, notes: Notes): readonly LiveObject[] {
  return usable(live, 'kubeovn.io/Subnet', notes).filter((one) => {
    const spec = specOf(one, shapes.subnet)
    if (spec.vlan === '' || (spec.vpc !== '' && spec.vpc !== DEFAULT_VPC)) return false
    const problem = segmentProblem(one, spec)
    if (problem !== undefined) notes.leave(one, importRules.otherForm, problem)
    return problem === undefined
  })
}

function segmentProblem(
  { id, name }: LiveObject,
  { cidrBlock, namespaces, ...spec }: ReturnType<typeof specOf<typeof shapes.subnet>>,
): string | undefined {
  if (!isLabel(name)) return `the name of ${id} is no DNS label`
  if (spec.default || namespaces.length > 0)
    return `${id} is an underlay for pods, and a provider subnet is for routers alone`
  if (spec.logicalGateway || spec.u2oInterconnection)
    return `${id} has a gateway of OVN’s own, with which no router can be outside`
  if (cidrBlock.includes(',')) return `${id} is of both families, and a provider subnet is of one`
  return undefined
}

function usable(live: Live, key: string, notes: Notes): readonly LiveObject[] {
  return live.of(key).filter((one) => !notes.isLeft(one) && !isKubeOvns(one))
}

/** What Kube-OVN makes for itself at its first start. */
export function isKubeOvns(one: LiveObject): boolean {
  if (one.key === 'kubeovn.io/Vpc') return one.name === DEFAULT_VPC || statusOf(one).default
  if (one.key !== 'kubeovn.io/Subnet') return false
  const { default: isDefault, vlan } = specOf(one, shapes.subnet)
  return one.name === 'join' || one.name === 'ovn-default' || (isDefault && vlan === '')
}

/** As a value of a file. */
export function asJson({ subnets, ...network }: FoundNetwork): Json {
  return {
    ...network,
    subnets: subnets.map(({ excludeIPs, ...subnet }) => ({
      ...subnet,
      excludeIPs: [...excludeIPs],
    })),
  }
}
