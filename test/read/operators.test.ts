import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../../lib/domain/settings.ts'
import { read, told } from './read.ts'

describe('netclaim.yaml', () => {
  test('has defaults for everything', () => {
    for (const text of ['', '# nothing\n', '{}\n', 'brakes: {}\n']) {
      const { value, findings } = read({ 'netclaim.yaml': text })
      expect(findings).toEqual([])
      expect(value.settings).toEqual(defaultSettings)
      expect(value.readable).toBe(true)
    }
  })

  test('says what runs, what is granted and what brakes', () => {
    const text = `engine: 0.1.0
kubeOvnVersion: 1.17.0
grants: {providerNetworks: granted}
cluster: {join: [100.64.0.0/16], services: ["FD00:0::/108"], nodes: [172.21.204.0/22]}
brakes: {releases: 20}
proof: api
reuse: {after: 7d}
publish: {configMap: netclaim-values, dnsZone: net.example.com}
state: {branch: state}
crds: existing
appliedBy: flux
appliers: [system:serviceaccount:flux-system:kustomize-controller]
controllers: [system:serviceaccount:net:ovn]
allocator: {image: registry.example.com:5000/metallb/controller}
alerts: {namespace: monitoring, labels: {release: stack}}
`
    const { value, findings } = read({ 'netclaim.yaml': text })
    expect(findings).toEqual([])
    expect(value.settings).toEqual({
      engine: '0.1.0',
      kubeOvnVersion: '1.17.0',
      grants: { providerNetworks: 'granted' },
      cluster: {
        join: ['100.64.0.0/16'],
        pods: [],
        services: ['fd00::/108'],
        nodes: ['172.21.204.0/22'],
      },
      brakes: { releases: 20, sharePercent: 30, shareFrom: 4 },
      proof: 'api',
      reuse: { after: 604_800 },
      publish: { configMap: 'netclaim-values', dnsZone: 'net.example.com' },
      state: { branch: 'state' },
      crds: 'existing',
      target: 'manifests',
      appliedBy: 'flux',
      appliers: ['system:serviceaccount:flux-system:kustomize-controller'],
      controllers: ['system:serviceaccount:net:ovn'],
      allocator: { image: 'registry.example.com:5000/metallb/controller', version: '0.15.2' },
      alerts: { namespace: 'monitoring', labels: { release: 'stack' } },
    })
  })

  test.each([
    ['', ['100.64.0.0/16']],
    ['cluster: {pods: [10.16.0.0/16]}\n', ['100.64.0.0/16']],
    ['cluster: {join: [100.70.0.0/16]}\n', ['100.70.0.0/16']],
    ['cluster: {join: []}\n', []],
  ])('"%s" has the join range of Kube-OVN unless it names another', (text, join) => {
    expect(read({ 'netclaim.yaml': text }).value.settings.cluster.join).toEqual(join)
  })

  test.each([
    ['brake: {}', 'field "brake" is unknown'],
    ['kubeOvnVersion: 1.16', 'kubeOvnVersion must be a string, not the number "1.16"'],
    [
      'allocator: {image: "quay.io/metallb/controller:v0.15.2"}',
      'image "quay.io/metallb/controller:v0.15.2" is no name of an image without a tag, like "quay.io/metallb/controller"',
    ],
    ['allocator: {version: v0.15.2}', 'version "v0.15.2" is no version like "1.16.2"'],
    ['kubeOvnVersion: v1.16.2', 'kubeOvnVersion "v1.16.2" is no version like "1.16.2"'],
    ['proof: none', 'proof "none" is none of "ovn", "api"'],
    ['brakes: {sharePercent: 101}', 'sharePercent "101" is out of bounds, at most 100 allowed'],
    ['brakes: {releases: -1}', 'releases "-1" is out of bounds, at least 0 needed'],
    ['state: {branch: a/../b}', 'branch "a/../b" is no name of a branch'],
    [
      'state: {branch: netclaim/observed/a}',
      'branch "netclaim/observed/a" is a branch that others write: clusters, or a merge queue',
    ],
    ['cluster: {pods: [10.0.0.1/8]}', 'pods[0] "10.0.0.1/8" has host bits set'],
    ['a: [', 'flow'],
    ['{}\n---\n{}', 'netclaim.yaml holds more than one document'],
  ])('with %s is told and freezes everything', (text, message) => {
    const { value, findings } = read({ 'netclaim.yaml': `${text}\n` })
    expect(findings.map((finding) => finding.message.toLowerCase()).join('\n')).toContain(
      message.toLowerCase(),
    )
    expect(value.readable).toBe(false)
    expect(value.settings).toEqual(defaultSettings)
  })
})

