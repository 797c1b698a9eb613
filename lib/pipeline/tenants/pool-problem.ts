import { differences } from '../sync/differences.ts'
import type { LiveObjects } from '../sync/live-objects.ts'
import type { Tenant } from './tenants-in.ts'

/** What gives VIPs out in a tenant cluster: the pools, and the record that lets them. */
const kinds = ['IPAddressPool', 'ConfigMap']

/** Why the pools of a tenant cluster are not there as they are rendered, a clause; undefined where they are. */
export function poolProblem({ unit }: Tenant, live: LiveObjects): string | undefined {
  const wanted = unit.objects.filter(({ object }) => kinds.includes(object.kind))
  if (!wanted.some(({ object }) => object.kind === 'IPAddressPool'))
    return 'no pool is rendered for its cluster yet'
  const other = wanted.find(({ id, object }) => {
    const there = live.objects.get(id)
    return there === undefined || differences(object, there).length > 0
  })
  return other && `its cluster does not have ${other.id} as it is rendered yet`
}
