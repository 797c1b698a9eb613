import { egressEipName, eipName, vpcName } from '../names.ts'
import type { Settings } from '../settings.ts'
import { atLeast } from './kube-ovn-version.ts'
import type { Manifest } from './manifest.ts'
import { metadataOf } from './origin.ts'

/** An address of a provider subnet for one EipClaim. */
export interface EipParts {
  readonly namespace: string
  readonly claim: string
  readonly type: 'nat' | 'lrp'
  /** The provider subnet that the address is of. */
  readonly subnet: string
  /** Canonical IPv4: Kube-OVN up to 1.16.2 never gets an IPv6 address ready. */
  readonly address: string
  /** The claim `external`: Kube-OVN takes the address for the router port, found by its name. */
  readonly egress: boolean
  readonly settings: Settings
}

/** The OvnEip behind an EipClaim, pinned to the address that the ledger gave it. */
export function renderOvnEip(parts: EipParts): Manifest {
  const { namespace, claim, type, subnet, address, egress, settings } = parts
  const name = egress ? egressEipName(vpcName(namespace), subnet) : eipName(namespace, claim)
  const wave = egress ? 'EgressOvnEip' : 'OvnEip'
  return {
    apiVersion: 'kubeovn.io/v1',
    kind: 'OvnEip',
    metadata: {
      ...metadataOf(name, wave, { kind: 'EipClaim', namespace, claim }),
      finalizers: [finalizer(settings)],
    },
    spec: { externalSubnet: subnet, type, v4Ip: address },
  }
}

/**
 * Kube-OVN's own, which it sets only where it chose the address: without it a deleted OvnEip is
 * gone at once and its address given to the next while NAT rules still forward it.
 */
function finalizer(settings: Settings): string {
  const current = atLeast(settings.kubeOvnVersion, [1, 13])
  return current ? 'kubeovn.io/kube-ovn-controller' : 'kube-ovn-controller'
}
