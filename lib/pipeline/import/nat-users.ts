import type { Live, LiveObject } from './live.ts'
import { shapes, specOf } from './shapes.ts'

const RULES = ['kubeovn.io/OvnDnatRule', 'kubeovn.io/OvnFip', 'kubeovn.io/OvnSnatRule']

/** The VPCs whose NAT rules use an OvnEip, by its name. */
export function natUsers(live: Live): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>()
  for (const rule of RULES.flatMap((key) => live.of(key))) {
    const { ovnEip, vpc, vpcSubnet } = specOf(rule, shapes.rule)
    const subnet = vpcSubnet === '' ? undefined : live.get('kubeovn.io/Subnet', vpcSubnet)
    const of = vpc || (subnet && specOf(subnet, shapes.subnet).vpc)
    if (ovnEip === '' || !of) continue
    const vpcs = users.get(ovnEip) ?? new Set()
    users.set(ovnEip, vpcs.add(of))
  }
  return users
}

/** The claim that an object says to be of. */
export function claimHint({ object }: LiveObject): string | undefined {
  return object.metadata.annotations?.['netclaim.dev/claim']
}
