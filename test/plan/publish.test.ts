import { expect, test } from 'vitest'
import type { Entry } from '../../lib/domain/ledger/entry.ts'
import { renderPublishedValues } from '../../lib/domain/manifests/published-values.ts'
import { claim, cluster, documents } from './files.ts'
import { photon } from './world.ts'

const settings = 'netclaim.yaml'
const mine = 'environments/photon-prod/more.yaml'
const values = 'rendered/environments/photon-prod/values.yaml'
const on = { [settings]: 'publish: {configMap: netclaim-values}\n' }

test('each environment has a ConfigMap of what its claims hold', () => {
  const world = photon({
    ...on,
    [mine]: documents(
      cluster('solar', { subnet: 'production', address: '172.21.208.110' }),
      claim('EipClaim', 'mail-2', '{v4Ip: 198.51.100.40}'),
      claim('EipClaim', 'refused', '{v4Ip: 198.51.100.1}'),
      claim(
        'SubnetClaim',
        'both',
        '{protocol: Dual, cidrBlock: "10.101.0.0/24,fd00:101::/64", gateway: "10.101.0.1,fd00:101::1"}',
      ),
    ),
  })
  expect(world.tree.get(values)).toBe(`apiVersion: v1
kind: ConfigMap
metadata:
  name: netclaim-values
  namespace: photon-prod
  labels:
    app.kubernetes.io/managed-by: netclaim
    netclaim.dev/environment: photon-prod
  annotations:
    argocd.argoproj.io/sync-wave: "0"
    netclaim.dev/claim: Environment photon-prod/photon-prod
data:
  CONTROL_PLANE_SOLAR: "172.21.208.110"
  EIP_EXTERNAL: "198.51.100.22"
  EIP_MAIL_2: "198.51.100.40"
  EIP_WEB: "198.51.100.24"
  SUBNET4_BOTH: "10.101.0.0/24"
  SUBNET4_PRODUCTION: "10.100.0.0/24"
  SUBNET6_BOTH: "fd00:101::/64"
`)
})

test('without the setting there is none, and it goes with it', () => {
  const world = photon()
  expect([...world.tree.keys()]).not.toContain(values)
  world.commit(on)
  expect([...world.tree.keys()]).toContain(values)
  world.commit({ [settings]: undefined })
  expect([...world.tree.keys()]).not.toContain(values)
})

test('what is given back is published no longer, and the last of it takes the ConfigMap along', () => {
  const world = photon({ ...on, 'environments/zeta/a.yaml': claim('EipClaim', 'late') })
  world.commit({ [mine]: claim('EipClaim', 'mail', '{v4Ip: 198.51.100.40}') })
  expect(world.tree.get(values)).toContain('EIP_MAIL: "198.51.100.40"')
  world.commit({ [mine]: undefined })
  expect(world.tree.get(values)).not.toContain('EIP_MAIL')
  // It waits for a VPC, and holds nothing.
  expect([...world.tree.keys()]).not.toContain('rendered/environments/zeta/values.yaml')
})

test('each address that an EipClaim holds has a record, named by claim, namespace and zone alone', () => {
  const records = 'rendered/environments/photon-prod/records.yaml'
  const zone = { [settings]: 'publish: {dnsZone: net.example.com}\n' }
  const world = photon({
    ...zone,
    [mine]: documents(
      claim('EipClaim', 'mail-2', '{v4Ip: 198.51.100.40}'),
      claim('EipClaim', 'refused', '{v4Ip: 198.51.100.1}'),
      cluster('solar', { subnet: 'production', address: '172.21.208.110' }),
    ),
  })
  expect(world.tree.get(records)).toContain(`apiVersion: externaldns.k8s.io/v1alpha1
kind: DNSEndpoint
metadata:
  name: netclaim-mail-2
  namespace: photon-prod
  labels:
    app.kubernetes.io/managed-by: netclaim
    netclaim.dev/environment: photon-prod
  annotations:
    argocd.argoproj.io/sync-wave: "0"
    netclaim.dev/claim: Environment photon-prod/photon-prod
spec:
  endpoints:
    - dnsName: mail-2.photon-prod.net.example.com
      recordType: A
      targets:
        - "198.51.100.40"
`)
  expect(world.tree.get(records)?.match(/(?<=dnsName: ).*/g)).toEqual([
    'external.photon-prod.net.example.com',
    'mail-2.photon-prod.net.example.com',
    'web.photon-prod.net.example.com',
  ])
  expect([...world.tree.keys()]).not.toContain(values)
  world.commit({ [mine]: undefined })
  expect(world.tree.get(records)).not.toContain('mail-2')
  world.commit({ [settings]: undefined })
  expect([...world.tree.keys()]).not.toContain(records)
})

test.each([
  'example',
  'Example.com',
  'a..b',
  '.com',
  'a.b.',
  '-a.b',
  `${'a.'.repeat(63)}b`,
  '*.b.c',
])('dnsZone %s is refused', (dnsZone) => {
  const world = photon()
  const { report } = world.check({ [settings]: `publish: {dnsZone: "${dnsZone}"}\n` })
  expect(report.verdict).toBe('refuse')
  expect(report.findings[0]).toMatchObject({ field: 'publish.dnsZone', at: { file: settings } })
})

test('every key is one that Flux substitutes, and no two claims share one', () => {
  const eips = ['a', 'a-b', 'a-b-1', '1a', 'v4-x'].map((name) => {
    return { kind: 'EipClaim', name, phase: 'held', spec: {}, address: '198.51.100.30' }
  })
  const subnets = ['x', '4-x', 'v6'].map((name) => {
    const spec = { cidrBlock: '10.0.0.0/24,fd00::/64' }
    return { kind: 'SubnetClaim', name, phase: 'held', spec }
  })
  const clusters = ['solar', 'solar-1', 'solar-1-1'].map((name) => {
    const blocks = [1, 2, 11].map((ordinal) => ({ ordinal, cidr: '10.242.0.0/28', phase: 'Bound' }))
    return { kind: 'KdcCluster', name, phase: 'held', spec: {}, blocks }
  })
  const entries = [...eips, ...subnets, ...clusters] as unknown as readonly Entry[]
  const book = new Map(entries.map((entry) => [`${entry.kind} ${entry.name}`, entry]))
  const keys = Object.keys(renderPublishedValues('a', book, 'values')?.data ?? {})
  expect(keys).toHaveLength(5 + 6 + 9)
  expect(keys.filter((key) => !/^[A-Z_][A-Z0-9_]*$/.test(key))).toEqual([])
})
