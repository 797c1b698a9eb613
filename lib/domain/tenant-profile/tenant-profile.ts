import type { Manifest, SpeclessManifest } from '../manifests/manifest.ts'
import type { Settings } from '../settings.ts'
import type { Delegation } from '../vip/delegation.ts'
import { allocator } from './allocator.ts'
import { allocatorCrds } from './allocator-crds.ts'
import { delegationManifests } from './delegation-record.ts'
import { guardrails } from './guardrails/guardrails.ts'

export type ProfileObject = Manifest | SpeclessManifest

/** A cluster's part of its project's VIP pool. */
export interface TenantParts {
  readonly delegation: Delegation
  /** The pool that the project's arena has on record. */
  readonly poolCidr: string
  readonly settings: Settings
}

/**
 * What goes into a tenant cluster, by the name of its file. All but the delegation is the same in every cluster, to the
 * byte. It stays when blocks are withdrawn, and goes with the cluster.
 */
export function tenantProfile({
  delegation,
  poolCidr,
  settings,
}: TenantParts): ReadonlyMap<string, readonly ProfileObject[]> {
  return new Map<string, readonly ProfileObject[]>([
    ['allocator.yaml', [...allocatorCrds, ...allocator(settings)]],
    ['delegation.yaml', delegationManifests(delegation, poolCidr)],
    ['guardrails.yaml', guardrails],
  ])
}
