import type { Json } from '../emit.ts'
import type { Vip } from '../facts.ts'
import { mirrorName, vpcName } from '../names.ts'
import type { Manifest } from './manifest.ts'
import { metadataOf } from './origin.ts'

/**
 * The rule by which a VIP leads to the nodes of its cluster, for those in the project's VPC and nobody else. Kube-OVN
 * follows the nodes by their pods: which of them are ready is nothing that a commit could say.
 *
 * `logicalSwitch` is a Subnet of that VPC.
 */
export function renderSwitchLbRule(vip: Vip, logicalSwitch: string): Manifest {
  const { environment, cluster, address, ports, sessionAffinity } = vip
  const origin = { kind: 'KdcCluster', namespace: environment, claim: cluster } as const
  const metadata = metadataOf(mirrorName(vip), 'SwitchLBRule', origin)
  return {
    apiVersion: 'kubeovn.io/v1',
    kind: 'SwitchLBRule',
    metadata: {
      ...metadata,
      annotations: {
        ...metadata.annotations,
        // Both, or the rule lands in the management cluster's own VPC.
        'ovn.kubernetes.io/logical_router': vpcName(environment),
        'ovn.kubernetes.io/logical_switch': logicalSwitch,
        // One would take an address of the tenant's own subnet, and stay behind when the rule goes.
        'ovn.kubernetes.io/service_health_check': 'false',
        'netclaim.dev/service': vip.service,
      },
    },
    spec: {
      vip: address,
      namespace: environment,
      selector: [`cluster.x-k8s.io/cluster-name:${cluster}`, 'cluster.x-k8s.io/role:worker'],
      ...(sessionAffinity === 'ClientIP' && { sessionAffinity }),
      ports: ports.map(portOf),
    },
  }
}

/** Named by what makes it one of a kind: several ports without names are no rule. */
function portOf({ port, nodePort, protocol }: Vip['ports'][number]): Json {
  return {
    name: `${protocol.toLowerCase()}-${port}`,
    port,
    targetPort: nodePort,
    protocol,
  }
}
