import { claimApiVersion } from '../claims/metadata.ts'
import { excludeLimit, type SubnetSpec } from '../claims/subnet-claim.ts'
import { providerSubnetAnnotation, type VpcSpec } from '../claims/vpc-claim.ts'
import type { Json } from '../emit.ts'
import type { Entry, EntryOf } from '../ledger/entry.ts'
import { isEgress } from '../ledger/release.ts'
import type { Manifest } from './manifest.ts'
import { metadataOf } from './origin.ts'

/** A claim that the cluster shows beside what it caused; clusters are objects of Cluster API and Kube-DC. */
export type ShownEntry = Exclude<Entry, EntryOf<'Cluster' | 'KdcCluster'>>

/** Which addresses a rendered claim names: those that somebody wrote, or every one that it has. */
export type Pins = 'written' | 'held'

/**
 * The claim itself, made of its ledger entry, so that its text changes only where its meaning does: the API server
 * takes another spelling of an immutable spec for an edit.
 */
export function renderClaim(namespace: string, entry: ShownEntry, pins: Pins): Manifest {
  const { kind, name } = entry
  const metadata = metadataOf(name, 'Claim', { kind, namespace, claim: name })
  const chosen = entry.kind === 'VpcClaim' ? entry.spec.providerSubnet : undefined
  const annotations = {
    ...metadata.annotations,
    ...(chosen !== undefined && { [providerSubnetAnnotation]: chosen }),
  }
  return {
    apiVersion: claimApiVersion,
    kind,
    metadata: { ...metadata, namespace, annotations },
    spec: specOf(entry, pins),
  }
}

function specOf(entry: ShownEntry, pins: Pins): Manifest['spec'] {
  switch (entry.kind) {
    case 'VpcClaim':
      return vpcSpec(entry.spec)
    case 'SubnetClaim':
      return subnetSpec(entry.spec)
    case 'EipClaim':
      return eipSpec(entry, pins)
  }
}

function vpcSpec({ externalAccess, providerNetwork: name }: VpcSpec): Manifest['spec'] {
  return { externalAccess, ...(name !== undefined && { providerNetworkRef: { name } }) }
}

/** A full list of excludes has no room for the gateway that was added to it. */
function subnetSpec(spec: SubnetSpec): Manifest['spec'] {
  if (spec.excludeIps.length <= excludeLimit) return { ...spec }
  const gateways = new Set(spec.gateway.split(','))
  return { ...spec, excludeIps: spec.excludeIps.filter((one) => !gateways.has(one)) }
}

/**
 * The egress claim always names its address: it may be implied first and written out later, with that very address or
 * without one, and neither may look like an edit.
 */
function eipSpec(entry: EntryOf<'EipClaim'>, pins: Pins): Manifest['spec'] {
  const { type, clusterSelector } = entry.spec
  const v4Ip = pins === 'held' ? (entry.address ?? entry.spec.v4Ip) : entry.spec.v4Ip
  if (isEgress(entry)) return { type, v4Ip: entry.address ?? v4Ip }
  return { type, v4Ip, clusterSelector: clusterSelector as Json | undefined }
}
