import { type NorthboundRows, pairsOf, type Row, textsOf } from './northbound-rows.ts'

/** Names of the routers that a row of OVN-NB belongs to, by its uuid; none for one of which that cannot be told. */
export type Owners = (row: Row) => readonly string[]

const OF_ROUTER = ['ports', 'policies', 'static_routes', 'nat'] as const
const OF_SWITCH = ['ports', 'acls', 'qos_rules', 'dns_records', 'forwarding_groups'] as const

/** Routers by the uuid of what is theirs. */
type Known = Map<string, Set<string>>

/**
 * Whose rows are: a VIP repeats from VPC to VPC, and one that is left in a VPC says nothing about the others
 * (kube-ovn.md 5.3).
 */
export function ownersIn(rows: NorthboundRows): Owners {
  const known: Known = new Map()
  const ownersOf: Owners = (row) => [...(known.get(uuidOf(row)) ?? [])]
  noteRouters(rows, known)
  noteSwitches(rows, known)
  noteBalancers(rows, known)
  notePortGroups(rows, known)
  noteBindings(rows, known)
  noteAddressSets(rows, known)
  return ownersOf
}

function note(known: Known, uuids: readonly string[], routers: readonly string[]): void {
  for (const uuid of uuids) {
    const names = known.get(uuid) ?? new Set()
    for (const router of routers) names.add(router)
    known.set(uuid, names)
  }
}

function ownersOf(known: Known, uuids: readonly string[]): readonly string[] {
  return uuids.flatMap((uuid) => [...(known.get(uuid) ?? [])])
}

function noteRouters(rows: NorthboundRows, known: Known): void {
  const balancers = balancersIn(rows)
  for (const router of rowsOf(rows, 'Logical_Router')) {
    const parts = OF_ROUTER.flatMap((column) => textsOf(router[column]))
    note(known, [uuidOf(router), ...parts, ...balancers(router)], textsOf(router['name']))
  }
}

/** What is of a switch is of the routers behind it. */
function noteSwitches(rows: NorthboundRows, known: Known): void {
  const balancers = balancersIn(rows)
  const routersOf = routersOfPorts(rows, known)
  for (const one of rowsOf(rows, 'Logical_Switch')) {
    const routers = textsOf(one['ports']).flatMap((port) => routersOf.get(port) ?? [])
    const parts = OF_SWITCH.flatMap((column) => textsOf(one[column]))
    note(known, [...parts, ...balancers(one)], routers)
  }
}

/** The load balancers of a router or a switch, by themselves and by their groups. */
function balancersIn(rows: NorthboundRows): (row: Row) => readonly string[] {
  const groups = new Map(
    rowsOf(rows, 'Load_Balancer_Group').map((row) => [uuidOf(row), textsOf(row['load_balancer'])]),
  )
  return (row) => [
    ...textsOf(row['load_balancer']),
    ...textsOf(row['load_balancer_group']).flatMap((group) => groups.get(group) ?? []),
  ]
}

/** The routers behind the ports of switches that lead to one, by the port's uuid. */
function routersOfPorts(rows: NorthboundRows, known: Known) {
  const byName = routersOfRouterPorts(rows, known)
  const routers = new Map<string, readonly string[]>()
  for (const port of rowsOf(rows, 'Logical_Switch_Port')) {
    if (port['type'] !== 'router') continue
    const peer = pairsOf(port['options']).find(([key]) => key === 'router-port')?.[1]
    routers.set(uuidOf(port), byName.get(peer ?? '') ?? [])
  }
  return routers
}

function routersOfRouterPorts(rows: NorthboundRows, known: Known) {
  return new Map(
    rowsOf(rows, 'Logical_Router_Port').map((row) => [
      String(row['name']),
      ownersOf(known, [uuidOf(row)]),
    ]),
  )
}

/** Kube-OVN names a load balancer after its VPC. */
function noteBalancers(rows: NorthboundRows, known: Known): void {
  for (const balancer of rowsOf(rows, 'Load_Balancer')) {
    const vpc = /^vpc-(.+)-(?:tcp|udp|sctp)(?:-sess)?-load$/.exec(String(balancer['name']))?.[1]
    const own = uuidOf(balancer)
    if (vpc !== undefined) note(known, [own], [vpc])
    note(known, textsOf(balancer['health_check']), ownersOf(known, [own]))
  }
}

/** Rules of a group of ports are of whoever those ports are, and of the namespace of the policy that they are made for. */
function notePortGroups(rows: NorthboundRows, known: Known): void {
  for (const group of rowsOf(rows, 'Port_Group')) {
    const owners = [...ownersOf(known, textsOf(group['ports'])), ...namespaceOf(group)]
    note(known, textsOf(group['acls']), owners)
  }
}

function noteBindings(rows: NorthboundRows, known: Known): void {
  const byName = routersOfRouterPorts(rows, known)
  for (const binding of rowsOf(rows, 'Static_MAC_Binding'))
    note(known, [uuidOf(binding)], byName.get(String(binding['logical_port'])) ?? [])
}

/** A set is of whoever refers to it, `ip4.src == $name`. */
function noteAddressSets(rows: NorthboundRows, known: Known): void {
  const byName = new Map<string, string>()
  for (const set of rowsOf(rows, 'Address_Set')) {
    byName.set(String(set['name']), uuidOf(set))
    note(known, [uuidOf(set)], namespaceOf(set))
  }
  for (const table of ['ACL', 'QoS', 'NAT', 'Logical_Router_Policy'])
    for (const row of rowsOf(rows, table)) {
      const named = textsOf(row['match']).flatMap((text) => [...text.matchAll(/\$([\w.-]+)/g)])
      const sets = named.flatMap(([, name = '']) => byName.get(name) ?? [])
      const own = ['allowed_ext_ips', 'exempted_ext_ips'].flatMap((one) => textsOf(row[one]))
      note(known, [...sets, ...own], ownersOf(known, [uuidOf(row)]))
    }
}

/** `np` names the NetworkPolicy of a set or a group, whose namespace has the name of its VPC (kube-ovn: network_policy.go). */
function namespaceOf(row: Row): readonly string[] {
  const policy = pairsOf(row['external_ids']).find(([key]) => key === 'np')?.[1]
  const namespace = policy?.split('/', 1)[0] ?? ''
  return namespace === '' ? [] : [namespace]
}

export function rowsOf(rows: NorthboundRows, table: string): readonly Row[] {
  return rows.get(table) ?? []
}

function uuidOf(row: Row): string {
  return textsOf(row['_uuid'])[0] ?? ''
}