test.each([
  ['1.12.35', ['platform/kube-ovn-version']],
  ['1.13.0', []],
  ['1.16.2', []],
])('Kube-OVN %s, told where netclaim.yaml names it', (version, wanted) => {
  const { value, findings } = read({ 'netclaim.yaml': `proof: api\nkubeOvnVersion: ${version}\n` })
  expect(findings.map(({ rule }) => rule)).toEqual(wanted)
  expect(value.readable).toBe(wanted.length === 0)
  for (const finding of findings) {
    expect(finding).toMatchObject({
      at: { file: 'netclaim.yaml', line: 2, column: 17 },
      field: 'kubeOvnVersion',
      value: version,
    })
  }
})

describe('grants', () => {
  const quota = (name: string, hard: string) => `---
apiVersion: v1
kind: ResourceQuota
metadata: {name: ${name}, namespace: shop}
spec: {hard: ${hard}}
`
  const namespace = `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  annotations: {netclaim.dev/provider-networks: "provider, provider2"}
`

  test('are quotas, of which the smallest holds, and provider networks', () => {
    const { value, findings } = read({
      'platform/tenants/shop.yaml':
        namespace +
        quota('a', '{count/eipclaims.network.kmetal.io: "10", pods: "1k"}') +
        quota(
          'b',
          '{count/eipclaims.network.kmetal.io: 4, count/subnetclaims.network.kmetal.io: 2, count/vpcclaims.network.kmetal.io: 0}',
        ),
    })
    expect(findings).toEqual([])
    expect(value.readable).toBe(true)
    expect([...value.grants]).toEqual([
      [
        'shop',
        {
          namespace: 'shop',
          quotas: { VpcClaim: 0, SubnetClaim: 2, EipClaim: 4 },
          providerNetworks: ['provider', 'provider2'],
        },
      ],
    ])
  })

  test.each([
    'count/eipclaim.network.kmetal.io',
    'eipclaims.network.kmetal.io',
    'count/EipClaims.network.kmetal.io',
  ])('by the key %s are none, which is said', (key) => {
    const text = quota('a', `{${key}: 2, count/machines.cluster.x-k8s.io: 9}`)
    const { value, findings } = read({ 'platform/tenants/shop.yaml': text })
    expect(findings).toMatchObject([
      {
        severity: 'warning',
        message: `quota "${key}" is not read`,
        field: `spec.hard["${key}"]`,
        hint: 'write "count/eipclaims.network.kmetal.io"',
      },
    ])
    expect(value.readable).toBe(true)
  })

  test.each([
    [
      'annotations',
      'provider-network',
      'did you mean the annotation "netclaim.dev/provider-networks"?',
    ],
    ['labels', 'provider-networks', 'write it as an annotation'],
  ])('by the %s netclaim.dev/%s are none, which is said', (map, name, hint) => {
    const text = namespace
      .replace('annotations: {netclaim.dev/provider-networks', `${map}: {netclaim.dev/${name}`)
      .replace('"provider, provider2"', 'provider2')
    const { value, findings } = read({ 'platform/tenants/shop.yaml': text })
    expect(findings).toMatchObject([
      {
        severity: 'warning',
        message: `${map.slice(0, -1)} "netclaim.dev/${name}" is not read`,
        at: { line: 5 },
        hint,
      },
    ])
    expect(value.grants.get('shop')?.providerNetworks).toBeUndefined()
  })

  test.each(['-1', '1.5', '"1k"', '""', '[1]', 'true'])('of %s claims are refused', (count) => {
    const text = quota('a', `{count/eipclaims.network.kmetal.io: ${count}}`)
    const { value, findings } = read({ 'platform/tenants/shop.yaml': text })
    expect(findings).toMatchObject([
      { rule: 'field/value', field: 'spec.hard["count/eipclaims.network.kmetal.io"]' },
    ])
    expect(value.readable).toBe(false)
  })

  test('name their namespace', () => {
    const text = quota('a', '{}').replace(', namespace: shop', '')
    expect(told(read({ 'platform/tenants/shop.yaml': text }).findings)).toEqual([
      '4 field/missing namespace is missing',
    ])
  })

  test('stand once', () => {
    const { value, findings } = read({
      'platform/tenants/a.yaml': namespace,
      'platform/tenants/b.yaml': namespace,
    })
    expect(findings).toMatchObject([{ rule: 'placement/duplicate', object: 'Namespace shop' }])
    expect(value.readable).toBe(false)
  })
})

