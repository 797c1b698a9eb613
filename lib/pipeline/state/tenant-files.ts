import { renderManifests } from '../../domain/manifests/manifest.ts'
import type { Settings } from '../../domain/settings.ts'
import { delegationManifests } from '../../domain/tenant-profile/delegation-record.ts'
import { commonProfile } from '../../domain/tenant-profile/tenant-profile.ts'
import { ownDelegations } from '../../domain/vip/arena-of.ts'
import type { Delegation } from '../../domain/vip/delegation.ts'
import { defaultVipConfig } from '../../domain/vip/vip-config.ts'
import type { Plan } from '../plan/plan.ts'
import { tenantFolder } from './state-paths.ts'
import type { Growing, LazyText } from './state-tree.ts'

/** Writes what goes into the tenant clusters of the planned environments. */
export function writeTenants({ state }: Plan, settings: Settings, tree: Growing): void {
  const common = [...commonProfile(settings)].map(([file, objects]) => {
    return [file, once(() => renderManifests(objects))] as const
  })
  const former = Map.groupBy(tree.keys(), (path) => TENANT.exec(path)?.groups?.['namespace'])
  for (const [namespace, book] of state.books) {
    const paths = former.get(namespace) ?? []
    const had = new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/') + 1)))
    for (const path of paths) tree.delete(path)
    const { poolCidr } = state.vip ?? defaultVipConfig
    const pool = state.arenas.get(namespace) ?? poolCidr
    for (const delegation of ownDelegations(namespace, book)) {
      const folder = tenantFolder(namespace, delegation.cluster)
      if (!had.has(folder) && !takesPart(delegation)) continue
      for (const [file, text] of common) tree.set(`${folder}${file}`, text)
      tree.set(`${folder}delegation.yaml`, () =>
        renderManifests(delegationManifests(delegation, pool)),
      )
    }
  }
}

const TENANT = /^rendered\/tenants\/(?<namespace>[^/]+)\/[^/]+\//

/** Once it has taken part, its guardrails stay until it is gone, whatever became of its blocks (K-096). */
function takesPart({ blocks, reason }: Delegation): boolean {
  return blocks.length > 0 || reason === 'PoolExhausted'
}

function once(make: LazyText): LazyText {
  let text: string | undefined
  return () => {
    text ??= make()
    return text
  }
}
