import { expect, test } from 'vitest'
import { eipManifests } from '../../lib/domain/manifests/claim-manifests.ts'
import type { Manifest } from '../../lib/domain/manifests/manifest.ts'
import type { EipParts } from '../../lib/domain/manifests/ovn-eip.ts'
import { settings } from './sample.ts'

function eip(change: Partial<EipParts> = {}): Manifest {
  const [manifest, ...others] = eipManifests({
    namespace: 'photon-prod',
    claim: 'web',
    type: 'nat',
    subnet: 'provider2-ext',
    address: '203.0.113.30',
    egress: false,
    settings: settings(),
    ...change,
  })
  expect(others).toEqual([])
  return manifest as Manifest
}

test('a claim is an OvnEip named by namespace and claim, its address pinned (M-186)', () => {
  expect(eip()).toEqual({
    apiVersion: 'kubeovn.io/v1',
    kind: 'OvnEip',
    metadata: {
      name: 'photon-prod-web',
      labels: {
        'app.kubernetes.io/managed-by': 'netclaim',
        'netclaim.dev/environment': 'photon-prod',
      },
      annotations: {
        'netclaim.dev/claim': 'EipClaim photon-prod/web',
        'argocd.argoproj.io/sync-wave': '12',
      },
      finalizers: ['kubeovn.io/kube-ovn-controller'],
    },
    spec: { externalSubnet: 'provider2-ext', type: 'nat', v4Ip: '203.0.113.30' },
  })
})

test('the claim external has the name that Kube-OVN adopts, before its Vpc (M-187)', () => {
  const manifest = eip({ claim: 'external', type: 'lrp', egress: true })
  expect(manifest.metadata.name).toBe('photon-prod-provider2-ext')
  expect(manifest.metadata.annotations['argocd.argoproj.io/sync-wave']).toBe('10')
  expect(manifest.spec['type']).toBe('lrp')
})

test('another lrp claim is one address by its own name', () => {
  const manifest = eip({ claim: 'spare', type: 'lrp' })
  expect(manifest.metadata.name).toBe('photon-prod-spare')
  expect(manifest.spec).toMatchObject({ type: 'lrp', v4Ip: '203.0.113.30' })
})

test.each([
  ['1.12.30', 'kube-ovn-controller'],
  ['1.13.0', 'kubeovn.io/kube-ovn-controller'],
  ['2.0.1', 'kubeovn.io/kube-ovn-controller'],
])('Kube-OVN %s knows the finalizer %s', (version, finalizer) => {
  expect(eip({ settings: settings(version) }).metadata.finalizers).toEqual([finalizer])
})
