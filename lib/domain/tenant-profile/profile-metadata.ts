import type { Metadata } from '../manifests/manifest.ts'
import { metadataOf } from '../manifests/origin.ts'
import type { waves } from '../manifests/waves.ts'

/** Where the allocator lives in a tenant cluster. */
export const allocatorNamespace = 'kube-dc-lb'

/** The service account that it runs as. */
export const allocatorAccount = 'controller'

/**
 * The metadata of an object that is the same in every tenant cluster. It names none of them, so that Git keeps one file
 * for all.
 */
export function profileMetadata(name: string, wave: keyof typeof waves): Metadata {
  return metadataOf(name, wave, { platform: 'tenantProfile' })
}
