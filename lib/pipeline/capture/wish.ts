import type * as z from 'zod'
import { NetworkingFile, ProviderNetworkFile } from '../../domain/claims/kmetal.ts'
import { parsePoolEntry } from '../../domain/claims/platform-of.ts'
import type { Path } from '../../domain/document.ts'
import { platformAnnotation } from '../../domain/manifests/origin.ts'
import { networkingPart } from '../../domain/manifests/platform-parts.ts'
import { formatAddress, parseAddress } from '../../domain/net/address.ts'
import { formatCidr, parseCidr } from '../../domain/net/cidr.ts'
import { formatRange, parseRange } from '../../domain/net/range.ts'
import { valueAt } from '../../domain/value-at.ts'
import type { KubeObject } from '../../ports/cluster.ts'

/** What the KMetal document would have to say for a field of the cluster to be right. */
export interface Wish {
  /** Below `spec.networking`; an entry of a list by its name. */
  readonly path: Path
  readonly value: string | number | readonly string[]
  readonly meaning: (entry: string) => string
  /** Whether entries of the list may run into each other: then their order is not kept either. */
  readonly isSet?: true
}

/** A field of a rendered object, and what of the declaration says it. */
interface Row {
  /** `kubeovn.io/v1 Vlan .spec.id`. */
  readonly of: string
  readonly key: readonly string[]
  readonly schema: z.ZodType<unknown>
  readonly meaning: (entry: string) => string
  readonly isSet?: true
}

const subnet = ProviderNetworkFile.shape.subnets.element.shape
const network = ProviderNetworkFile.shape
const pool = NetworkingFile.shape.loadBalancer.shape.tenantControlPlanes.shape

/** The declaration itself, as an object. */
const KMETAL = 'kmetal.io/v1alpha1 KMetal'

const rows: readonly Row[] = [
  {
    of: 'metallb.io/v1beta1 IPAddressPool .spec.addresses',
    key: ['addresses'],
    schema: pool.addresses,
    meaning: poolEntry,
  },
  ...['tenantControlPlanes', 'management'].map((field) => ({
    of: `${KMETAL} .spec.networking.loadBalancer.${field}.addresses`,
    key: ['loadBalancer', field, 'addresses'],
    schema: pool.addresses,
    meaning: poolEntry,
  })),
  {
    of: `${KMETAL} .spec.networking.extraBlockedEgressCIDRs`,
    key: ['extraBlockedEgressCIDRs'],
    schema: NetworkingFile.shape.extraBlockedEgressCIDRs,
    meaning: block,
  },
  {
    of: `${KMETAL} .spec.networking.defaultProviderSubnet`,
    key: ['defaultProviderSubnet'],
    schema: NetworkingFile.shape.defaultProviderSubnet,
    meaning: itself,
  },
  {
    of: 'kubeovn.io/v1 Subnet .spec.excludeIps',
    key: ['excludeIPs'],
    schema: subnet.excludeIPs,
    meaning: exclusion,
    isSet: true,
  },
  {
    of: 'kubeovn.io/v1 Subnet .spec.gateway',
    key: ['gateway'],
    schema: subnet.gateway,
    meaning: (text) => canonical(parseAddress(text), formatAddress, text),
  },
  {
    of: 'kubeovn.io/v1 Subnet .spec.cidrBlock',
    key: ['cidrBlock'],
    schema: subnet.cidrBlock,
    meaning: block,
  },
  { of: 'kubeovn.io/v1 Vlan .spec.id', key: ['vlanID'], schema: network.vlanID, meaning: itself },
  ...[
    'kubeovn.io/v1 ProviderNetwork .spec.defaultInterface',
    'network.kmetal.io/v1alpha1 ProviderNetwork .spec.interface',
  ].map((of) => ({
    of,
    key: ['interface'],
    schema: network.interface,
    meaning: itself,
  })),
  {
    of: 'network.kmetal.io/v1alpha1 ProviderNetwork .spec.vlanID',
    key: ['vlanID'],
    schema: network.vlanID,
    meaning: itself,
  },
]

const known: ReadonlyMap<string, Row> = new Map(rows.map((row) => [row.of, row]))

/** What the declaration would say; a text says why it cannot, undefined that it never says such a thing. */
export function wishOf(
  wanted: KubeObject,
  there: KubeObject,
  field: string,
): Wish | string | undefined {
  const part = wanted.metadata.annotations?.[platformAnnotation]
  const row = known.get(`${wanted.apiVersion} ${wanted.kind} ${field}`)
  if (part === undefined || row === undefined) return undefined
  const parsed = row.schema.safeParse(valueAt(there, field.slice(1).split('.')))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return `the declaration cannot say that: ${issue?.message ?? 'another type'}`
  }
  if (parsed.data === undefined) return 'nothing stands there, and the declaration cannot say so'
  return {
    path: [...(part === networkingPart ? [] : part.split('/')), ...row.key],
    value: parsed.data as Wish['value'],
    meaning: row.meaning,
    ...(row.isSet === undefined ? {} : { isSet: row.isSet }),
  }
}

function poolEntry(text: string): string {
  return canonical(parsePoolEntry(text), (range) => formatRange(range, '-'), text)
}

function block(text: string): string {
  return canonical(parseCidr(text), formatCidr, text)
}

function exclusion(text: string): string {
  return canonical(parseRange(text, '..'), (range) => formatRange(range, '..'), text)
}

function itself(text: string): string {
  return text
}

function canonical<T>(value: T | undefined, format: (value: T) => string, text: string): string {
  return value === undefined ? text : format(value)
}
