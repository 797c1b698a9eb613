import type { Rendered } from '../plan/rendered.ts'
import type { Northbound, RouterRows } from './northbound.ts'

/** What Kube-OVN's own two networks bring, of which we promise nothing. */
const foreign = { routers: ['ovn-cluster'], switches: ['join', 'ovn-default'] }

/** The rows of OVN that the rendered objects promise: these, and no more. */
export function promisedRows(objects: readonly Rendered[]): Northbound {
  const kinds = Map.groupBy(
    objects.filter(({ apiVersion }) => apiVersion === 'kubeovn.io/v1'),
    ({ kind }) => kind,
  )
  const named = (kind: string) =>
    new Map((kinds.get(kind) ?? []).map((one) => [one.metadata.name, one.spec]))
  const [vpcs, subnets, eips] = [named('Vpc'), named('Subnet'), named('OvnEip')]
  const snats = [...named('OvnSnatRule').values()]
  const routers = [...vpcs].map(([vpc, spec]): readonly [string, RouterRows] => {
    const own = [...subnets].filter(([, subnet]) => subnet['vpc'] === vpc)
    const blocks = own.flatMap(([, subnet]) => pairs(subnet))
    const external = list(spec['extraExternalSubnets']).map(String)
    const nat = snats
      .filter(({ vpcSubnet }) => subnets.get(String(vpcSubnet))?.['vpc'] === vpc)
      .map(({ vpcSubnet, ovnEip }) => {
        const [block] = pairs(subnets.get(String(vpcSubnet)) ?? {})
        return `snat ${String(eips.get(String(ovnEip))?.['v4Ip'])} ${block?.block}`
      })
    const rows: RouterRows = {
      ports: [
        ...own.map(([name, subnet]) => `${vpc}-${name} ${networks(pairs(subnet))}`),
        ...external.map((name) => {
          const address = String(eips.get(`${vpc}-${name}`)?.['v4Ip'])
          return `${vpc}-${name} ${address}${prefix(subnets.get(name))} at a gateway`
        }),
      ],
      nat,
      routes: [
        ...list(spec['staticRoutes']).map((route) => {
          const { cidr, nextHopIP } = route as Record<string, string>
          return `dst-ip ${cidr} ${nextHopIP}`
        }),
        ...blocks.map(({ block, gateway }) => `src-ip ${block} ${gateway}`),
      ],
      policies: [
        ...list(spec['policyRoutes']).map((policy) => {
          const { priority, action, match } = policy as Record<string, string>
          return `${priority} ${action} ${match}`
        }),
        ...blocks.map(({ block }) => `31000 allow ${family(block)}.dst == ${block}`),
      ],
    }
    return [vpc, sorted(rows)]
  })
  return { routers: new Map(routers), switches: promisedSwitches(vpcs, subnets) }
}

/** What is in OVN without Kube-OVN's own networks, in the order in which it is compared. */
export function ownRows({ routers, switches }: Northbound): Northbound {
  const without = <T>(rows: ReadonlyMap<string, T>, names: readonly string[]) =>
    new Map([...rows].filter(([name]) => !names.includes(name)))
  return {
    routers: without(routers, foreign.routers),
    switches: without(switches, foreign.switches),
  }
}

type Specs = ReadonlyMap<string, Rendered['spec']>

function promisedSwitches(vpcs: Specs, subnets: Specs): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...subnets].map(([name, spec]) => {
      const { vpc, vlan } = spec as { readonly vpc: string; readonly vlan?: string }
      if (vlan === undefined) return [name, [`${name}-${vpc} router ${vpc}-${name}`]]
      const users = [...vpcs].filter(([, uses]) =>
        list(uses['extraExternalSubnets']).includes(name),
      )
      const ports = users.map(([user]) => `${name}-${user} router ${user}-${name}`)
      return [name, [...ports, `localnet.${name} localnet ${vlan}`].toSorted()]
    }),
  )
}

interface Pair {
  readonly block: string
  readonly gateway: string
}

/** The blocks of a Subnet, one a family, each with its gateway. */
function pairs({ cidrBlock, gateway }: Rendered['spec']): readonly Pair[] {
  const gateways = String(gateway).split(',')
  return String(cidrBlock)
    .split(',')
    .map((block, n) => ({ block, gateway: gateways[n] ?? '' }))
}

function networks(blocks: readonly Pair[]): string {
  return blocks
    .map(({ block, gateway }) => `${gateway}${block.slice(block.indexOf('/'))}`)
    .toSorted()
    .join(',')
}

function prefix(subnet: Rendered['spec'] | undefined): string {
  const block = String(subnet?.['cidrBlock'])
  return block.slice(block.indexOf('/'))
}

function family(block: string): string {
  return block.includes(':') ? 'ip6' : 'ip4'
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function sorted({ ports, nat, routes, policies }: RouterRows): RouterRows {
  return {
    ports: ports.toSorted(),
    nat: nat.toSorted(),
    routes: routes.toSorted(),
    policies: policies.toSorted(),
  }
}
