import { poolNamespace } from '../../domain/manifests/ip-address-pool.ts'
import type { FoundArena } from './blocks-found.ts'
import type { ClaimDraft } from './claim-draft.ts'
import { isQuota } from './grants-text.ts'
import type { Live } from './live.ts'
import type { PlatformDraft } from './platform-draft.ts'
import type { FoundProject } from './projects-found.ts'

/** Ids of the objects that a claim, a part of the platform or a grant stands for. */
export function coveredBy(
  live: Live,
  {
    platform,
    drafts,
    arenas,
    projects,
  }: {
    readonly platform: PlatformDraft
    readonly drafts: readonly ClaimDraft[]
    readonly arenas: ReadonlyMap<string, FoundArena>
    readonly projects: ReadonlyMap<string, FoundProject>
  },
): ReadonlySet<string> {
  const environments = new Set(drafts.map(({ namespace }) => namespace))
  const quotas = live
    .of('ResourceQuota')
    .filter((one) => environments.has(one.namespace ?? '') && isQuota(one))
  return new Set([
    ...drafts.flatMap(({ objects }) => objects),
    ...[...environments].map((name) => `Namespace ${name}`),
    ...quotas.map(({ id }) => id),
    ...[...environments].flatMap((name) => arenas.get(name)?.id ?? []),
    ...[...environments].flatMap((name) => projects.get(name)?.id ?? []),
    ...ofPlatform(platform),
  ])
}

function ofPlatform({ text, ...declared }: PlatformDraft): readonly string[] {
  return text === undefined ? [] : objectsOf(declared)
}

/** Ids of the objects that a declared platform stands for. */
export function objectsOf({
  name,
  platform,
  vlans,
}: Pick<PlatformDraft, 'name' | 'platform' | 'vlans'>): readonly string[] {
  return [
    `KMetal ${name}`,
    ...platform.networks.flatMap((network) => [
      `ProviderNetwork ${network.name}`,
      `ProviderNetwork.network.kmetal.io ${network.name}`,
      `Vlan ${vlans[network.name] ?? network.name}`,
      ...network.subnets.map((subnet) => `Subnet ${subnet.name}`),
    ]),
    ...platform.pools.flatMap((pool) => [
      `IPAddressPool ${poolNamespace}/${pool.name}`,
      `L2Advertisement ${poolNamespace}/${pool.name}`,
    ]),
  ]
}
