import { type NorthboundRows, pairsOf, type Row, textsOf } from './northbound-rows.ts'

/** Names of the routers that a row of OVN-NB belongs to, by its uuid; none for one that nothing refers to. */
export type Owners = (row: Row) => readonly string[]

const OF_ROUTER = ['ports', 'policies', 'static_routes', 'nat'] as const

/**
 * Whose rows are: a VIP repeats from VPC to VPC, and one that is left in a VPC says nothing about the others
 * (kube-ovn.md 5.3).
 */
export function ownersIn(rows: NorthboundRows): Owners {
  const owners = new Map<string, Set<string>>()
  const note = (uuids: readonly string[], routers: readonly string[]) => {
    for (const uuid of uuids) {
      const known = owners.get(uuid) ?? new Set()
      for (const router of routers) known.add(router)
      owners.set(uuid, known)
    }
  }
  const groups = new Map(
    rowsOf(rows, 'Load_Balancer_Group').map((row) => [uuidOf(row), textsOf(row['load_balancer'])]),
  )
  const balancers = (row: Row) => [
    ...textsOf(row['load_balancer']),
    ...textsOf(row['load_balancer_group']).flatMap((group) => groups.get(group) ?? []),
  ]
  for (const router of rowsOf(rows, 'Logical_Router')) {
    const name = textsOf(router['name'])
    note([...OF_ROUTER.flatMap((column) => textsOf(router[column])), ...balancers(router)], name)
  }
  const routersOf = routersOfPorts(rows, (row) => [...(owners.get(uuidOf(row)) ?? [])])
  for (const one of rowsOf(rows, 'Logical_Switch')) {
    const ports = textsOf(one['ports'])
    const routers = ports.flatMap((port) => routersOf.get(port) ?? [])
    note([...ports, ...balancers(one)], routers)
  }
  for (const balancer of rowsOf(rows, 'Load_Balancer')) {
    const vpc = /^vpc-(.+)-(?:tcp|udp|sctp)(?:-sess)?-load$/.exec(String(balancer['name']))?.[1]
    if (vpc !== undefined) note([uuidOf(balancer)], [vpc])
    note(textsOf(balancer['health_check']), [...(owners.get(uuidOf(balancer)) ?? [])])
  }
  return (row) => [...(owners.get(uuidOf(row)) ?? [])]
}

/** The routers behind the ports of switches that lead to one, by the port's uuid. */
function routersOfPorts(rows: NorthboundRows, ownersOf: Owners) {
  const byName = new Map(
    rowsOf(rows, 'Logical_Router_Port').map((row) => [String(row['name']), ownersOf(row)]),
  )
  const routers = new Map<string, readonly string[]>()
  for (const port of rowsOf(rows, 'Logical_Switch_Port')) {
    if (port['type'] !== 'router') continue
    const peer = pairsOf(port['options']).find(([key]) => key === 'router-port')?.[1]
    routers.set(uuidOf(port), byName.get(peer ?? '') ?? [])
  }
  return routers
}

export function rowsOf(rows: NorthboundRows, table: string): readonly Row[] {
  return rows.get(table) ?? []
}

function uuidOf(row: Row): string {
  return textsOf(row['_uuid'])[0] ?? ''
}
