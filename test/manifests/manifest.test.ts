import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { objectId, renderManifests } from '../../lib/domain/manifests/manifest.ts'
import { platformManifests } from '../../lib/domain/manifests/platform-manifests.ts'
import { samplePlatform, sampleTenant, settings } from './sample.ts'

const tenant = sampleTenant()
const options = { settings: settings(), open: () => true }
const all = [...tenant, ...[...platformManifests(samplePlatform(), options).values()].flat()]

test('a file is read back as what was rendered', () => {
  const documents = parseAllDocuments(renderManifests(all))
  expect(documents.map((document) => document.toJSON())).toEqual(all)
})

test('keys stand in the order in which people look for them, the rest is sorted', () => {
  const eip = tenant.find(({ kind }) => kind === 'OvnEip')
  expect(renderManifests(eip === undefined ? [] : [eip])).toBe(`apiVersion: kubeovn.io/v1
kind: OvnEip
metadata:
  name: photon-prod-provider2-ext
  labels:
    app.kubernetes.io/managed-by: netclaim
    netclaim.dev/environment: photon-prod
  annotations:
    argocd.argoproj.io/sync-wave: "10"
    netclaim.dev/claim: EipClaim photon-prod/external
  finalizers:
    - kubeovn.io/kube-ovn-controller
spec:
  externalSubnet: provider2-ext
  type: lrp
  v4Ip: "203.0.113.22"
`)
})

test('no two objects have one identity', () => {
  const ids = all.map((one) => `${one.apiVersion} ${objectId(one)}`)
  expect(new Set(ids).size).toBe(all.length)
})

test('what a kind needs is in an earlier wave', () => {
  const wave = (id: string) => {
    const found = all.find((manifest) => objectId(manifest) === id)
    return Number(found?.metadata.annotations['argocd.argoproj.io/sync-wave'])
  }
  const chain = [
    'ProviderNetwork provider2',
    'Vlan provider2',
    'Subnet provider2-ext',
    'OvnEip photon-prod-provider2-ext',
    'Vpc photon-prod',
    'Subnet photon-prod-production',
    'OvnSnatRule photon-prod-production',
  ].map(wave)
  expect(chain).toEqual([...new Set(chain)].sort((a, b) => a - b))
  expect(wave('OvnEip photon-prod-web')).toBeLessThan(wave('OvnSnatRule photon-prod-production'))
})
