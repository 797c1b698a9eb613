import { isPolicyName } from '../../domain/admission/admission-policy.ts'
import { crdNames } from '../../domain/crds/crds.ts'
import { arenaName, mirrorStem } from '../../domain/names.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import { claimOf, environmentLabel, managedBy, type RenderedObject } from './rendered-object.ts'
import { type SyncKind, syncKindOf } from './sync-kinds.ts'
import { namespaceOf, type UnitName } from './units.ts'

/** Why an object cannot be what Netclaim rendered into this unit; undefined where it can. A clause. */
export function misfitOf(object: RenderedObject, unit: UnitName): string | undefined {
  const { apiVersion, kind, metadata } = object
  const known = syncKindOf(apiVersion, kind)
  if (known === undefined || known.of === 'tenant')
    return `no ${kind} of ${apiVersion} is ever rendered`
  const isMap = kind === 'ConfigMap'
  if (isMap === (object.data === undefined) || isMap !== (object.spec === undefined))
    return `${kind} "${metadata.name}" does not say what it wants in ${isMap ? 'data' : 'spec'} alone`
  if (metadata.labels[managedBy] !== 'netclaim')
    return `${kind} "${metadata.name}" has no label ${managedBy}: netclaim`
  if (known.namespaced !== (metadata.namespace !== undefined))
    return `${kind} "${metadata.name}" ${known.namespaced ? 'has no' : 'has a'} namespace`
  const namespace = namespaceOf(unit)
  return namespace === undefined
    ? inPlatform(object, known)
    : inEnvironment(object, known, namespace)
}

const groups = new Set(crdNames.map(groupOf))

/** By these kinds a cluster as a whole is changed; how ours are called, also those of a later version. */
const isName: Readonly<Record<string, (name: string) => boolean>> = {
  CustomResourceDefinition: (name) => groups.has(groupOf(name)),
  ValidatingAdmissionPolicy: isPolicyName,
  ValidatingAdmissionPolicyBinding: isPolicyName,
}

/** `kmetal.io` of `kmetals.kmetal.io`. */
function groupOf(crd: string): string {
  return crd.slice(crd.indexOf('.') + 1)
}

function inPlatform({ kind, metadata }: KubeObject, known: SyncKind): string | undefined {
  if (known.of === 'environment') return `a ${kind} belongs to an environment`
  if (isName[kind]?.(metadata.name) === false) return `no ${kind} is called "${metadata.name}"`
  if (metadata.labels?.[environmentLabel] !== undefined)
    return `${kind} "${metadata.name}" is labelled as an environment's`
  return undefined
}

/** Cluster-scoped names begin with their namespace, so that no environment can name what is another's. */
function inEnvironment(
  object: KubeObject,
  known: SyncKind,
  environment: string,
): string | undefined {
  const { kind, metadata } = object
  const { name, labels } = metadata
  if (known.of === 'platform') return `a ${kind} belongs to the platform`
  if (labels?.[environmentLabel] !== environment)
    return `${kind} "${name}" has no label ${environmentLabel}: ${environment}`
  if (claimOf(object)?.split(' ')[1]?.startsWith(`${environment}/`) !== true)
    return `${kind} "${name}" names no claim of "${environment}"`
  return strangeName(object, environment)
}

function strangeName({ kind, metadata }: KubeObject, environment: string): string | undefined {
  const { name, namespace } = metadata
  if (namespace !== undefined && namespace !== environment)
    return `${kind} "${name}" is in namespace "${namespace}"`
  if (namespace !== undefined || isOwnName(kind, name, environment)) return undefined
  return `the name of ${kind} "${name}" is not one of "${environment}"`
}

function isOwnName(kind: string, name: string, environment: string): boolean {
  if (kind === 'AddressArena') return name === arenaName(environment)
  if (kind === 'SwitchLBRule') return name.startsWith(mirrorStem(environment))
  return name === environment || (kind !== 'Vpc' && name.startsWith(`${environment}-`))
}
