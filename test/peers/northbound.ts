import { execFileSync } from 'node:child_process'
import type { Peers } from './peers.ts'

/** What OVN has of one router, a row a text, sorted. */
export interface RouterRows {
  readonly ports: readonly string[]
  readonly nat: readonly string[]
  readonly routes: readonly string[]
  readonly policies: readonly string[]
}

/** Routers and switches by name. A switch's rows are its ports that are not a workload's. */
export interface Northbound {
  readonly routers: ReadonlyMap<string, RouterRows>
  readonly switches: ReadonlyMap<string, readonly string[]>
}

type Row = Readonly<Record<string, unknown>>

/** Reads whole tables by `ovn-nbctl`. */
export function readNorthbound(peers: Pick<Peers, 'nb'>): Northbound {
  const table = (name: string) => rowsOf(nbctl(peers, '--format=json', 'list', name))
  const all = (name: string, toText: (row: Row) => string) =>
    new Map(table(name).map((row) => [text(row['_uuid']), toText(row)]))
  const ports = all('Logical_Router_Port', routerPort)
  const nat = all('NAT', ({ type, external_ip, logical_ip }) =>
    [type, external_ip, logical_ip].map(text).join(' '),
  )
  const routes = all('Logical_Router_Static_Route', ({ policy, ip_prefix, nexthop, route_table }) =>
    [policy, ip_prefix, nexthop, route_table].map(text).join(' ').trim(),
  )
  const policies = all('Logical_Router_Policy', ({ priority, action, match, nexthop }) =>
    [priority, action, match, nexthop].map(text).join(' ').trim(),
  )
  const switchPorts = all('Logical_Switch_Port', switchPort)
  const named = (known: ReadonlyMap<string, string>, ids: unknown) =>
    texts(ids)
      .map((id) => known.get(id) ?? `unknown ${id}`)
      .toSorted()
  return {
    routers: new Map(
      table('Logical_Router').map((row) => [
        text(row['name']),
        {
          ports: named(ports, row['ports']),
          nat: named(nat, row['nat']),
          routes: named(routes, row['static_routes']),
          policies: named(policies, row['policies']),
        },
      ]),
    ),
    switches: new Map(
      table('Logical_Switch').map((row) => [text(row['name']), named(switchPorts, row['ports'])]),
    ),
  }
}

/** What a command of `ovn-nbctl` prints. */
export function nbctl({ nb }: Pick<Peers, 'nb'>, ...args: readonly string[]): string {
  return execFileSync('ovn-nbctl', [`--db=${nb}`, '--timeout=20', ...args], { encoding: 'utf8' })
}

function routerPort({ name, networks, gateway_chassis }: Row): string {
  const gateway = texts(gateway_chassis).length > 0 ? ' at a gateway' : ''
  return `${text(name)} ${texts(networks).toSorted().join(',')}${gateway}`
}

function switchPort({ name, type, options }: Row): string {
  const [, pairs] = options as readonly ['map', readonly (readonly [string, string])[]]
  const found = new Map(pairs)
  const leads = found.get('router-port') ?? found.get('network_name') ?? ''
  return `${text(name)} ${text(type)} ${leads}`.trim()
}

function rowsOf(json: string): readonly Row[] {
  const { headings, data } = JSON.parse(json) as {
    readonly headings: readonly string[]
    readonly data: readonly (readonly unknown[])[]
  }
  return data.map((cells) => Object.fromEntries(headings.map((name, n) => [name, cells[n]])))
}

/** An atom as text; a set of one is that one, an empty set is empty. */
function text(value: unknown): string {
  return texts(value).join(',')
}

/** The atoms of a set, or one atom alone. */
function texts(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [String(value)]
  const [tag, inner] = value as readonly unknown[]
  if (tag === 'set') return (inner as readonly unknown[]).flatMap(texts)
  return [String(inner)]
}
