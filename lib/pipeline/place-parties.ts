import type { Tree } from '../domain/document.ts'
import type { Finding, Place } from '../domain/finding.ts'
import { readTree } from './read/read-tree.ts'

/** Adds the places of those parties whose environment was not read, since the change cannot touch it. */
export function placeParties(findings: readonly Finding[], tree: Tree): readonly Finding[] {
  const environments = new Map<string, ReadonlyMap<string, Place>>()
  const placeOf = (object: string): Place | undefined => {
    const namespace = /^\S+ ([^/]+)\//.exec(object)?.[1]
    if (namespace === undefined) return undefined
    const known = environments.get(namespace) ?? placesIn(tree, namespace)
    environments.set(namespace, known)
    return known.get(object)
  }
  return findings.map((finding) => {
    const { related = [], parties = [] } = finding
    const missing = parties.filter(
      ({ object }) => !related.some((other) => other.object === object),
    )
    const more = missing.flatMap((party) => {
      const at = placeOf(party.object)
      return at === undefined ? [] : [{ ...party, at }]
    })
    return more.length === 0 ? finding : { ...finding, related: [...related, ...more] }
  })
}

function placesIn(tree: Tree, namespace: string): ReadonlyMap<string, Place> {
  const folder = `environments/${namespace}/`
  const files = [...tree].filter(([path]) => path.startsWith(folder))
  const claims = readTree(new Map(files)).value.environments.get(namespace)?.claims ?? []
  return new Map(
    claims.map(({ kind, name, document }) => [`${kind} ${namespace}/${name}`, document.at]),
  )
}
