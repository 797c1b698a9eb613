import * as z from 'zod'
import { compareText } from '../../domain/compare-text.ts'
import type { Vip, VipPort } from '../../domain/facts.ts'
import { formatAddress, parseAddress } from '../../domain/net/address.ts'
import { printable } from '../../domain/printable.ts'
import { isProjectService } from '../../domain/vip/project-service.ts'
import type { TenantRef } from '../../domain/vip/tenant.ts'

/** What the Services of a tenant cluster have, and what of it cannot be told, a clause each. */
export interface TenantVips {
  readonly vips: readonly Vip[]
  readonly problems: readonly string[]
}

/** VIPs of one cluster that are told: as many addresses as eight blocks have, and some Services that share one. */
const MAX_VIPS = 256
/** Ports of one Service that are told. */
const MAX_PORTS = 64
/** Ports of all VIPs of one cluster: what they can make of the facts of all is some hundred kB, not some MB. */
const MAX_PORTS_IN_ALL = 512
const MAX_PROBLEMS = 20

/** DNS label, RFC 1123: also what a name of a Service and of its ports is. */
const Label = z.string().regex(/^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/)
const Number16 = z.int().min(1).max(65_535)
const Port = z.object({
  name: Label.nullish(),
  port: Number16,
  // 0 stands for none.
  nodePort: z.int().min(0).max(65_535).nullish(),
  protocol: z.enum(['TCP', 'UDP', 'SCTP']).default('TCP'),
})
/** A rule of twice the same is none: Kube-OVN would try it for ever. */
function isEachOnce(ports: readonly z.output<typeof Port>[]): boolean {
  return new Set(ports.map(({ port, protocol }) => `${port}/${protocol}`)).size === ports.length
}
const Ingress = z.array(z.object({ ip: z.string().max(64).nullish() })).max(16)
const Service = z.object({
  metadata: z.object({ name: Label, namespace: Label }),
  spec: z.object({
    ports: z
      .array(Port)
      .min(1)
      .max(MAX_PORTS)
      .refine(isEachOnce, { error: 'has one port and protocol twice' }),
    externalTrafficPolicy: z.enum(['Cluster', 'Local']).default('Cluster'),
    sessionAffinity: z.enum(['None', 'ClientIP']).default('None'),
    loadBalancerSourceRanges: z.array(z.unknown()).nullish(),
  }),
  status: z.object({ loadBalancer: z.object({ ingress: Ingress.nullish() }).nullish() }).nullish(),
})
type Service = z.output<typeof Service>

/**
 * The VIPs that Services of a tenant cluster have, by our class and label. A stranger wrote them, and perhaps the API server
 * that tells them: what is not as Kubernetes would have it is left out, and so is what is more than a pool can give.
 */
export function vipsIn(items: readonly object[], { namespace, cluster }: TenantRef): TenantVips {
  const vips: Vip[] = []
  const problems: string[] = []
  for (const item of items) {
    if (!isProjectService(item)) continue
    const service = Service.safeParse(item)
    if (service.success) vips.push(...vipsOf(service.data, namespace, cluster))
    else problems.push(`Service ${nameOf(item)} is not counted: ${whereIn(service.error)}`)
  }
  const sorted = vips.toSorted((a, b) => compareText(keyOf(a), keyOf(b)))
  const some = sorted.slice(0, MAX_VIPS)
  const told = some.slice(0, fitting(some))
  const [first] = some.slice(told.length)
  if (first !== undefined)
    problems.unshift(
      `${MAX_PORTS_IN_ALL} ports in all are told: ${some.length - told.length} VIPs from that of Service ${first.service} on have more`,
    )
  if (sorted.length > MAX_VIPS)
    problems.unshift(`${sorted.length} VIPs are more than the ${MAX_VIPS} that are told`)
  return { vips: told, problems: problems.slice(0, MAX_PROBLEMS) }
}

/** How many of the first have no more ports than are told. */
function fitting(vips: readonly Vip[]): number {
  let ports = 0
  const over = vips.findIndex((vip) => (ports += vip.ports.length) > MAX_PORTS_IN_ALL)
  return over < 0 ? vips.length : over
}

function vipsOf(
  { metadata, spec, status }: Service,
  environment: string,
  cluster: string,
): readonly Vip[] {
  const { externalTrafficPolicy, sessionAffinity, loadBalancerSourceRanges } = spec
  const said = (status?.loadBalancer?.ingress ?? []).flatMap(
    ({ ip }) => parseAddress(ip ?? '') ?? [],
  )
  return [...new Set(said.map(formatAddress))].map((address) => ({
    environment,
    cluster,
    service: `${metadata.namespace}/${metadata.name}`,
    address,
    ports: spec.ports.map(portOf).toSorted(byNumber),
    externalTrafficPolicy,
    sessionAffinity,
    ...(loadBalancerSourceRanges?.length ? { sourceRanges: true } : {}),
  }))
}

function portOf({ name, port, nodePort, protocol }: Service['spec']['ports'][number]): VipPort {
  return { ...(name ? { name } : {}), port, ...(nodePort ? { nodePort } : {}), protocol }
}

function byNumber(a: VipPort, b: VipPort): number {
  return a.port - b.port || compareText(a.protocol, b.protocol)
}

function keyOf({ service, address }: Vip): string {
  return `${service} ${address}`
}

function nameOf(item: object): string {
  const { metadata } = Named.parse(item)
  return `"${printable(`${metadata.namespace}/${metadata.name}`, 140)}"`
}

const Name = z.string().catch('')
const Named = z.object({
  metadata: z.object({ name: Name, namespace: Name }).catch({ name: '', namespace: '' }),
})

function whereIn({ issues: [issue] }: z.ZodError): string {
  const field = printable(issue?.path.map(String).join('.') ?? '', 120)
  return `field "${field}": ${printable(issue?.message ?? '', 200)}`
}
