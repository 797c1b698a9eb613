import { same } from '../../domain/same.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import { type LiveObjects, unknownKind } from './live-objects.ts'

/** What a change of these fields needs, since their controller ignores it, or takes half of it, in place. */
export type Replacement =
  | { readonly by: 'sync'; readonly fields: readonly string[] }
  | { readonly by: 'person'; readonly fields: readonly string[]; readonly why: string }

/** Fields of which a change is accepted and ignored, or leaves rows of the old value behind (observed B, C, G). */
const stuck: Readonly<Record<string, readonly string[]>> = {
  OvnEip: ['v4Ip', 'v6Ip', 'externalSubnet', 'type'],
  OvnSnatRule: ['ovnEip', 'vpcSubnet', 'vpc', 'v4IpCidr'],
  OvnDnatRule: ['ovnEip', 'vpc', 'v4Ip', 'ipName', 'internalPort', 'externalPort', 'protocol'],
  Subnet: ['cidrBlock', 'vpc', 'vlan', 'protocol', 'provider'],
  Vlan: ['provider'],
  NetworkAttachmentDefinition: ['config'],
}
const natRules = ['OvnSnatRule', 'OvnDnatRule', 'OvnFip']

/** Undefined where the change can be applied to the object that is there. */
export function replacementFor(
  desired: KubeObject,
  live: KubeObject,
  all: LiveObjects,
): Replacement | undefined {
  const [wanted, there] = [specOf(desired), specOf(live)]
  const fields = (stuck[desired.kind] ?? []).filter(
    (field) => wanted[field] !== undefined && !same(wanted[field], there[field]),
  )
  if (fields.length === 0) return undefined
  if (natRules.includes(desired.kind)) return { by: 'sync', fields }
  if (desired.kind !== 'OvnEip') {
    const why = `a ${desired.kind} does not take another ${fields.join(', ')} in place`
    return { by: 'person', fields, why }
  }
  const why = inUse(live, all)
  return why === undefined ? { by: 'sync', fields } : { by: 'person', fields, why }
}

/** Why an OvnEip may not be taken away for a moment. */
function inUse(eip: KubeObject, all: LiveObjects): string | undefined {
  const { name } = eip.metadata
  if (specOf(eip)['type'] !== 'nat') return `OvnEip "${name}" is the port of a router`
  for (const kind of natRules) {
    const unknown = unknownKind(all, kind)
    if (unknown !== undefined) return unknown
  }
  const nat = statusOf(eip)['nat']
  if (typeof nat === 'string' && nat !== '') return `OvnEip "${name}" is used by ${nat}`
  const user = all.objects
    .values()
    .find((one) => natRules.includes(one.kind) && specOf(one)['ovnEip'] === name)
  return user && `OvnEip "${name}" is used by ${user.kind} "${user.metadata.name}"`
}

export function specOf(object: KubeObject): Readonly<Record<string, unknown>> {
  return recordOf(object['spec'])
}

export function statusOf(object: KubeObject): Readonly<Record<string, unknown>> {
  return recordOf(object['status'])
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
