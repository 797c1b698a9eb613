/** What a server says of its copy of OVN-NB (`_Server`, table `Database`; ovsdb-server(5)). */
export interface DatabaseStatus {
  /** `standalone`, `clustered` or `relay`. */
  readonly model: string
  /** Whether it reaches most of its cluster. */
  readonly connected: boolean
  readonly leader: boolean
  /** Of the cluster; absent where there is none. */
  readonly cid?: string
  /** Of this server in it. */
  readonly sid?: string
  /** How far its log goes; absent where there is none. */
  readonly index?: number
  /** Of the row, another one after each start of the server. */
  readonly uuid: string
}

/** A row as OVSDB writes it in JSON (RFC 7047, 5.1). */
export type Row = Readonly<Record<string, unknown>>

/** Rows by table, all of one moment. */
export type NorthboundRows = ReadonlyMap<string, readonly Row[]>

/** Where an address can stand in OVN-NB, and what tells whose it is: columns by table. */
export const proofTables: Readonly<Record<string, readonly string[]>> = {
  Load_Balancer: ['_uuid', 'name', 'vips', 'ip_port_mappings', 'health_check', 'options'],
  Load_Balancer_Health_Check: ['_uuid', 'vip'],
  Load_Balancer_Group: ['_uuid', 'load_balancer'],
  NAT: ['_uuid', 'external_ip', 'logical_ip', 'match', 'allowed_ext_ips', 'exempted_ext_ips'],
  Logical_Router_Policy: ['_uuid', 'action', 'match', 'nexthop', 'nexthops'],
  Logical_Router_Static_Route: ['_uuid', 'ip_prefix', 'nexthop'],
  Logical_Switch_Port: [
    '_uuid',
    'type',
    'addresses',
    'dynamic_addresses',
    'port_security',
    'options',
  ],
  Logical_Router_Port: ['_uuid', 'name', 'networks'],
  Address_Set: ['_uuid', 'name', 'addresses', 'external_ids'],
  ACL: ['_uuid', 'match'],
  QoS: ['_uuid', 'match'],
  DNS: ['_uuid', 'records'],
  Forwarding_Group: ['_uuid', 'vip'],
  Static_MAC_Binding: ['_uuid', 'logical_port', 'ip'],
  Chassis_Template_Var: ['_uuid', 'variables'],
  Port_Group: ['_uuid', 'ports', 'acls', 'external_ids'],
  Logical_Router: [
    '_uuid',
    'name',
    'ports',
    'policies',
    'static_routes',
    'nat',
    'load_balancer',
    'load_balancer_group',
    'options',
  ],
  Logical_Switch: [
    'name',
    'ports',
    'load_balancer',
    'load_balancer_group',
    'acls',
    'qos_rules',
    'dns_records',
    'forwarding_groups',
  ],
}

/** The texts of a column: of a set all, of a map all keys. */
export function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return []
  const [tag, content] = value as readonly unknown[]
  if (tag === 'uuid') return typeof content === 'string' ? [content] : []
  if (tag === 'set' && Array.isArray(content)) return content.flatMap(textsOf)
  return pairsOf(value).map(([key]) => key)
}

/** The pairs of a map of texts. */
export function pairsOf(value: unknown): readonly (readonly [string, string])[] {
  if (!Array.isArray(value)) return []
  const [tag, content] = value as readonly unknown[]
  if (tag !== 'map' || !Array.isArray(content)) return []
  return content.flatMap((pair: unknown) => {
    const [key, text] = Array.isArray(pair) ? (pair as readonly unknown[]) : []
    return typeof key === 'string' && typeof text === 'string' ? [[key, text] as const] : []
  })
}