describe('an acknowledgement', () => {
  const text = `apiVersion: netclaim.dev/v1alpha1
kind: Acknowledgement
metadata: {name: a}
spec:
  brake: environment
  subject: shop
  allows: [EipClaim shop/web, EipClaim shop/api]
  reason: the shop closes
`
  const digestOf = (changed: string) =>
    read({ 'acknowledgements/a.yaml': changed }).value.acknowledgements[0]?.digest

  test('is read with a digest of what it says', () => {
    const { value, findings } = read({ 'acknowledgements/2026/a.yaml': text })
    expect(findings).toEqual([])
    expect(value.acknowledgements).toMatchObject([
      {
        name: 'a',
        brake: 'environment',
        subject: 'shop',
        allows: ['EipClaim shop/api', 'EipClaim shop/web'],
        reason: 'the shop closes',
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
  })

  test('has the digest of its content, not of its name, order or comments', () => {
    const same = text
      .replace('{name: a}', '{name: b} # again')
      .replace('EipClaim shop/web, EipClaim shop/api', 'EipClaim shop/api, EipClaim shop/web')
    expect(digestOf(same)).toBe(digestOf(text))
    expect(digestOf(text.replace('closes', 'opens'))).not.toBe(digestOf(text))
    expect(digestOf(text.replace('shop/api', 'shop/apt'))).not.toBe(digestOf(text))
  })

  test.each([
    ['brake: environment', 'brake: all', 'brake "all" is none of'],
    [
      'brake: environment',
      'brake: everything',
      'subject "shop" does not go with brake "everything"',
    ],
    ['subject: shop', 'subject: "*"', 'subject "*" does not go with brake "environment"'],
    ['shop/web', 'web', 'is no name like "EipClaim photon-prod/web"'],
    ['[EipClaim shop/web, EipClaim shop/api]', '[]', 'allows has 0 entries, at least 1 needed'],
    ['the shop closes', '" "', 'reason " " is blank'],
    ['  reason: the shop closes\n', '', 'reason is missing'],
    ['reason', 'reasons', 'field "reasons" is unknown in spec'],
    ['name: a', 'name: a, namespace: shop', 'field "namespace" is unknown in metadata'],
  ])('with %s replaced by %s is refused and freezes everything', (from, to, message) => {
    const { value, findings } = read({ 'acknowledgements/a.yaml': text.replace(from, to) })
    expect(findings.map((finding) => finding.message).join('\n')).toContain(message)
    expect(value.acknowledgements).toEqual([])
    expect(value.readable).toBe(false)
  })

  test('may be a transfer', () => {
    const transfer = `apiVersion: netclaim.dev/v1alpha1
kind: Transfer
metadata: {name: t}
spec: {from: EipClaim shop/web, to: EipClaim store/web, reason: renamed}
`
    const { value, findings } = read({ 'acknowledgements/t.yaml': transfer })
    expect(findings).toEqual([])
    expect(value.transfers).toMatchObject([
      { name: 't', from: 'EipClaim shop/web', to: 'EipClaim store/web', reason: 'renamed' },
    ])
  })
})
