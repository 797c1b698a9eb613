import * as z from 'zod'
import type { KubeObject } from '../../ports/cluster.ts'

const TextMap = z.record(z.string(), z.string())

/** DNS subdomain, RFC 1123: what Kubernetes takes as the name of any object of ours. */
const Name = z
  .string()
  .max(253)
  .regex(/^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/)

/** An object as it is rendered: nothing in it that only a cluster may say. */
export const RenderedObject = z.strictObject({
  apiVersion: z.string().min(1).max(200),
  kind: z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,62}$/),
  metadata: z.strictObject({
    name: Name,
    namespace: Name.max(63).exactOptional(),
    labels: TextMap,
    annotations: TextMap,
    finalizers: z.array(z.string()).exactOptional(),
  }),
  /** Every kind says there what it wants, but for a ConfigMap. */
  spec: z.record(z.string(), z.unknown()).exactOptional(),
  data: TextMap.exactOptional(),
})
export type RenderedObject = z.infer<typeof RenderedObject>

export const managedBy = 'app.kubernetes.io/managed-by'
export const environmentLabel = 'netclaim.dev/environment'
export const claimAnnotation = 'netclaim.dev/claim'
const WAVE = 'argocd.argoproj.io/sync-wave'

/** When it is applied: what an object says of itself, or 0. */
export function waveOf(object: KubeObject, otherwise = 0): number {
  const text = object.metadata.annotations?.[WAVE] ?? ''
  return /^-?\d{1,3}$/.test(text) ? Number(text) : otherwise
}

/** The claim that causes an object, `EipClaim photon-prod/web`. */
export function claimOf({ metadata }: KubeObject): string | undefined {
  return metadata.annotations?.[claimAnnotation]
}
