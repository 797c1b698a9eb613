import type { StateTree } from '../../lib/pipeline/report.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { listsOf } from '../import/live-of.ts'
import { objectsIn } from '../plan/rendered.ts'

/** What a cluster has once `netclaim` applied a state tree, and nobody else wrote anything. */
export function appliedObjects(tree: StateTree): readonly KubeObject[] {
  return [...tree]
    .filter(([path]) => path.startsWith('rendered/') && path.endsWith('.yaml'))
    .flatMap(([, text]) => objectsIn(text))
    .map((one) => {
      const object = one as unknown as KubeObject
      const { labels, annotations, finalizers } = object.metadata
      const fields = fieldsOf({
        metadata: { labels, annotations, finalizers },
        spec: object['spec'],
      })
      const owner = { manager: 'netclaim', operation: 'Apply', fieldsV1: fields }
      return { ...object, metadata: { ...object.metadata, managedFields: [owner] } }
    })
}

export interface HandEdit {
  /** Where there are two of that kind. */
  readonly apiVersion?: string
  readonly kind: string
  readonly name: string
  /** Below `spec`. */
  readonly field: string
  readonly value: unknown
}

/** The same after `kubectl edit` of fields of some objects; a value of undefined takes the field away. */
export function editedBy(
  manager: string,
  objects: readonly KubeObject[],
  edits: readonly HandEdit[],
): readonly KubeObject[] {
  return edits.reduce((all, edit) => all.map((one) => edited(manager, one, edit)), objects)
}

function edited(manager: string, object: KubeObject, edit: HandEdit): KubeObject {
  const { apiVersion, kind, metadata } = object
  if (kind !== edit.kind || metadata.name !== edit.name) return object
  if ((edit.apiVersion ?? apiVersion) !== apiVersion) return object
  const { field, value } = edit
  const spec = { ...(object['spec'] as Record<string, unknown>), [field]: value }
  const [first, ...others] = metadata.managedFields ?? []
  const all = first?.fieldsV1 as Readonly<Record<string, Readonly<Record<string, unknown>>>>
  const { 'f:spec': ours = {}, ...rest } = all
  const { [`f:${field}`]: _, ...kept } = ours
  const hand = {
    manager,
    operation: 'Update',
    time: '2026-11-30T03:00:00Z',
    fieldsV1: { 'f:spec': { [`f:${field}`]: {} } },
  }
  const managedFields = [
    // The API server keeps no branch without fields.
    { ...first, fieldsV1: Object.keys(kept).length === 0 ? rest : { ...rest, 'f:spec': kept } },
    ...others,
    ...(value === undefined ? [] : [hand]),
  ]
  return { ...object, metadata: { ...metadata, managedFields }, spec }
}

/** Whole lists of all kinds that a capture looks at. */
export function listsWith(objects: readonly object[]) {
  return listsOf(objects)
}

/** Lists are owned as wholes, as the CRDs have them. */
function fieldsOf(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const parts = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(parts.map(([name, part]) => [`f:${name}`, fieldsOf(part)]))
}
