import { KMetalFile, ProviderNetworkFile } from '../claims/kmetal.ts'
import type { Manifest } from '../manifests/manifest.ts'
import { ready, renderCrd } from './crd.ts'
import { statusOf } from './statuses.ts'
import { type Structural, structural } from './structural.ts'

/** Lists within lists: what CEL would cost there is more than the server allows. */
const cheap = { rules: {}, exact: false }

/** A provider network as the platform declares it. */
export function providerNetwork(): Manifest {
  const spec: Structural = {
    ...structural(ProviderNetworkFile.omit({ name: true }), 'spec', cheap),
    description: 'The network as the KMetal object declares it.',
  }
  return renderCrd({
    group: 'network.kmetal.io',
    kind: 'ProviderNetwork',
    plural: 'providernetworks',
    shortNames: [],
    scope: 'Cluster',
    about: 'A provider network of the platform.',
    spec,
    status: statusOf('ProviderNetwork'),
    columns: [{ name: 'Interface', type: 'string', jsonPath: '.spec.interface' }, ready],
  })
}

/** `kubectl get km NAME` finds it without a namespace, so it belongs to the cluster. */
export function kmetal(): Manifest {
  return renderCrd({
    group: 'kmetal.io',
    kind: 'KMetal',
    plural: 'kmetals',
    shortNames: ['km'],
    scope: 'Cluster',
    about: 'What the platform declares: provider segments and address pools.',
    spec: structural(KMetalFile.shape.spec, 'spec', cheap),
    status: statusOf('KMetal'),
    columns: [],
  })
}
