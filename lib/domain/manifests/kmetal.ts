import { claimApiVersion } from '../claims/metadata.ts'
import { networkText, platformText } from '../ledger/platform-text.ts'
import type { Platform, ProviderNetwork } from '../platform.ts'
import type { Manifest } from './manifest.ts'
import { metadataOf } from './origin.ts'
import { networkingPart, networkPart } from './platform-parts.ts'

/** The KMetal object with the platform that is rendered, so that its status has a place. */
export function renderKMetal(name: string, platform: Platform): Manifest {
  return {
    apiVersion: 'kmetal.io/v1alpha1',
    kind: 'KMetal',
    metadata: metadataOf(name, 'KMetal', { platform: networkingPart }),
    spec: { networking: platformText(platform) },
  }
}

/** A provider network as operators see it; Kube-OVN's own kind of that name is another one. */
export function renderNetwork(network: ProviderNetwork): Manifest {
  const origin = { platform: networkPart(network.name) }
  return {
    apiVersion: claimApiVersion,
    kind: 'ProviderNetwork',
    metadata: metadataOf(network.name, 'ProviderNetwork', origin),
    spec: networkText(network),
  }
}
