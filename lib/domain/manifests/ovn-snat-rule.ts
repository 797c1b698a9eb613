import { snatName, subnetName } from '../names.ts'
import type { Manifest } from './manifest.ts'
import { metadataOf } from './origin.ts'

/** Egress of a whole subnet from behind `ovnEip`; Kube-OVN takes the VPC from the subnet. */
export function renderOvnSnatRule(namespace: string, claim: string, ovnEip: string): Manifest {
  const origin = { kind: 'SubnetClaim', namespace, claim } as const
  return {
    apiVersion: 'kubeovn.io/v1',
    kind: 'OvnSnatRule',
    metadata: metadataOf(snatName(namespace, claim), 'OvnSnatRule', origin),
    spec: { ovnEip, vpcSubnet: subnetName(namespace, claim) },
  }
}
