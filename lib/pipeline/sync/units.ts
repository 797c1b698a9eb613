/** The folder of what is applied together: `platform`, `environments/photon-prod`. */
export type UnitName = 'platform' | `environments/${string}`

/** The unit that a path of the state tree belongs to; undefined for what is not for the management cluster. */
export function unitOf(path: string): UnitName | undefined {
  if (path.startsWith('rendered/platform/')) return 'platform'
  const namespace = /^rendered\/environments\/([^/]+)\//.exec(path)?.[1]
  return namespace === undefined ? undefined : `environments/${namespace}`
}

/** The namespace of an environment's unit. */
export function namespaceOf(unit: UnitName): string | undefined {
  return unit === 'platform' ? undefined : unit.slice('environments/'.length)
}
