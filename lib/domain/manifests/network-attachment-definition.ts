import type { SubnetSpec } from '../claims/subnet-claim.ts'
import { providerOf } from '../names.ts'
import type { Manifest } from './manifest.ts'
import { metadataOf } from './origin.ts'

/** Through what a worker VM attaches to the subnet; its name and namespace make the provider. */
export function renderAttachment(namespace: string, claim: string, spec: SubnetSpec): Manifest {
  const { name } = spec.attachment
  const origin = { kind: 'SubnetClaim', namespace, claim } as const
  return {
    apiVersion: 'k8s.cni.cncf.io/v1',
    kind: 'NetworkAttachmentDefinition',
    metadata: { ...metadataOf(name, 'NetworkAttachmentDefinition', origin), namespace },
    spec: {
      config: JSON.stringify({
        cniVersion: '0.3.0',
        type: 'kube-ovn',
        server_socket: '/run/openvswitch/kube-ovn-daemon.sock',
        provider: providerOf(namespace, name),
      }),
    },
  }
}
