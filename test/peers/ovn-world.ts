import { claim, documents } from '../plan/files.ts'
import { World } from '../plan/world.ts'

/** Its platform: two segments, the first for whoever names none; a corporate range that holds every tenant, and one of IPv6. */
export const platform = `apiVersion: kmetal.io/v1alpha1
kind: KMetal
metadata: {name: platform}
spec:
  networking:
    defaultProviderSubnet: ext-a
    providerNetworks:
      - name: provider
        interface: bond0.206
        vlanID: 0
        subnets:
          - {name: ext-a, cidrBlock: 198.51.100.0/24, gateway: 198.51.100.1, excludeIPs: [198.51.100.1..198.51.100.19]}
      - name: provider2
        interface: bond1
        vlanID: 210
        subnets:
          - {name: ext-b, cidrBlock: 203.0.113.0/24, gateway: 203.0.113.1, excludeIPs: [203.0.113.1]}
    loadBalancer:
      tenantControlPlanes: {addresses: [172.21.208.100-172.21.208.250]}
    extraBlockedEgressCIDRs: [10.0.0.0/8, 192.0.2.128/25, 'fd00::/8']
`
const subnet = (name: string, block: string, more = '') =>
  claim('SubnetClaim', name, `{cidrBlock: "${block}"${more}}`)

/** The tenants, and what is special of each; the first three have the same block. */
export const environments = ['photon-prod', 'dynamo-prod', 'nova-test', 'closed-dev'] as const

/** Tenants on the default segment, on a chosen one with two families, and with no way out. */
export function ovnWorld(): World {
  return World.of({
    'platform/kmetal.yaml': platform,
    'environments/photon-prod/claims.yaml': documents(
      claim('VpcClaim', 'main', '{externalAccess: true}'),
      subnet(
        'production',
        '10.100.0.0/24',
        ', enableSnatRule: true, excludeIps: [10.100.0.2..10.100.0.9]',
      ),
      subnet('staging', '10.101.0.0/24'),
      claim('EipClaim', 'external', '{type: lrp, v4Ip: 198.51.100.22}'),
      claim('EipClaim', 'web', '{type: nat, v4Ip: 198.51.100.24}'),
    ),
    'environments/dynamo-prod/claims.yaml': documents(
      claim('VpcClaim', 'main', '{externalAccess: true}'),
      subnet('production', '10.100.0.0/24', ', enableSnatRule: true'),
      claim('EipClaim', 'api'),
    ),
    'environments/nova-test/claims.yaml': documents(
      claim('VpcClaim', 'main', '{externalAccess: true, providerNetworkRef: {name: provider2}}'),
      subnet(
        'production',
        '10.100.0.0/24,fd00:100::/112',
        ', protocol: Dual, enableSnatRule: true',
      ),
      claim('EipClaim', 'api'),
    ),
    'environments/closed-dev/claims.yaml': documents(
      claim('VpcClaim', 'main', '{externalAccess: false}'),
      subnet('production', '10.100.0.0/24'),
    ),
  })
}
