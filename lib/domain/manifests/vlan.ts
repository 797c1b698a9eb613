import type { ProviderNetwork } from '../platform.ts'
import type { Manifest } from './manifest.ts'
import { metadataOf } from './origin.ts'
import { networkPart } from './platform-parts.ts'

/** The one Vlan of a provider network, by the network's name unless it had another; id 0 leaves frames untagged. */
export function renderVlan(network: ProviderNetwork, name = network.name): Manifest {
  const origin = { platform: networkPart(network.name) }
  return {
    apiVersion: 'kubeovn.io/v1',
    kind: 'Vlan',
    metadata: metadataOf(name, 'Vlan', origin),
    spec: { id: network.vlanId, provider: network.name },
  }
}
