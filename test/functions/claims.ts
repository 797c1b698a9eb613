import { claim, documents } from '../plan/files.ts'
import type { Files } from './stage.ts'

/** An environment with a VPC that leads out by the default segment, and one subnet. */
export function environment(namespace: string, octet = 100): Files {
  return {
    [`environments/${namespace}/vpc.yaml`]: documents(
      claim('VpcClaim', 'main', '{externalAccess: true}'),
      claim('SubnetClaim', 'production', `{cidrBlock: 10.${octet}.0.0/24, enableSnatRule: true}`),
    ),
  }
}

/** An EipClaim in a file of its own; without `address` it gets the lowest free one. */
export function eip(namespace: string, name: string, address?: string): Files {
  const spec = address === undefined ? '{type: nat}' : `{type: nat, v4Ip: ${address}}`
  return { [`environments/${namespace}/eip-${name}.yaml`]: claim('EipClaim', name, spec) }
}
