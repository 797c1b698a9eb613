import type { Entry, Tree } from '../domain/document.ts'
import type { Finding, Place } from '../domain/finding.ts'
import { environmentOf } from '../domain/ledger/holder-name.ts'
import { readTree } from './read/read-tree.ts'

/** Adds the places of those parties whose environment was not read, since the change cannot touch it. */
export function placeParties(findings: readonly Finding[], tree: Tree): readonly Finding[] {
  const environments = new Map<string, ReadonlyMap<string, Place>>()
  let files: ReadonlyMap<string, readonly File[]> | undefined
  const placeOf = (object: string): Place | undefined => {
    const namespace = environmentOf(object)
    if (namespace === undefined) return undefined
    files ??= Map.groupBy(tree, ([path]) => path.split('/', 2)[1] ?? '')
    const known = environments.get(namespace) ?? placesIn(files.get(namespace) ?? [], namespace)
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

type File = readonly [string, Entry]

function placesIn(files: readonly File[], namespace: string): ReadonlyMap<string, Place> {
  const own = files.filter(([path]) => path.startsWith('environments/'))
  const claims = readTree(new Map(own)).value.environments.get(namespace)?.claims ?? []
  return new Map(
    claims.map(({ kind, name, document }) => [`${kind} ${namespace}/${name}`, document.at]),
  )
}
