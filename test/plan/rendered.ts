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

/**
 * Every object below `folder` that claims and platform cause, by its id, `OvnEip photon-prod-web`. Throws where two have
 * one id. The claims themselves are `claimsIn`.
 */
export function rendered(
  tree: StateTree,
  folder = 'rendered/environments/',
): ReadonlyMap<string, Rendered> {
  return byId(tree, folder, ({ apiVersion }) => !isOwn(apiVersion))
}

/** The claims that the cluster shows, `EipClaim photon-prod/web`. */
export function claimsIn(tree: StateTree): ReadonlyMap<string, Rendered> {
  return byId(tree, 'rendered/environments/', ({ apiVersion }) => isOwn(apiVersion))
}

function byId(
  tree: StateTree,
  folder: string,
  isWanted: (object: Rendered) => boolean,
): ReadonlyMap<string, Rendered> {
  const objects = new Map<string, Rendered>()
  for (const [path, text] of tree) {
    if (!path.startsWith(folder) || !path.endsWith('.yaml')) continue
    for (const object of objectsIn(text).filter(isWanted)) {
      const id = objectId(object as Parameters<typeof objectId>[0])
      if (objects.has(id)) throw new Error(`${id} is rendered twice`)
      objects.set(id, object)
    }
  }
  return objects
}

function isOwn(apiVersion: string): boolean {
  return /(^|\.)kmetal\.io\//.test(apiVersion)
}
