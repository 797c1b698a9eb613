import type { FieldOwner, KubeObject } from '../../ports/cluster.ts'
import { isRecord } from './includes.ts'
import { isKeyOf } from './list-keys.ts'
import { branches, type FieldTree, fieldName, isController, othersOf } from './managed-fields.ts'

/** What one other than us and the controllers set in the spec of an object, where nothing rendered says anything. */
export interface Added {
  readonly owner: FieldOwner
  /** `.spec.vpcPeerings`, as the object has them: anybody's words. */
  readonly fields: readonly string[]
}

/** Who added what to the spec of an object that is ours. */
export function addedFields(wanted: KubeObject, there: KubeObject): readonly Added[] {
  return othersOf(there).flatMap((owner) => {
    const fields = isController(owner) ? [] : fieldsBeside(owner, wanted)
    return fields.length === 0 ? [] : [{ owner, fields }]
  })
}

function fieldsBeside({ fieldsV1 }: FieldOwner, { spec }: KubeObject): readonly string[] {
  const tree = isRecord(fieldsV1) ? (fieldsV1['f:spec'] as FieldTree | undefined) : undefined
  const found: string[] = []
  if (tree !== undefined) walk(tree, spec, ['f:spec'], found)
  return found.toSorted()
}

/** Goes down as long as something is wanted there. What is a whole is compared by its value elsewhere. */
function walk(tree: FieldTree, wanted: unknown, keys: readonly string[], found: string[]): void {
  for (const key of branches(tree)) {
    const part = partOf(wanted, key)
    if (part === undefined) found.push(fieldName([...keys, key]))
    else walk(tree[key] ?? {}, part, [...keys, key], found)
  }
}

function partOf(wanted: unknown, key: string): unknown {
  if (Array.isArray(wanted)) return wanted.find((element) => isKeyOf(key, element))
  const name = key.slice(2)
  return isRecord(wanted) && Object.hasOwn(wanted, name) ? wanted[name] : undefined
}
