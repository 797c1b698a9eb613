import type { ProviderNetwork } from '../platform.ts'
import type { Manifest } from './manifest.ts'
import { metadataOf } from './origin.ts'

/** The one Vlan of a provider network, by the network's name; id 0 leaves frames untagged. */
export function renderVlan(network: ProviderNetwork): Manifest {
  const origin = { platform: `providerNetworks/${network.name}` }
  return {
    apiVersion: 'kubeovn.io/v1',
    kind: 'Vlan',
    metadata: metadataOf(network.name, 'Vlan', origin),
    spec: { id: network.vlanId, provider: network.name },
  }
}
