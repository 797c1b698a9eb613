import type { ProviderNetwork } from '../platform.ts'
import type { Manifest } from './manifest.ts'
import { metadataOf } from './origin.ts'
import { networkPart } from './platform-parts.ts'

/** Kube-OVN's ProviderNetwork: on each node a bridge on the network's interface. */
export function renderProviderNetwork(network: ProviderNetwork): Manifest {
  const origin = { platform: networkPart(network.name) }
  return {
    apiVersion: 'kubeovn.io/v1',
    kind: 'ProviderNetwork',
    metadata: metadataOf(network.name, 'ProviderNetwork', origin),
    spec: { defaultInterface: network.interface },
  }
}
