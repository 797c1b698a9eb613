import type { FieldOwner, KubeObject } from '../../ports/cluster.ts'

/** From which field manager to which. */
export interface HandOver {
  readonly from: string
  readonly to: string
}

/**
 * The object with all that one applier has applied noted as the other's; undefined where it has applied nothing. No value
 * changes. What the new one does not apply next time then goes, and what it applies nobody else holds against it.
 *
 * An entry that were taken away instead would leave fields for ever, or, were it the last one, have the API server note
 * all of them as somebody else's.
 */
export function moveFields(object: KubeObject, { from, to }: HandOver): KubeObject | undefined {
  const owners = object.metadata.managedFields ?? []
  const moved = owners.filter((one) => isApplied(one, from))
  if (moved.length === 0 || from === to) return undefined
  const kept = owners.filter((one) => !isApplied(one, from))
  const managedFields = moved.reduce<readonly FieldOwner[]>(
    (all, one) => joined(all, { ...one, manager: to }),
    kept,
  )
  return { ...object, metadata: { ...object.metadata, managedFields } }
}

function isApplied({ manager, operation, subresource }: FieldOwner, by: string): boolean {
  return manager === by && operation === 'Apply' && (subresource ?? '') === ''
}

/** One entry for each manager: the API server refuses two. */
function joined(owners: readonly FieldOwner[], more: FieldOwner): readonly FieldOwner[] {
  const at = owners.findIndex((one) => isApplied(one, more.manager ?? ''))
  const before = owners[at]
  if (before === undefined) return [...owners, more]
  return owners.with(at, { ...before, fieldsV1: union(before.fieldsV1, more.fieldsV1, 0) })
}

/** Deeper than any object is, so that nothing strange goes on for ever. */
const MAX_DEPTH = 64

/** Sets of fields as trees: what is in either. */
function union(one: unknown, other: unknown, depth: number): unknown {
  if (!isTree(one)) return other
  if (!isTree(other) || depth > MAX_DEPTH) return one
  const all = new Map(Object.entries(one))
  for (const [key, below] of Object.entries(other))
    all.set(key, all.has(key) ? union(all.get(key), below, depth + 1) : below)
  return Object.fromEntries(all)
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
