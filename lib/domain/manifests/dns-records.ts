import { compareText } from '../compare-text.ts'
import { type Book, isHeld } from '../ledger/entry.ts'
import type { Manifest } from './manifest.ts'
import { metadataOf } from './origin.ts'

/**
 * What external-dns (source `crd`) makes records of: a DNSEndpoint for each address that a claim of the environment holds.
 * Nobody writes a host name: claim and namespace are labels of it, so that no tenant can name what is another's.
 */
export function renderDnsRecords(namespace: string, book: Book, zone: string): readonly Manifest[] {
  const origin = { claim: namespace, namespace, kind: 'Environment' } as const
  return [...book.values()]
    .toSorted((one, other) => compareText(one.name, other.name))
    .flatMap((entry) => {
      const { kind, name, address } = entry
      if (kind !== 'EipClaim' || !isHeld(entry) || address === undefined) return []
      const record = {
        dnsName: `${name}.${namespace}.${zone}`,
        recordType: address.includes(':') ? 'AAAA' : 'A',
        targets: [address],
      }
      return {
        apiVersion: 'externaldns.k8s.io/v1alpha1',
        kind: 'DNSEndpoint',
        metadata: { ...metadataOf(`netclaim-${name}`, 'PublishedValues', origin), namespace },
        spec: { endpoints: [record] },
      }
    })
}
