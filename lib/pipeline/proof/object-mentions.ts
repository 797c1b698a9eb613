import * as z from 'zod'
import type { FactKind } from '../facts/fact-kinds.ts'
import { itemsOf, type Lists } from '../facts/lists.ts'
import { ROUTERS, VIP } from '../facts/mirrors.ts'
import { literalsIn } from './literals.ts'
import type { Mention } from './mentions.ts'

/** Kinds whose objects refer to an address, each with the fields in which they do. */
const fields: Readonly<Record<string, readonly string[]>> = {
  'kubeovn.io/OvnEip': ['spec.v4Ip', 'spec.v6Ip', 'status.v4Ip', 'status.v6Ip'],
  'kubeovn.io/OvnSnatRule': ['status.v4Eip', 'status.v6Eip'],
  'kubeovn.io/OvnDnatRule': ['status.v4Eip', 'status.v6Eip'],
  'kubeovn.io/OvnFip': ['status.v4Eip', 'status.v6Eip'],
  'kubeovn.io/IptablesEIP': ['spec.v4ip', 'spec.v6ip', 'status.ip'],
  'kubeovn.io/SwitchLBRule': ['spec.vip'],
  'kubeovn.io/Vip': ['spec.v4ip', 'spec.v6ip', 'status.v4ip', 'status.v6ip'],
  Service: [
    'metadata.annotations',
    'spec.loadBalancerIP',
    'spec.externalIPs',
    'status.loadBalancer',
  ],
}

/** What must be listed before anything is proven absent, beside what facts are made of. */
export const referringKinds: readonly Pick<FactKind, 'apiVersions' | 'kind'>[] = [
  'OvnDnatRule',
  'OvnFip',
].map((kind) => ({ apiVersions: ['kubeovn.io/v1'], kind }))

/** By these a Service says that it stands for a VIP, or wants an address. */
const ANNOTATIONS = [VIP, 'metallb.io/loadBalancerIPs', 'metallb.universe.tf/loadBalancerIPs']

const TextMap = z.record(z.string(), z.unknown()).catch({})
const Referring = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: z.string().optional().catch(undefined),
    annotations: TextMap,
  }),
  spec: z.object({ subnet: z.string(), vpc: z.string() }).partial().catch({}).default({}),
})

/**
 * Every address that a SwitchLBRule, a mirror of one, a NAT object or another object of Kube-OVN refers to; undefined
 * where one of the lists is not whole, so that nothing can be proven.
 */
export function objectMentions(lists: Lists): readonly Mention[] | undefined {
  const subnets = itemsOf(lists, 'kubeovn.io/Subnet')
  if (subnets === undefined) return undefined
  const vpcOf = vpcsBySubnet(subnets)
  const mentions: Mention[] = []
  for (const [kind, paths] of Object.entries(fields)) {
    const items = itemsOf(lists, kind)
    if (items === undefined) return undefined
    for (const item of items) mentions.push(...mentionsOf(item, { kind, paths, vpcOf }))
  }
  return mentions
}

type VpcOf = ReadonlyMap<string, string>

function vpcsBySubnet(subnets: readonly object[]): VpcOf {
  const found = new Map<string, string>()
  for (const item of subnets) {
    const { metadata, spec } = Referring.safeParse(item).data ?? {}
    if (metadata !== undefined && spec?.vpc) found.set(metadata.name, spec.vpc)
  }
  return found
}

interface Look {
  readonly kind: string
  readonly paths: readonly string[]
  readonly vpcOf: VpcOf
}

function mentionsOf(item: object, { kind, paths, vpcOf }: Look): readonly Mention[] {
  const object = Referring.safeParse(item).data
  if (object === undefined) return []
  const { name, namespace } = object.metadata
  const vpcs = vpcsOf(object, vpcOf)
  const shortKind = kind.slice(kind.indexOf('/') + 1)
  const where = `${shortKind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
  return paths
    .flatMap((path) => textsAt(item, path))
    .flatMap((text) => literalsIn(text).map((range) => ({ range, where, vpcs })))
}

/**
 * Whose an object is, where it says so. What has a namespace is of its VPC whatever it says of others; what lies in a Subnet
 * is of the Subnet's.
 */
function vpcsOf({ metadata, spec }: z.output<typeof Referring>, vpcOf: VpcOf): readonly string[] {
  const { namespace, annotations } = metadata
  const said = ROUTERS.flatMap((one) => textsIn(annotations[one], 1)).filter((one) => one !== '')
  const subnet = spec.subnet === undefined ? undefined : vpcOf.get(spec.subnet)
  return [...said, ...(namespace === undefined ? [] : [namespace]), ...(subnet ? [subnet] : [])]
}

/** The texts at a path, however they are nested there; of annotations those alone that mean an address. */
function textsAt(item: object, path: string): readonly string[] {
  let value: unknown = item
  for (const key of path.split('.')) value = isMap(value) ? value[key] : undefined
  if (path !== 'metadata.annotations') return textsIn(value, 4)
  const annotations = isMap(value) ? value : {}
  return ANNOTATIONS.flatMap((key) => textsIn(annotations[key], 1))
}

function textsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value]
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((one) => textsIn(one, depth - 1))
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
