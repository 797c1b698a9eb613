import * as z from 'zod'
import type { Path } from '../../domain/document.ts'
import { didYouMean } from './did-you-mean.ts'
import { nearest } from './nearest.ts'

/** What `kubectl get -o yaml` adds to `metadata`. */
const setByCluster = new Set([
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'finalizers',
  'generation',
  'managedFields',
  'ownerReferences',
  'resourceVersion',
  'selfLink',
  'uid',
])

/** Whether the cluster sets the field at `path`: `status`, and most of `metadata`. */
export function serverSide(path: Path): boolean {
  const [first, second] = path
  if (path.length === 1) return first === 'status'
  return path.length === 2 && first === 'metadata' && setByCluster.has(String(second))
}

/** What to write instead of the unknown field at `path`. */
export function unknownHint(path: Path, parent: z.ZodType | undefined): string {
  const key = String(path.at(-1))
  if (key === 'generateName' && path[0] === 'metadata') return 'write metadata.name'
  const known = parent instanceof z.ZodObject ? Object.keys(parent.shape) : []
  const near = nearest(key, known)
  if (near !== undefined) return didYouMean(key, near)
  return known.length === 0 ? 'leave it out' : `known here: ${known.join(', ')}`
}
