import { same } from '../../domain/same.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import { includes, isRecord } from './includes.ts'
import { isKeyOf, keyed } from './list-keys.ts'
import { branches, type FieldTree, fieldName, otherOwner, ownFields } from './managed-fields.ts'

/** Where an object of the cluster is not as applying the wanted one would leave it. */
export interface Difference {
  /** `.spec.v4Ip`. */
  readonly field: string
  readonly keys: readonly string[]
  /** `value`: another than is wanted. `owner`: the wanted one, but not ours. `extra`: ours, and no longer wanted. */
  readonly kind: 'value' | 'owner' | 'extra'
  /** Who else owns the field: applying it without force would be a conflict. */
  readonly manager?: string
  /** When that manager wrote last, RFC 3339. */
  readonly since?: string
}

/**
 * How the live object differs from what applying `desired` would make of it; none: applying changes nothing.
 *
 * Values are compared where the wanted object has any (the API server adds defaults), ownership exactly.
 */
export function differences(desired: KubeObject, live: KubeObject): readonly Difference[] {
  const { apiVersion: _, kind: __, metadata, ...rest } = desired
  const { name: ___, namespace: ____, ...meta } = metadata
  const found: Found[] = []
  const wanted = { metadata: meta, ...rest }
  compare({ value: wanted, live, tree: ownFields(live) ?? {}, keys: [] }, found)
  return found.map(({ keys, kind }) => {
    const owner = kind === 'value' ? otherOwner(live, keys) : undefined
    const field = fieldName(keys)
    if (owner === undefined) return { field, keys, kind }
    const { manager = 'unknown', time } = owner
    return { field, keys, kind, manager, ...(time === undefined ? {} : { since: time }) }
  })
}

interface Found {
  readonly keys: readonly string[]
  readonly kind: Difference['kind']
}

/** A wanted value, what stands in its place, and what of it is ours. */
interface Node {
  readonly value: unknown
  readonly live: unknown
  readonly tree: FieldTree | undefined
  readonly keys: readonly string[]
}

function compare(node: Node, found: Found[]): void {
  const { value, live, tree, keys } = node
  const isWhole = tree !== undefined && branches(tree).length === 0 && keys.length > 0
  if (isRecord(value) && !isWhole && Object.keys(value).length > 0) compareMap(value, node, found)
  else if (Array.isArray(value) && tree !== undefined && !isWhole) compareList(value, node, found)
  else if (!includes(live, value)) found.push({ keys, kind: 'value' })
  else if (tree === undefined) found.push({ keys, kind: 'owner' })
}

function compareMap(value: Record<string, unknown>, node: Node, found: Found[]): void {
  const { live, tree, keys } = node
  const there = isRecord(live) ? live : {}
  for (const [name, part] of Object.entries(value)) {
    if (part === undefined) continue
    const key = `f:${name}`
    const sub = { value: part, live: there[name], tree: childOf(tree, key), keys: [...keys, key] }
    compare(sub, found)
  }
  for (const key of branches(tree ?? {})) {
    if (value[key.slice(2)] === undefined) found.push({ keys: [...keys, key], kind: 'extra' })
  }
}

/** A list whose elements have owners of their own, by key fields (`k:`) or by value (`v:`). */
function compareList(value: readonly unknown[], node: Node, found: Found[]): void {
  const { live, tree = {}, keys } = node
  const there = Array.isArray(live) ? live : []
  const { known, left } = keyed(value, branches(tree))
  value.forEach((element, n) => {
    const key = known.get(n)
    if (key === undefined) {
      const kind = there.some((one) => includes(one, element)) ? 'owner' : 'value'
      found.push({ keys: [...keys, `v:${JSON.stringify(element)}`], kind })
      return
    }
    const match = there.find((one) => isKeyOf(key, one))
    const sub = { value: element, live: match, tree: childOf(tree, key), keys: [...keys, key] }
    compare(sub, found)
  })
  for (const key of left) found.push({ keys: [...keys, key], kind: 'extra' })
}

function childOf(tree: FieldTree | undefined, key: string): FieldTree | undefined {
  return tree !== undefined && Object.hasOwn(tree, key) ? tree[key] : undefined
}

/**
 * Is what is wanted there already, whoever made it? Labels and annotations are not looked at. A spec may say more, which its
 * API server or its controller fills in; what a ConfigMap holds beside is somebody's, and would go with it one day.
 */
export function isEqual(desired: KubeObject, live: KubeObject): boolean {
  return (
    includes(live['spec'], desired['spec']) &&
    same(live['data'], desired['data']) &&
    same(live['binaryData'], desired['binaryData'])
  )
}
