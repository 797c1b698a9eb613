import { parseAllDocuments } from 'yaml'
import { objectId } from '../../lib/domain/manifests/manifest.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'

/** A rendered object, as far as tests look at it. */
export interface Rendered {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels: Readonly<Record<string, string>>
    readonly annotations: Readonly<Record<string, string>>
  }
  readonly spec: Readonly<Record<string, unknown>>
}

const known = new Map<string, readonly Rendered[]>()

/** The objects of a rendered file. */
export function objectsIn(text: string): readonly Rendered[] {
  const before = known.get(text)
  if (before !== undefined) return before
  const parsed = parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0) throw new Error(`${document.errors[0]?.message}\n${text}`)
    return document.toJS() as Rendered
  })
  known.set(text, parsed)
  return parsed
}

/** Every object below `folder` by its id, `OvnEip photon-prod-web`. Throws where two have one id. */
export function rendered(
  tree: StateTree,
  folder = 'rendered/environments/',
): ReadonlyMap<string, Rendered> {
  const objects = new Map<string, Rendered>()
  for (const [path, text] of tree) {
    if (!path.startsWith(folder) || !path.endsWith('.yaml')) continue
    for (const object of objectsIn(text)) {
      const id = objectId(object as Parameters<typeof objectId>[0])
      if (objects.has(id)) throw new Error(`${id} is rendered twice`)
      objects.set(id, object)
    }
  }
  return objects
}
