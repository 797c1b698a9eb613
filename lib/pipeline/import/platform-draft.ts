import * as z from 'zod'
import type { Json } from '../../domain/emit.ts'
import type { Facts } from '../../domain/facts.ts'
import type { Finding } from '../../domain/finding.ts'
import type { Platform } from '../../domain/platform.ts'
import { breach } from '../../domain/rules/rule.ts'
import type { Settings } from '../../domain/settings.ts'
import { noPlatform } from '../plan/platform-step.ts'
import { blockedByAll } from './blocked-by-all.ts'
import { importRules } from './import-rules.ts'
import type { Live, LiveObject } from './live.ts'
import { Notes, withoutPlace } from './notes.ts'
import { asJson, type FoundNetworks, findNetworks } from './platform-found.ts'
import { findPools } from './pools-found.ts'
import { type Networking, soundPlatform } from './sound-platform.ts'

/** The platform that an import declares. */
export interface PlatformDraft {
  /** `platform/kmetal.yaml`; absent where the cluster has nothing that a platform declares. */
  readonly text?: string
  /** Of the KMetal object. */
  readonly name: string
  readonly platform: Platform
  /** Vlans that are not called like their network, by network. */
  readonly vlans: Readonly<Record<string, string>>
  readonly findings: readonly Finding[]
}

interface Context {
  readonly settings: Settings
  readonly facts: Facts
  /** Addresses for control planes, where the cluster has no pool of them. */
  readonly tenantControlPlanes?: readonly string[]
}

/** The platform as the KMetal object says it, else as what Kube-OVN and MetalLB have would be declared. */
export function draftPlatform(live: Live, notes: Notes, context: Context): PlatformDraft {
  const [kmetal, ...others] = live.of('kmetal.io/KMetal').filter((one) => !notes.isLeft(one))
  // Where a KMetal object says what there is, nothing is wrong with what does not say so by itself.
  const found = findNetworks(live, kmetal === undefined ? notes : new Notes(notes))
  for (const one of others)
    notes.leave(one, importRules.otherForm, `${one.id} is a second KMetal, and a platform has one`)
  const { networking, findings } = networkingOf({ live, notes, kmetal, found }, context)
  const name = kmetal?.name ?? 'platform'
  const isNothing =
    networking.providerNetworks.length === 0 && Object.keys(networking.loadBalancer).length === 0
  const none = { name, platform: noPlatform, vlans: {} }
  if (isNothing || findings.length > 0) return { ...none, findings }
  if (networking.loadBalancer['tenantControlPlanes'] === undefined)
    return { ...none, findings: [noPool()] }
  const { declared, left, errors } = soundPlatform(networking, { name, ...context })
  for (const [id, finding] of left) notes.quote({ id }, finding)
  if (declared === undefined) return { ...none, findings: errors.map(withoutPlace) }
  const { platform } = declared.input
  return { text: declared.text, name, platform, vlans: vlansOf(platform, found), findings: [] }
}

interface Parts {
  readonly live: Live
  readonly notes: Notes
  readonly kmetal: LiveObject | undefined
  readonly found: FoundNetworks
}

const Addresses = z.object({ addresses: z.array(z.string()) })
/** Only what is known of it: the rest is not ours to say. */
const Told = z.object({
  networking: z.object({
    providerNetworks: z
      .array(
        z.object({
          name: z.string(),
          interface: z.string(),
          vlanID: z.number().exactOptional(),
          subnets: z.array(
            z.object({
              name: z.string(),
              cidrBlock: z.string(),
              gateway: z.string().exactOptional(),
              excludeIPs: z.array(z.string()).exactOptional(),
            }),
          ),
        }),
      )
      .default([]),
    defaultProviderSubnet: z.string().exactOptional(),
    extraBlockedEgressCIDRs: z.array(z.string()).default([]),
    loadBalancer: z.object({
      tenantControlPlanes: Addresses.exactOptional(),
      management: Addresses.exactOptional(),
    }),
  }),
})

function networkingOf(
  { live, notes, kmetal, found }: Parts,
  { tenantControlPlanes }: Context,
): { readonly networking: Networking; readonly findings: readonly Finding[] } {
  const told = kmetal && Told.safeParse(kmetal.object['spec']).data?.networking
  if (told !== undefined) return { networking: told, findings: [] }
  if (kmetal !== undefined)
    notes.leave(
      kmetal,
      importRules.malformed,
      `${kmetal.id} has no spec.networking that can be read`,
    )
  const pools = findPools(live, notes, tenantControlPlanes)
  const subnets = found.networks.flatMap((network) => network.subnets)
  const [only, ...more] = subnets
  return {
    networking: {
      providerNetworks: found.networks.map(asJson) as unknown as Networking['providerNetworks'],
      // Whoever asks for no network in particular can mean no other.
      ...(only !== undefined && more.length === 0 ? { defaultProviderSubnet: only.name } : {}),
      extraBlockedEgressCIDRs: blockedByAll(live, notes),
      loadBalancer: pools.loadBalancer as Readonly<Record<string, Json>>,
    },
    findings: pools.findings,
  }
}

function vlansOf({ networks }: Platform, found: FoundNetworks): Readonly<Record<string, string>> {
  const named = networks.flatMap(({ name }) => {
    const vlan = found.vlans.get(name)
    return vlan === undefined || vlan === name ? [] : [[name, vlan] as const]
  })
  return Object.fromEntries(named)
}

function noPool(): Finding {
  const message =
    'the cluster has no IPAddressPool "tenant-cp-pool" in kmetal-metallb, and a platform declares one for control planes'
  const hint =
    'name its addresses by --tenant-control-planes 10.0.0.10-10.0.0.99: the pool is made when you take it over'
  return breach(importRules.noPool, message, { hint })
}
