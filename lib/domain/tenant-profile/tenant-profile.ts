import type { Manifest, SpeclessManifest } from '../manifests/manifest.ts'
import type { Settings } from '../settings.ts'
import { allocator } from './allocator.ts'
import { allocatorCrds } from './allocator-crds.ts'
import { guardrails } from './guardrails/guardrails.ts'

export type ProfileObject = Manifest | SpeclessManifest

/**
 * What goes into every tenant cluster, by the name of its file: the same bytes for all, so that Git keeps them once. It
 * stays when blocks are withdrawn, and goes with the cluster.
 */
export function commonProfile(settings: Settings): ReadonlyMap<string, readonly ProfileObject[]> {
  return new Map<string, readonly ProfileObject[]>([
    ['allocator.yaml', [...allocatorCrds, ...allocator(settings)]],
    ['guardrails.yaml', guardrails],
  ])
}
