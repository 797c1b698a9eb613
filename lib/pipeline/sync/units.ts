import { type TenantRef, tenantName } from '../../domain/vip/tenant.ts'

/** The folder of what is applied together: `platform`, `environments/photon-prod`, `tenants/photon-prod/solar`. */
export type UnitName = 'platform' | `environments/${string}` | `tenants/${string}`

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

/** The tenant cluster that a path of the state tree is for; undefined for what is for none. */
export function tenantOf(path: string): TenantRef | undefined {
  const { namespace, cluster } =
    /^rendered\/tenants\/(?<namespace>[^/]+)\/(?<cluster>[^/]+)\//.exec(path)?.groups ?? {}
  return namespace === undefined || cluster === undefined ? undefined : { namespace, cluster }
}

/** The unit that a tenant cluster is. */
export function tenantUnit(ref: TenantRef): UnitName {
  return `tenants/${tenantName(ref)}`
}
