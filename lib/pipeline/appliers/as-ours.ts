import type { Settings } from '../../domain/settings.ts'
import type { FieldOwner, KubeObject } from '../../ports/cluster.ts'
import { moveFields } from '../hand-over/move-fields.ts'
import type { LiveObjects } from '../sync/live-objects.ts'
import { manager } from '../sync/managed-fields.ts'
import { managers } from './managers.ts'

type Applier = Settings['appliedBy']

/** What each applier adds to every object, beside what is rendered. */
const added: Readonly<Record<Applier, readonly (readonly [string, string])[]>> = {
  netclaim: [],
  flux: [
    ['f:labels', 'f:kustomize.toolkit.fluxcd.io/name'],
    ['f:labels', 'f:kustomize.toolkit.fluxcd.io/namespace'],
  ],
  argocd: [['f:annotations', 'f:argocd.argoproj.io/tracking-id']],
}

/** The objects as they would be had we applied what Flux or Argo CD has: then they can be judged like our own. */
export function asOurs(live: LiveObjects, applier: Applier): LiveObjects {
  if (applier === 'netclaim') return live
  const objects = new Map<string, KubeObject>()
  for (const [id, object] of live.objects) objects.set(id, asOur(object, applier))
  return { ...live, objects }
}

function asOur(object: KubeObject, applier: Applier): KubeObject {
  const from = managers[applier]
  const owners = object.metadata.managedFields?.map((one) =>
    one.manager === from ? withoutAdded(one, applier) : one,
  )
  if (owners === undefined) return object
  const own = { ...object, metadata: { ...object.metadata, managedFields: owners } }
  return moveFields(own, { from, to: manager }) ?? object
}

function withoutAdded(owner: FieldOwner, applier: Applier): FieldOwner {
  let fields: unknown = owner.fieldsV1
  for (const [part, key] of added[applier]) fields = without(fields, ['f:metadata', part, key])
  return { ...owner, fieldsV1: fields }
}

/** A tree without what stands at a path. */
function without(tree: unknown, [key = '', ...rest]: readonly string[]): unknown {
  if (typeof tree !== 'object' || tree === null || !Object.hasOwn(tree, key)) return tree
  const entries = Object.entries(tree)
  if (rest.length === 0) return Object.fromEntries(entries.filter(([name]) => name !== key))
  return Object.fromEntries(
    entries.map(([name, below]) => [name, name === key ? without(below, rest) : below]),
  )
}
