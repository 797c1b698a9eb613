import type { Document, Path } from '../document.ts'
import { type Address, parseAddress } from '../net/address.ts'
import { type Cidr, parseCidr } from '../net/cidr.ts'
import { parseRange, type Range } from '../net/range.ts'
import type { LoadBalancerPool } from '../platform.ts'
import { valueAt } from '../value-at.ts'
import { itemsAt, textAt } from './written.ts'

/** A value of the KMetal object and where it stands. */
export interface Written<T> {
  readonly path: Path
  readonly value: T
}

/** A range, with the text that says it. */
export interface WrittenRange extends Written<Range | Cidr> {
  readonly text: string
}

/** A provider subnet as far as it can be read. */
export interface WrittenSubnet {
  readonly path: Path
  readonly name?: string | undefined
  readonly cidr?: Cidr | undefined
  readonly gateway?: Address | undefined
  readonly excludes: readonly WrittenRange[]
}

/** A provider network as far as it can be read. */
export interface WrittenNetwork {
  readonly path: Path
  readonly name?: string | undefined
  readonly interface?: string | undefined
  readonly vlanId?: number | undefined
  readonly subnets: readonly WrittenSubnet[]
}

/** A pool as far as it can be read. */
export interface WrittenPool extends Pick<LoadBalancerPool, 'name' | 'field'> {
  readonly ranges: readonly WrittenRange[]
}

const networking = ['spec', 'networking']

/** The provider networks in the order written, also those that are no platform yet. */
export function writtenNetworks(document: Document): readonly WrittenNetwork[] {
  return itemsAt(document, [...networking, 'providerNetworks']).map(({ path, value }) => {
    const vlanId = valueAt(value, ['vlanID'])
    return {
      path,
      name: textAt(value, ['name']),
      interface: textAt(value, ['interface']),
      vlanId: typeof vlanId === 'number' ? vlanId : undefined,
      subnets: itemsAt(document, [...path, 'subnets']).map((item) => subnetOf(document, item)),
    }
  })
}

/** All provider subnets in the order written. */
export function writtenSubnets(document: Document): readonly WrittenSubnet[] {
  return writtenNetworks(document).flatMap(({ subnets }) => subnets)
}

/** The MetalLB pools that are written, tenant-cp-pool first. */
export function writtenPools(document: Document): readonly WrittenPool[] {
  const fields = { tenantControlPlanes: 'tenant-cp-pool', management: 'mgmt-pool' } as const
  return (['tenantControlPlanes', 'management'] as const).map((field) => {
    const path = [...networking, 'loadBalancer', field, 'addresses']
    const ranges = itemsAt(document, path).flatMap((item) => rangeAt(item, poolRange))
    return { name: fields[field], field, ranges }
  })
}

/** The CIDRs that tenants are kept from. */
export function writtenBlocked(document: Document): readonly WrittenRange[] {
  return itemsAt(document, [...networking, 'extraBlockedEgressCIDRs']).flatMap((item) =>
    rangeAt(item, parseCidr),
  )
}

function subnetOf(document: Document, { path, value }: Written<unknown>): WrittenSubnet {
  return {
    path,
    name: textAt(value, ['name']),
    cidr: parseCidr(textAt(value, ['cidrBlock']) ?? ''),
    gateway: parseAddress(textAt(value, ['gateway']) ?? ''),
    excludes: itemsAt(document, [...path, 'excludeIPs']).flatMap((item) =>
      rangeAt(item, (text) => parseRange(text, '..')),
    ),
  }
}

function poolRange(text: string): Range | Cidr | undefined {
  return text.includes('/') ? parseCidr(text) : parseRange(text, '-')
}

function rangeAt(
  { path, value }: Written<unknown>,
  parse: (text: string) => Range | undefined,
): readonly WrittenRange[] {
  const text = typeof value === 'string' ? value : ''
  const range = parse(text)
  return range === undefined ? [] : [{ path, text, value: range }]
}
