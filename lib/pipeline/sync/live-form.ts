import { parsePoolEntry } from '../../domain/claims/platform-of.ts'
import type { Path } from '../../domain/document.ts'
import { parseRange, type Range, rangeSize } from '../../domain/net/range.ts'
import { rangeSet, sameSet, setSize } from '../../domain/net/range-set.ts'
import { same } from '../../domain/same.ts'
import { valueAt } from '../../domain/value-at.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import { isRecord } from './includes.ts'

/** A list of addresses that can be written in several ways. */
interface Row {
  readonly path: Path
  readonly parse: (entry: string) => Range | undefined
}

const exclusion = (entry: string) => parseRange(entry, '..')
const loadBalancer: Path = ['spec', 'networking', 'loadBalancer']

/** By kind: `10.0.0.0/24` is `10.0.0.0-10.0.0.255`, for MetalLB as for us. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  'metallb.io/v1beta1 IPAddressPool': [{ path: ['spec', 'addresses'], parse: parsePoolEntry }],
  'kubeovn.io/v1 Subnet': [{ path: ['spec', 'excludeIps'], parse: exclusion }],
  'kmetal.io/v1alpha1 KMetal': ['tenantControlPlanes', 'management'].map((field) => ({
    path: [...loadBalancer, field, 'addresses'],
    parse: parsePoolEntry,
  })),
}

/**
 * The wanted object, with the live one's form where both lists are the same addresses: for a form nothing is written, and
 * nothing is taken from whoever wrote it.
 */
export function inLiveForm(desired: KubeObject, live: KubeObject): KubeObject {
  return (rows[`${desired.apiVersion} ${desired.kind}`] ?? []).reduce((object, row) => {
    const [wanted, there] = [object, live].map((one) => valueAt(one, row.path))
    // Nearly always they are written alike.
    if (same(wanted, there) || !areSame(wanted, there, row)) return object
    return withPart(object, row.path, there) as KubeObject
  }, desired)
}

function areSame(wanted: unknown, there: unknown, { parse }: Row): boolean {
  const [one, other] = [wanted, there].map((list) => rangesOf(list, parse))
  if (one === undefined || other === undefined) return false
  return sameSet(rangeSet(one), rangeSet(other)) && areApart(other)
}

/** Undefined where one of the entries is none. */
function rangesOf(list: unknown, parse: Row['parse']): readonly Range[] | undefined {
  if (!Array.isArray(list)) return undefined
  const ranges = list.map((one) => (typeof one === 'string' ? parse(one) : undefined))
  const read = ranges.filter((range) => range !== undefined)
  return read.length === ranges.length ? read : undefined
}

/** MetalLB refuses entries of which one address is in two. */
function areApart(ranges: readonly Range[]): boolean {
  const sum = ranges.reduce((total, range) => total + rangeSize(range), 0n)
  const set = rangeSet(ranges)
  return sum === setSize(set, 'IPv4') + setSize(set, 'IPv6')
}

function withPart(node: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value
  return isRecord(node) ? { ...node, [step]: withPart(node[step], rest, value) } : node
}
