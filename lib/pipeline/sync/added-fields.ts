import { compareText } from '../../domain/compare-text.ts'
import type { FieldOwner, KubeObject } from '../../ports/cluster.ts'
import { isRecord } from './includes.ts'
import { branches, type FieldTree, fieldName, isController, othersOf } from './managed-fields.ts'
import { partOf } from './part-at.ts'

/** What one other than us and the controllers set in the spec of an object, where nothing rendered says anything. */
export interface Added {
  readonly owner: FieldOwner
  /** Their keys, as the object has them: anybody's words. */
  readonly fields: readonly (readonly string[])[]
}

/** Who added what to the spec of an object that is ours. */
export function addedFields(wanted: KubeObject, there: KubeObject): readonly Added[] {
  return othersOf(there).flatMap((owner) => {
    const fields = isController(owner) ? [] : fieldsBeside(owner, wanted)
    return fields.length === 0 ? [] : [{ owner, fields }]
  })
}

function fieldsBeside({ fieldsV1 }: FieldOwner, { spec }: KubeObject): Added['fields'] {
  const tree = isRecord(fieldsV1) ? (fieldsV1['f:spec'] as FieldTree | undefined) : undefined
  const found: (readonly string[])[] = []
  if (tree !== undefined) walk(tree, spec, ['f:spec'], found)
  return found.toSorted((a, b) => compareText(fieldName(a), fieldName(b)))
}

/** Goes down as long as something is wanted there. What is a whole is compared by its value elsewhere. */
function walk(
  tree: FieldTree,
  wanted: unknown,
  keys: readonly string[],
  found: (readonly string[])[],
): void {
  for (const key of branches(tree)) {
    const part = partOf(wanted, key)
    if (part === undefined) found.push([...keys, key])
    else walk(tree[key] ?? {}, part, [...keys, key], found)
  }
}
