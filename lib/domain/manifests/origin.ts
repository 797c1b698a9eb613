import type { Metadata } from './manifest.ts'
import { waves } from './waves.ts'

/** What made us render an object: a claim, or a part of the platform's declaration. */
export type Origin =
  | { readonly claim: string; readonly namespace: string; readonly kind: ClaimedBy }
  | { readonly platform: string }

/** Says of which part of the platform's declaration an object is rendered. */
export const platformAnnotation = 'netclaim.dev/platform'

/** An arena is asked for by nobody alone: it is its project's; what is published is the environment's. */
type ClaimedBy =
  | 'VpcClaim'
  | 'SubnetClaim'
  | 'EipClaim'
  | 'KdcCluster'
  | 'AddressArena'
  | 'Environment'

/** The metadata of an object that `origin` causes, cluster-scoped unless the caller adds a namespace. */
export function metadataOf(name: string, wave: keyof typeof waves, origin: Origin): Metadata {
  return {
    name,
    labels: {
      'app.kubernetes.io/managed-by': 'netclaim',
      ...('claim' in origin && { 'netclaim.dev/environment': origin.namespace }),
    },
    annotations: {
      ...('claim' in origin
        ? { 'netclaim.dev/claim': `${origin.kind} ${origin.namespace}/${origin.claim}` }
        : { [platformAnnotation]: origin.platform }),
      'argocd.argoproj.io/sync-wave': String(waves[wave]),
    },
  }
}
