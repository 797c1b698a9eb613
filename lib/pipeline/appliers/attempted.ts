import * as z from 'zod'
import type { Settings } from '../../domain/settings.ts'
import type { KubeObject, ObjectRef } from '../../ports/cluster.ts'
import { revisionOf } from './revision-of.ts'

/** What an applier of somebody else's keeps about each of its units. */
export interface UnitKind extends Pick<ObjectRef, 'apiVersion' | 'kind'> {
  /** Which of them are ours. */
  isOurs(object: KubeObject): boolean
  /** The commit that it is applying, or has tried to apply last; undefined: it applies nothing now. */
  attempted(object: KubeObject): string | undefined
}

const Kustomization = z.object({
  spec: z.object({ suspend: z.boolean().optional() }).optional(),
  status: z.object({ lastAttemptedRevision: z.string().optional() }).optional(),
})
const Application = z.object({
  spec: z.object({ project: z.string() }),
  status: z
    .object({
      operationState: z
        .object({ syncResult: z.object({ revision: z.string() }).nullish() })
        .nullish(),
    })
    .nullish(),
})

const flux: UnitKind = {
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  isOurs: ({ metadata }) => metadata.labels?.['app.kubernetes.io/managed-by'] === 'netclaim',
  attempted(object) {
    const { data } = Kustomization.safeParse(object)
    // It goes on with the newest there is.
    if (data?.spec?.suspend === true) return undefined
    return revisionOf(data?.status?.lastAttemptedRevision ?? '')
  },
}

const argoCd: UnitKind = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  isOurs: (object) => Application.safeParse(object).data?.spec.project === 'netclaim',
  attempted: (object) =>
    revisionOf(
      Application.safeParse(object).data?.status?.operationState?.syncResult?.revision ?? '',
    ),
}

/** The units of whoever applies; undefined where that is our own sync. */
export function unitKindOf({ appliedBy }: Pick<Settings, 'appliedBy'>): UnitKind | undefined {
  if (appliedBy === 'netclaim') return undefined
  return appliedBy === 'flux' ? flux : argoCd
}
