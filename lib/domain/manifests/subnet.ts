import type { SubnetSpec } from '../claims/subnet-claim.ts'
import { providerOf, subnetName, vpcName } from '../names.ts'
import { excludeIps, rangesOf } from './exclude-ips.ts'
import type { Manifest } from './manifest.ts'
import { metadataOf } from './origin.ts'

/** A tenant's Subnet in its VPC, without the fields that the controller fills in by itself. */
export function renderSubnet(namespace: string, claim: string, spec: SubnetSpec): Manifest {
  const { attachment } = spec
  return {
    apiVersion: 'kubeovn.io/v1',
    kind: 'Subnet',
    metadata: metadataOf(subnetName(namespace, claim), 'Subnet', {
      kind: 'SubnetClaim',
      namespace,
      claim,
    }),
    spec: {
      vpc: vpcName(namespace),
      namespaces: [namespace],
      protocol: spec.protocol,
      cidrBlock: spec.cidrBlock,
      gateway: spec.gateway,
      excludeIps: excludeIps(rangesOf(spec.excludeIps), rangesOf(spec.gateway.split(','))),
      ...(attachment.managed && { provider: providerOf(namespace, attachment.name) }),
    },
  }
}
