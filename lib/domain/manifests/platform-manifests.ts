import { admissionPolicies } from '../admission/admission-policies.ts'
import type { Platform } from '../platform.ts'
import type { Settings } from '../settings.ts'
import { renderPool } from './ip-address-pool.ts'
import { renderKMetal, renderNetwork } from './kmetal.ts'
import type { Manifest } from './manifest.ts'
import { platformAnnotation } from './origin.ts'
import { renderProviderNetwork } from './provider-network.ts'
import { renderProviderSubnet } from './provider-subnet.ts'
import { renderVipAlerts } from './vip-alerts.ts'
import { renderVlan } from './vlan.ts'

/** What else decides how a platform is rendered. */
export interface PlatformOptions {
  readonly settings: Settings
  /** Whether a provider subnet may be used: only once every VPC drops what goes to it. */
  readonly open: (subnet: string) => boolean
  /** Name of the KMetal object; absent where there is none to show. */
  readonly kmetal?: string | undefined
  /** What of it was there before Netclaim and is not taken over, by what it is rendered of. */
  readonly imported?: readonly string[]
  /** What the Vlan of a network is called where that is not the network's name. */
  readonly vlans?: Readonly<Record<string, string>>
}

/** The files below `rendered/platform/` and what each holds; a pool and its advertisement share one. */
export function platformManifests(
  platform: Platform,
  options: PlatformOptions,
): ReadonlyMap<string, readonly Manifest[]> {
  const imported = new Set(options.imported)
  if (imported.size === 0) return filesOf(platform, options)
  const isOurs = ({ metadata }: Manifest) =>
    !imported.has(metadata.annotations[platformAnnotation] ?? '')
  const files = [...filesOf(platform, options)].map(
    ([at, manifests]) => [at, manifests.filter(isOurs)] as const,
  )
  return new Map(files.filter(([, manifests]) => manifests.length > 0))
}

function filesOf(
  platform: Platform,
  { settings, open, kmetal, vlans = {} }: PlatformOptions,
): ReadonlyMap<string, readonly Manifest[]> {
  const files = new Map<string, readonly Manifest[]>()
  if (kmetal !== undefined) files.set(path('kmetal', kmetal), [renderKMetal(kmetal, platform)])
  for (const network of settings.target === 'operator' ? [] : platform.networks) {
    const vlan = vlans[network.name] ?? network.name
    files.set(path('provider-network', network.name), [
      renderNetwork(network),
      renderProviderNetwork(network),
      renderVlan(network, vlan),
    ])
    for (const subnet of network.subnets) {
      if (!open(subnet.name)) continue
      files.set(path('provider-subnet', subnet.name), [renderProviderSubnet(network, subnet, vlan)])
    }
  }
  for (const pool of settings.target === 'operator' ? [] : platform.pools)
    files.set(path('metallb', pool.name), renderPool(pool))
  if (settings.alerts !== undefined)
    files.set(path('alerts', 'vips'), [renderVipAlerts(settings.alerts)])
  for (const [name, manifests] of admissionPolicies(settings)) {
    files.set(path('admission', name), manifests)
  }
  return files
}

function path(kind: string, name: string): string {
  return `rendered/platform/${kind}-${name}.yaml`
}
