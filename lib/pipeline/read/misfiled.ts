import type { Finding } from '../../domain/finding.ts'
import { placementRules } from '../../domain/rules/placement-rules.ts'
import { fieldFinding } from './inspect.ts'
import type { Known } from './read-head.ts'

interface Filed {
  /** Of the environment that the object is about. */
  readonly namespace: string
  readonly environments: ReadonlySet<string>
}

/** `photon-prod` of `platform/tenants/photon-prod.yaml`; undefined for any other path. */
export function tenantOf(path: string): string | undefined {
  return /^platform\/tenants\/([^/]+)\.ya?ml$/.exec(path)?.[1]
}

/** A grant in the file of another environment would not be seen when only its own is read. */
export function misfiled(
  object: Known,
  path: readonly string[],
  { namespace, environments }: Filed,
): readonly Finding[] {
  const name = tenantOf(object.document.file)
  if (name === undefined || name === namespace || !environments.has(name)) return []
  const message = `${object.kind} of "${namespace}" stands in the file of environment "${name}"`
  const hint = `move it to platform/tenants/${namespace}.yaml`
  return [fieldFinding(object, path, { rule: placementRules.tenantFile, message, hint })]
}
