import { compareText } from '../compare-text.ts'
import { cidrsOf } from '../ledger/blocks.ts'
import { type Book, type Entry, isHeld } from '../ledger/entry.ts'
import { formatCidr } from '../net/cidr.ts'
import type { SpeclessManifest } from './manifest.ts'
import { metadataOf } from './origin.ts'

/** The ConfigMap `name` of an environment; undefined where its claims hold nothing that has a value. */
export function renderPublishedValues(
  namespace: string,
  book: Book,
  name: string,
): SpeclessManifest | undefined {
  const values = [...book.values()].filter((entry) => isHeld(entry)).flatMap(valuesOf)
  if (values.length === 0) return undefined
  const origin = { claim: namespace, namespace, kind: 'Environment' } as const
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { ...metadataOf(name, 'PublishedValues', origin), namespace },
    data: Object.fromEntries(values.toSorted(([a], [b]) => compareText(a, b))),
  }
}

type Value = readonly [key: string, value: string]

/** The families have keys of their own, so that no claim's name can make the key of another's. */
function valuesOf(entry: Entry): readonly Value[] {
  const { name, address } = entry
  switch (entry.kind) {
    case 'EipClaim':
      return address === undefined ? [] : [[keyOf('EIP', name), address]]
    case 'Cluster':
      return address === undefined ? [] : [[keyOf('CONTROL_PLANE', name), address]]
    case 'SubnetClaim':
      return cidrsOf(entry.spec.cidrBlock).map((cidr) => [
        keyOf(cidr.family === 'IPv4' ? 'SUBNET4' : 'SUBNET6', name),
        formatCidr(cidr),
      ])
    case 'KdcCluster':
      return (entry.blocks ?? [])
        .filter(({ phase }) => phase === 'Bound')
        .map(({ ordinal, cidr }) => [`${keyOf('VIPS', name)}_${ordinal}`, cidr])
    case 'VpcClaim':
      return []
  }
}

/** What Flux can substitute: letters, digits and `_`. A DNS label has none of the latter, so that no two give one key. */
function keyOf(kind: string, name: string): string {
  return `${kind}_${name.toUpperCase().replaceAll('-', '_')}`
}
