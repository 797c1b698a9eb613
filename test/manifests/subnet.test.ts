import { describe, expect, test } from 'vitest'
import type { SubnetSpec } from '../../lib/domain/claims/subnet-claim.ts'
import { subnetManifests } from '../../lib/domain/manifests/claim-manifests.ts'
import { type Manifest, objectId } from '../../lib/domain/manifests/manifest.ts'
import { dualSpec, settings, subnetSpec } from './sample.ts'

function manifests(change: Partial<SubnetSpec> = {}, snatEip?: string): readonly Manifest[] {
  return subnetManifests({
    namespace: 'photon-prod',
    claim: 'production',
    spec: subnetSpec(change),
    settings: settings(),
    ...(snatEip !== undefined && { snatEip }),
  })
}

const unmanaged = { attachment: { managed: false, name: 'production-net' } }

test('a SubnetClaim gives one Subnet in the VPC of its own namespace (M-007, M-109, M-132)', () => {
  const [subnet, ...others] = manifests()
  expect(subnet).toEqual({
    apiVersion: 'kubeovn.io/v1',
    kind: 'Subnet',
    metadata: {
      name: 'photon-prod-production',
      labels: {
        'app.kubernetes.io/managed-by': 'netclaim',
        'netclaim.dev/environment': 'photon-prod',
      },
      annotations: {
        'netclaim.dev/claim': 'SubnetClaim photon-prod/production',
        'argocd.argoproj.io/sync-wave': '12',
      },
    },
    spec: {
      vpc: 'photon-prod',
      namespaces: ['photon-prod'],
      protocol: 'IPv4',
      cidrBlock: '10.100.0.0/24',
      gateway: '10.100.0.1',
      excludeIps: ['10.100.0.1', '10.100.0.20..10.100.0.40', '10.100.0.9'],
      provider: 'production-net.photon-prod.ovn',
    },
  })
  expect(others.map(({ kind }) => kind)).not.toContain('Subnet')
})

test('a dual-stack subnet has both families in each field', () => {
  expect(manifests(dualSpec)[0]?.spec).toMatchObject({
    protocol: 'Dual',
    cidrBlock: '10.101.0.0/24,fd00:101::/112',
    gateway: '10.101.0.1,fd00:101::1',
    excludeIps: [
      '10.101.0.1..10.101.0.4',
      '10.101.0.20',
      'fd00:101::1',
      'fd00:101::a..fd00:101::1f',
    ],
  })
})

describe('the attachment', () => {
  test('is a NetworkAttachmentDefinition in the namespace (M-008, M-110)', () => {
    const attachment = manifests()[1] as Manifest
    expect(objectId(attachment)).toBe('NetworkAttachmentDefinition photon-prod/production-net')
    expect(attachment.apiVersion).toBe('k8s.cni.cncf.io/v1')
    expect(attachment.spec).toEqual({
      config:
        '{"cniVersion":"0.3.0","type":"kube-ovn",' +
        '"server_socket":"/run/openvswitch/kube-ovn-daemon.sock",' +
        '"provider":"production-net.photon-prod.ovn"}',
    })
  })

  test('and its Subnet have one provider, under a name of its own too (M-125)', () => {
    const [subnet, attachment] = manifests({ attachment: { managed: true, name: 'lan' } })
    expect(subnet?.spec['provider']).toBe('lan.photon-prod.ovn')
    expect(attachment?.metadata.name).toBe('lan')
    const config = JSON.parse(attachment?.spec['config'] as string)
    expect(config.provider).toBe('lan.photon-prod.ovn')
  })

  test('is left out with the provider where it is not managed (M-110)', () => {
    const all = manifests(unmanaged)
    expect(all.map(({ kind }) => kind)).toEqual(['Subnet'])
    expect(all[0]?.spec).not.toHaveProperty('provider')
  })
})

describe('SNAT', () => {
  test('is one rule for the whole subnet behind the router-port EIP (M-128)', () => {
    const rule = manifests({}, 'photon-prod-provider2-ext').at(-1)
    expect(rule).toMatchObject({
      kind: 'OvnSnatRule',
      metadata: { name: 'photon-prod-production' },
    })
    expect(rule?.spec).toEqual({
      ovnEip: 'photon-prod-provider2-ext',
      vpcSubnet: 'photon-prod-production',
    })
  })

  test.each([
    ['the claim does not ask for it', { enableSnatRule: false }, 'photon-prod-provider2-ext'],
    ['there is no router-port EIP', { enableSnatRule: true }, undefined],
  ])('is left out where %s', (_, change, eip) => {
    expect(manifests(change, eip).map(({ kind }) => kind)).not.toContain('OvnSnatRule')
  })
})
