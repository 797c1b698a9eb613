import * as z from 'zod'
import { formatCidr, maskCidr } from '../../domain/net/cidr.ts'
import { hold } from './hold.ts'
import type { Gathered, Named } from './observed.ts'
import { shape, Text } from './reader.ts'
import { use } from './use.ts'

const addresses = { v4Ip: Text, v6Ip: Text, v4ip: Text, v6ip: Text, ip: Text }
const Holding = z.object({
  spec: z
    .object({
      ...addresses,
      v4IpAddress: Text,
      v6IpAddress: Text,
      externalSubnet: Text,
      subnet: Text,
    })
    .nullish(),
  status: z.object(addresses).nullish(),
})

/**
 * Whatever has an address of a segment: an OvnEip, an IptablesEIP, a Vip or the IP of a pod. What it has (status) and what it
 * asks for (spec) are both taken, where the two differ.
 */
export function readHolding(named: Named, into: Gathered): readonly string[] {
  const holding = Holding.safeParse(named.object)
  if (!holding.success) return shape(holding.error)
  const { externalSubnet, subnet: inside, ...spec } = holding.data.spec ?? {}
  if (inside && into.inner.has(inside)) return []
  const texts = [...Object.values(holding.data.status ?? {}), ...Object.values(spec)]
  const subnet = externalSubnet || inside || undefined
  return hold(named, into, { texts, ...(subnet === undefined ? {} : { subnet }) })
}

const Subnet = z.object({
  spec: z.object({ vpc: Text, cidrBlock: Text }).nullish().catch(undefined),
  status: z.object({ v4usingIPs: z.unknown(), v6usingIPs: z.unknown() }).partial().nullish(),
})

/** Kube-OVN's own VPC, in which pods and provider subnets are. */
const DEFAULT_VPC = 'ovn-cluster'

/** The counters of a Subnet, and what of its VPC it takes. */
export function readSubnet({ name, object }: Named, into: Gathered): readonly string[] {
  into.subnets?.add(name)
  const subnet = Subnet.safeParse(object)
  if (!subnet.success) return shape(subnet.error)
  const { spec, status } = subnet.data
  use(into, name, status?.v4usingIPs, status?.v6usingIPs)
  const vpc = spec?.vpc || DEFAULT_VPC
  if (vpc !== DEFAULT_VPC) into.inner.add(name)
  const cidrBlock = vpc === DEFAULT_VPC ? '' : blocksIn(spec?.cidrBlock ?? '')
  if (cidrBlock !== '') into.blocks.push({ subnet: name, vpc, cidrBlock })
  return []
}

/** Canonical; what is no CIDR Kube-OVN makes nothing of. */
function blocksIn(text: string): string {
  const cidrs = text.split(',', 3).flatMap((part) => maskCidr(part) ?? [])
  return cidrs.map(formatCidr).join(',')
}

const Vpc = z.object({
  spec: z
    .object({
      policyRoutes: z.array(z.object({ action: Text, match: Text }).nullable()).nullish(),
    })
    .nullish(),
  status: z.object({ default: z.unknown(), standby: z.unknown() }).partial().nullish(),
})

/** One CIDR and nothing else: any other condition lets something pass. */
const DROP = /^ip[46]\.dst\s*==\s*(?<cidr>[\da-f.:]+(?:\/\d+)?)$/

/** The CIDR that a match covers and nothing beside it, canonical; undefined where it is not so. */
export function droppedBy(match: string): string | undefined {
  const text = DROP.exec(match)?.groups?.['cidr']
  const cidr = text === undefined ? undefined : maskCidr(text)
  return cidr && formatCidr(cidr)
}

/**
 * Which CIDRs the policies of a Vpc drop, whatever their priority: none before its router is made. The default VPC, the
 * cluster's own, is no tenant's, and none of ours to have drops in.
 */
export function readVpc({ name, object }: Named, into: Gathered): readonly string[] {
  const vpc = Vpc.safeParse(object)
  if (!vpc.success) return shape(vpc.error)
  const { spec, status } = vpc.data
  if (status?.default === true) return []
  const dropped = status?.standby === false ? [] : (spec?.policyRoutes ?? []).map(cidrOf)
  const cidrs = dropped.filter((cidr) => cidr !== undefined)
  into.drops.push({ vpc: name, cidrs: [...new Set(cidrs)].sort() })
  return []
}

function cidrOf(
  route: { readonly action?: unknown; readonly match?: string | null | undefined } | null,
): string | undefined {
  return route?.action === 'drop' ? droppedBy(route.match ?? '') : undefined
}
