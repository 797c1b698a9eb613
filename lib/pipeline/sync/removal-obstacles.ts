import type { KubeObject } from '../../ports/cluster.ts'
import { idOf } from './desired.ts'
import { specOf } from './in-place.ts'
import type { Removal } from './plan-removals.ts'
import { environmentLabel } from './rendered-object.ts'

const rules = ['OvnSnatRule', 'OvnDnatRule', 'OvnFip']
const inVpc = [...rules, 'Subnet', 'SwitchLBRule']

/**
 * What uses an object that is to go, and is not to go itself: taken away all the same, rules terminate for ever, or forward
 * to an address that somebody else has by then (observed D).
 */
export function obstaclesTo(
  removals: readonly Removal[],
  live: Iterable<KubeObject>,
): ReadonlyMap<string, string> {
  const going = new Set(removals.map(({ object }) => idOf(object)))
  const obstacles = new Map<string, string>()
  for (const user of live) {
    if (going.has(idOf(user))) continue
    for (const used of usesOf(user)) obstacles.set(used, idOf(user))
  }
  return obstacles
}

/** What an object stands on, `Vpc photon-prod`. */
function usesOf(user: KubeObject): readonly string[] {
  const spec = specOf(user)
  const uses: string[] = []
  if (rules.includes(user.kind)) uses.push(`OvnEip ${String(spec['ovnEip'])}`)
  if (typeof spec['vpcSubnet'] === 'string') uses.push(`Subnet ${spec['vpcSubnet']}`)
  if (typeof spec['externalSubnet'] === 'string') uses.push(`Subnet ${spec['externalSubnet']}`)
  if (user.kind === 'Subnet' && typeof spec['vlan'] === 'string') uses.push(`Vlan ${spec['vlan']}`)
  if (user.kind === 'Vlan') uses.push(`ProviderNetwork ${String(spec['provider'])}`)
  if (inVpc.includes(user.kind)) uses.push(...vpcsOf(user, spec))
  return uses
}

function vpcsOf(user: KubeObject, spec: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof spec['vpc'] === 'string') return [`Vpc ${spec['vpc']}`]
  const environment = user.metadata.labels?.[environmentLabel]
  return environment === undefined ? [] : [`Vpc ${environment}`]
}
