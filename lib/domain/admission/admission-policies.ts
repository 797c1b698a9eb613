import type { Manifest } from '../manifests/manifest.ts'
import type { Settings } from '../settings.ts'
import { policyName, renderAdmission } from './admission-policy.ts'
import { othersPools, scopedAdvertisements } from './advertisements.ts'
import { oneDoor } from './one-door.ts'
import { othersAddresses, othersNetworks } from './others-networks.ts'
import { othersWorkloads } from './others-workloads.ts'

const policies = {
  'one-door': oneDoor,
  environments: othersNetworks,
  addresses: othersAddresses,
  workloads: othersWorkloads,
  'scoped-advertisements': scopedAdvertisements,
  'advertised-pools': othersPools,
} as const

/** What policies and their bindings are called. */
export const policyNames: readonly string[] = Object.keys(policies).map(policyName)

/** The admission policies, by name; none before an applier is named, or nobody at all could apply. */
export function admissionPolicies(settings: Settings): ReadonlyMap<string, readonly Manifest[]> {
  if (settings.appliers.length === 0) return new Map()
  return new Map(
    Object.values(policies).map((make) => {
      const policy = make(settings)
      return [policy.name, renderAdmission(policy)]
    }),
  )
}
