import { renderAdmission } from '../../admission/admission-policy.ts'
import type { Manifest } from '../../manifests/manifest.ts'
import { announcements } from './announcements.ts'
import { delegatedPools } from './delegated-pools.ts'
import { foreignPrograms } from './foreign-programs.ts'
import { serviceContract, serviceLimits } from './services.ts'

/**
 * What nobody does in a tenant cluster, whether VIPs are on or off, until the cluster is gone (K-096). They keep from
 * mistakes: an administrator there can take them away, and the platform puts them back. What reaches the project's network
 * is decided outside, by the ledger.
 */
export const guardrails: readonly Manifest[] = [
  announcements,
  foreignPrograms,
  delegatedPools,
  serviceLimits,
  serviceContract,
].flatMap(renderAdmission)
