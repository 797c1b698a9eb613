import * as z from 'zod'
import { compareText } from '../../domain/compare-text.ts'
import { type TenantRef, tenantName } from '../../domain/vip/tenant.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import type { StateTree } from '../report.ts'
import { shapeOf, type Unit, unitsIn } from '../sync/desired.ts'
import { claimOf, environmentLabel, managedBy, RenderedObject } from '../sync/rendered-object.ts'
import { tenantKinds } from '../sync/tenant-kinds.ts'
import { tenantOf, tenantUnit } from '../sync/units.ts'

/** A tenant cluster that a state names, and what it wants in there. */
export interface Tenant {
  readonly ref: TenantRef
  readonly unit: Unit
}

/** The tenant clusters of a state tree, by name. */
export function tenantsIn(texts: StateTree): readonly Tenant[] {
  const folders = new Map<
    string,
    { readonly ref: TenantRef; readonly texts: Map<string, string> }
  >()
  for (const [path, text] of texts) {
    const ref = tenantOf(path)
    if (ref === undefined) continue
    const folder = folders.get(tenantName(ref)) ?? { ref, texts: new Map() }
    folders.set(tenantName(ref), folder)
    folder.texts.set(path, text)
  }
  const sorted = [...folders].toSorted(([a], [b]) => compareText(a, b))
  return sorted.map(([, { ref, texts: own }]) => ({ ref, unit: unitOf(ref, own) }))
}

function unitOf(ref: TenantRef, texts: StateTree): Unit {
  const name = tenantUnit(ref)
  const form = { unitOf: () => name, read: (value: unknown) => readObject(value, ref) }
  return unitsIn(texts, form).get(name) ?? { name, objects: [], findings: [] }
}

/** An object says what it wants in `spec`, or elsewhere; nothing in it is for its controller to say. */
const TenantObject = z.looseObject({
  ...RenderedObject.omit({ spec: true }).shape,
  status: z.undefined().optional(),
})

function readObject(value: unknown, ref: TenantRef): KubeObject | string {
  const parsed = TenantObject.safeParse(value)
  if (!parsed.success) return shapeOf(parsed.error)
  return misfitOf(parsed.data, ref) ?? parsed.data
}

/** Why an object cannot be what Netclaim rendered for a tenant cluster; undefined where it can. */
function misfitOf(object: KubeObject, ref: TenantRef): string | undefined {
  const { apiVersion, kind, metadata } = object
  const { name, namespace, labels } = metadata
  const known = tenantKinds.find((one) => one.apiVersion === apiVersion && one.kind === kind)
  if (known === undefined) return `no ${kind} of ${apiVersion} is rendered for a tenant cluster`
  if (labels?.[managedBy] !== 'netclaim')
    return `${kind} "${name}" has no label ${managedBy}: netclaim`
  if (known.namespaced !== (namespace !== undefined))
    return `${kind} "${name}" ${known.namespaced ? 'has no' : 'has a'} namespace`
  const isOther = [
    [labels[environmentLabel], ref.namespace],
    [claimOf(object), `KdcCluster ${tenantName(ref)}`],
  ].some(([said, own]) => said !== undefined && said !== own)
  return isOther ? `${kind} "${name}" is of another cluster` : undefined
}
