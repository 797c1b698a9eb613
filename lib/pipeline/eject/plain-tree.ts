import { emitAll, type Json } from '../../domain/emit.ts'
import type { Checked, Finding } from '../../domain/finding.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import type { StateTree } from '../report.ts'
import { type DesiredObject, desiredOf } from '../sync/desired.ts'
import { tenantsIn } from '../tenants/tenants-in.ts'
import { isGuard } from './guards.ts'
import { withoutMarks } from './without-marks.ts'

/**
 * What a state renders, as manifests that know nothing of Netclaim: the same folders, without `rendered/` before them, and
 * without the admission policies, by which nobody else could apply them.
 */
export function plainTree(texts: StateTree): Checked<ReadonlyMap<string, string>> {
  const units = [...desiredOf(texts).values(), ...tenantsIn(texts).map(({ unit }) => unit)]
  const findings: readonly Finding[] = units.flatMap((unit) => unit.findings)
  const objects = units.flatMap((unit) => unit.objects.filter(({ object }) => !isGuard(object)))
  const files = [...Map.groupBy(objects, ({ path }) => path)].map(
    ([path, some]) => [path.slice('rendered/'.length), textOf(some)] as const,
  )
  return { value: new Map(files), findings }
}

function textOf(objects: readonly DesiredObject[]): string {
  return emitAll(objects.map(({ object }) => toJson(withoutMarks(object, '') ?? object)))
}

/** It was read from YAML, so that it is such a value. */
function toJson(object: KubeObject): Json {
  return object as unknown as Json
}
