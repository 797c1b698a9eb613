import type { Range } from '../../domain/net/range.ts'
import { hostsIn, literalsIn } from './literals.ts'
import { type NorthboundRows, pairsOf, type Row, textsOf } from './northbound-rows.ts'
import { ownersIn, rowsOf } from './owners.ts'

/** A place that shows an address, or a block. */
export interface Mention {
  readonly range: Range
  /** `NAT.external_ip`, `OvnEip photon-prod-web`. */
  readonly where: string
  /** The VPCs whose it is; none: whoever's. */
  readonly vpcs: readonly string[]
}

type Look = (value: unknown) => readonly Range[]

const inTexts: Look = (value) => textsOf(value).flatMap(literalsIn)
const inPairs: Look = (value) => pairsOf(value).flatMap((pair) => pair.flatMap(literalsIn))
const inNetworks: Look = (value) => textsOf(value).flatMap(hostsIn)
const inValues: Look = (value) => pairsOf(value).flatMap(([, text]) => literalsIn(text))
const inOptions =
  (...names: readonly string[]): Look =>
  (value) =>
    pairsOf(value).flatMap(([key, text]) => (names.includes(key) ? literalsIn(text) : []))

/** Where an address stands (kube-ovn.md 5.3); of a VIP's backends nothing: to be one is to hold no VIP. */
const places: readonly (readonly [table: string, column: string, look: Look])[] = [
  ['Load_Balancer', 'vips', inTexts],
  ['Load_Balancer', 'ip_port_mappings', inPairs],
  ['Load_Balancer', 'options', inOptions('hairpin_snat_ip')],
  ['Load_Balancer_Health_Check', 'vip', inTexts],
  ['NAT', 'external_ip', inTexts],
  ['NAT', 'logical_ip', inTexts],
  ['NAT', 'match', inTexts],
  ['Logical_Router_Policy', 'match', inTexts],
  ['Logical_Router_Policy', 'nexthop', inTexts],
  ['Logical_Router_Policy', 'nexthops', inTexts],
  ['Logical_Router_Static_Route', 'ip_prefix', inTexts],
  ['Logical_Router_Static_Route', 'nexthop', inTexts],
  ['Logical_Switch_Port', 'addresses', inTexts],
  ['Logical_Switch_Port', 'dynamic_addresses', inTexts],
  ['Logical_Switch_Port', 'port_security', inTexts],
  ['Logical_Switch_Port', 'options', inOptions('virtual-ip', 'arp_proxy')],
  ['Logical_Router_Port', 'networks', inNetworks],
  ['Logical_Router', 'options', inOptions('lb_force_snat_ip', 'dnat_force_snat_ip')],
  ['Address_Set', 'addresses', inTexts],
  ['ACL', 'match', inTexts],
  ['QoS', 'match', inTexts],
  ['DNS', 'records', inValues],
  ['Forwarding_Group', 'vip', inTexts],
  ['Static_MAC_Binding', 'ip', inTexts],
  // What a VIP of a load balancer may be written as.
  ['Chassis_Template_Var', 'variables', inValues],
]

/** Every address and block that OVN-NB shows, with the VPCs whose it is. */
export function mentionsIn(rows: NorthboundRows): readonly Mention[] {
  const ownersOf = ownersIn(rows)
  return places.flatMap(([table, column, look]) =>
    rowsOf(rows, table).flatMap((row: Row) => {
      const ranges = look(row[column])
      if (ranges.length === 0) return []
      const vpcs = ownersOf(row)
      return ranges.map((range) => ({ range, where: `${table}.${column}`, vpcs }))
    }),
  )
}
