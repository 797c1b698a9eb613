import { admissionPolicies } from '../admission/admission-policies.ts'
import type { Platform } from '../platform.ts'
import type { Settings } from '../settings.ts'
import { renderPool } from './ip-address-pool.ts'
import { renderKMetal, renderNetwork } from './kmetal.ts'
import type { Manifest } from './manifest.ts'
import { renderProviderNetwork } from './provider-network.ts'
import { renderProviderSubnet } from './provider-subnet.ts'
import { renderVlan } from './vlan.ts'

/** What else decides how a platform is rendered. */
export interface PlatformOptions {
  readonly settings: Settings
  /** Whether a provider subnet may be used: only once every VPC drops what goes to it. */
  readonly open: (subnet: string) => boolean
  /** Name of the KMetal object; absent where there is none to show. */
  readonly kmetal?: string | undefined
}

/** The files below `rendered/platform/` and what each holds; a pool and its advertisement share one. */
export function platformManifests(
  platform: Platform,
  { settings, open, kmetal }: PlatformOptions,
): ReadonlyMap<string, readonly Manifest[]> {
  const files = new Map<string, readonly Manifest[]>()
  if (kmetal !== undefined) files.set(path('kmetal', kmetal), [renderKMetal(kmetal, platform)])
  for (const network of platform.networks) {
    files.set(path('provider-network', network.name), [
      renderNetwork(network),
      renderProviderNetwork(network),
      renderVlan(network),
    ])
    for (const subnet of network.subnets) {
      if (!open(subnet.name)) continue
      files.set(path('provider-subnet', subnet.name), [renderProviderSubnet(network, subnet)])
    }
  }
  for (const pool of platform.pools) files.set(path('metallb', pool.name), renderPool(pool))
  for (const [name, manifests] of admissionPolicies(settings)) {
    files.set(path('admission', name), manifests)
  }
  return files
}

function path(kind: string, name: string): string {
  return `rendered/platform/${kind}-${name}.yaml`
}
