import { describe, expect, test } from 'vitest'
import type { KdcCluster } from '../../lib/domain/claims/claim.ts'
import { read, readClaim, told } from './read.ts'

function kdcCluster(spec: readonly string[], metadata: readonly string[] = []): string {
  return [
    'apiVersion: k8s.kube-dc.com/v1alpha1',
    'kind: KdcCluster',
    'metadata:',
    '  name: solar',
    ...metadata.map((line) => `  ${line}`),
    ...(spec.length === 0 ? [] : ['spec:', ...spec.map((line) => `  ${line}`)]),
    '',
  ].join('\n')
}

function specOf(text: string) {
  const { claim, findings } = readClaim(text)
  expect(told(findings)).toEqual([])
  return (claim as KdcCluster).spec
}

describe('a KdcCluster', () => {
  test('K-058 asks for blocks, one where it does not say how many', () => {
    const none = { blocks: 1, providers: [] }
    expect(specOf(kdcCluster([]))).toEqual(none)
    expect(specOf(kdcCluster(['version: v1.31.0', 'loadBalancer: {}']))).toEqual(none)
    for (const blocks of [1, 8])
      expect(specOf(kdcCluster([`loadBalancer: {blocks: ${blocks}}`]))).toEqual({ ...none, blocks })
  })

  test('names its networks and what its workers run on, kubevirt where it does not say', () => {
    const spec = [
      'network: {podCIDR: "10.4.0.0/16,FD00:0::/64", serviceCIDR: 10.5.0.0/16}',
      'enableClusterAPI: true',
      'workers:',
      '  - {name: a, replicas: 2}',
      '  - {name: b, infrastructureProvider: cloudsigma}',
      '  - {name: c, infrastructureProvider: kubevirt}',
      'dataStore: {dedicated: true}',
    ]
    expect(specOf(kdcCluster(spec))).toEqual({
      blocks: 1,
      providers: ['cloudsigma', 'kubevirt'],
      pods: '10.4.0.0/16,fd00::/64',
      services: '10.5.0.0/16',
    })
  })

  test.each(['disabled', 'enabled'] as const)('K-036 K-038 opts by an annotation: %s', (choice) => {
    const text = kdcCluster([], [`annotations: {network.kube-dc.com/lb-block: ${choice}}`])
    expect(specOf(text)).toEqual({ blocks: 1, choice, providers: [] })
  })

  test.each([
    ['blocks: 0', 'field/value', 'blocks "0" is out of bounds, at least 1 needed'],
    ['blocks: 9', 'field/value', 'blocks "9" is out of bounds, at most 8 allowed'],
    ['blocks: -1', 'field/value', 'blocks "-1" is out of bounds'],
    ['blocks: "2"', 'field/type', 'blocks must be a whole number, not the text "2"'],
    ['blocks: 1.5', 'field/type', 'blocks must be a whole number, not the number "1.5"'],
    ['blocks: null', 'field/null', 'blocks is empty (null)'],
    ['blocks: true', 'field/type', 'blocks must be a whole number'],
    ['blocks: [2]', 'field/type', 'blocks must be a whole number, not the list [2]'],
    ['block: 2', 'field/unknown', 'field "block" is unknown in spec.loadBalancer'],
    ['Blocks: 2', 'field/unknown', 'field "Blocks" is unknown in spec.loadBalancer'],
  ])('with %s freezes at its last good form (K-059)', (line, rule, message) => {
    const { claim, findings } = readClaim(kdcCluster([`loadBalancer: {${line}}`]))
    expect(findings).toMatchObject([
      {
        rule,
        severity: 'error',
        object: 'KdcCluster shop/solar',
        at: { file: 'environments/shop/claims.yaml', line: 6 },
        message: expect.stringContaining(message) as string,
      },
    ])
    expect(claim).toMatchObject({ kind: 'KdcCluster', name: 'solar' })
    expect(claim?.spec).toBeUndefined()
  })

  test.each([
    ['loadbalancer: {blocks: 2}', 'field "loadbalancer" is unknown in spec', 'loadBalancer'],
    ['load-balancer: {blocks: 2}', 'field "load-balancer" is unknown in spec', 'loadBalancer'],
    ['blocks: 2', 'field "blocks" is unknown in spec', 'loadBalancer.blocks'],
    ['network: {podCidr: 10.0.0.0/16}', 'field "podCidr" is unknown in spec.network', 'podCIDR'],
    [
      'workers: [{infraStructureProvider: x}]',
      'field "infraStructureProvider" is unknown in spec.workers[0]',
      'infrastructureProvider',
    ],
  ])('does not pass over %s', (line, message, meant) => {
    const { claim, findings } = readClaim(kdcCluster([line]))
    expect(findings).toMatchObject([
      { rule: 'field/unknown', at: { line: 6 }, message, hint: `did you mean "${meant}"?` },
    ])
    expect(claim?.spec).toBeUndefined()
  })

  test('with a provider that is nearly kubevirt is refused; any other one is somebody’s own', () => {
    const { findings } = readClaim(kdcCluster(['workers: [{infrastructureProvider: KubeVirt}]']))
    expect(findings).toMatchObject([
      {
        rule: 'field/value',
        message: 'infrastructureProvider "KubeVirt" is not "kubevirt"',
        hint: 'write kubevirt',
      },
    ])
    expect(specOf(kdcCluster(['workers: [{infrastructureProvider: aws}]']))?.providers).toEqual([
      'aws',
    ])
  })

  test.each([
    [
      'annotations: {network.kube-dc.com/lb-block: "false"}',
      'vip/annotation',
      'none of "disabled"',
    ],
    [
      'annotations: {network.kube-dc.com/lb-block: Disabled}',
      'vip/annotation',
      '"Disabled" is none',
    ],
    ['annotations: {network.kube-dc.com/lb-block: ""}', 'vip/annotation', '"" is none of'],
    [
      'annotations: {kube-dc.com/lb-block: disabled}',
      'vip/annotation-name',
      '"kube-dc.com/lb-block"',
    ],
    [
      'annotations: {lb-block: disabled}',
      'vip/annotation-name',
      'is not network.kube-dc.com/lb-block',
    ],
    ['annotations: {network.kube-dc.com/lb-blocks: disabled}', 'vip/annotation-name', 'lb-blocks'],
    ['annotations: {network.kube-dc.com/LB_Block: disabled}', 'vip/annotation-name', 'LB_Block'],
    ['annotation: {network.kube-dc.com/lb-block: disabled}', 'field/unknown', '"annotation"'],
  ])('is not left out by %s, which is refused', (line, rule, message) => {
    const { claim, findings } = readClaim(kdcCluster([], [line]))
    expect(findings).toMatchObject([
      {
        rule,
        severity: 'error',
        at: { line: 5 },
        message: expect.stringContaining(message) as string,
      },
    ])
    expect(claim?.spec).toBeUndefined()
  })

  test('is not left out by a label, nor by the annotation of a Namespace: a warning', () => {
    const lines = [
      'labels: {network.kube-dc.com/lb-block: disabled}',
      'annotations: {network.kube-dc.com/address-reservation: disabled}',
    ]
    const { claim, findings } = readClaim(kdcCluster([], lines))
    expect(told(findings).toSorted()).toEqual([
      '5 vip/label label network.kube-dc.com/lb-block means nothing: it is an annotation of the KdcCluster',
      '6 vip/annotation-elsewhere annotation network.kube-dc.com/address-reservation means nothing on a KdcCluster',
    ])
    expect(findings.map(({ severity }) => severity)).toEqual(['warning', 'warning'])
    expect(claim?.spec).toEqual({ blocks: 1, providers: [] })
  })

  test('stands in environments/ alone, under its own apiVersion', () => {
    const { findings } = read({ 'platform/solar.yaml': kdcCluster([]) })
    expect(findings).toMatchObject([{ rule: 'placement/folder', object: 'KdcCluster solar' }])
    const other = kdcCluster([]).replace('v1alpha1', 'v1')
    expect(readClaim(other).findings).toMatchObject([{ rule: 'placement/api-version' }])
  })
})

describe('a Cluster of the Cluster API', () => {
  test.each(['v1beta1', 'v1beta2'])('of %s says the networks', (version) => {
    const text = `apiVersion: cluster.x-k8s.io/${version}
kind: Cluster
metadata: {name: solar}
spec: {clusterNetwork: {pods: {cidrBlocks: [10.243.0.0/16]}, services: {cidrBlocks: [10.95.0.0/16]}}}
`
    const { claim, findings } = readClaim(text)
    expect(told(findings)).toEqual([])
    expect(claim?.spec).toMatchObject({ pods: ['10.243.0.0/16'], services: ['10.95.0.0/16'] })
  })

  test('does not opt out: that is the KdcCluster', () => {
    const text = `apiVersion: cluster.x-k8s.io/v1beta1
kind: Cluster
metadata: {name: solar, annotations: {network.kube-dc.com/lb-block: disabled}}
spec: {}
`
    expect(told(readClaim(text).findings)).toEqual([
      '3 vip/annotation-elsewhere annotation network.kube-dc.com/lb-block means nothing on a Cluster',
    ])
  })
})

describe('a Namespace', () => {
  const namespace = (annotations: string) => ({
    'platform/tenants/shop.yaml': `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  annotations: ${annotations}
`,
  })

  test('K-039 excludes its project by an annotation', () => {
    const files = namespace('{network.kube-dc.com/address-reservation: disabled}')
    const { value, findings } = read(files)
    expect(findings).toEqual([])
    expect(value.grants.get('shop')).toMatchObject({ withoutVips: true })
  })

  test.each(['enabled', '"false"', 'Disabled'])('says nothing else than disabled: %s', (text) => {
    const files = namespace(`{network.kube-dc.com/address-reservation: ${text}}`)
    const { value, findings } = read(files)
    expect(findings).toMatchObject([
      { rule: 'vip/annotation', severity: 'error', at: { line: 5 }, object: 'Namespace shop' },
    ])
    expect(value.readable).toBe(false)
  })

  test('is not a KdcCluster, whose annotation means nothing on it', () => {
    const { value, findings } = read(namespace('{network.kube-dc.com/lb-block: disabled}'))
    expect(findings).toMatchObject([{ rule: 'vip/annotation-elsewhere', severity: 'warning' }])
    expect(value.readable).toBe(true)
    expect(value.grants.get('shop')).toEqual({ namespace: 'shop', quotas: {} })
  })
})

describe('a Project', () => {
  const project = (name: string, namespace: string, spec = '{cidrBlock: 10.7.0.0/16}') => `---
apiVersion: kube-dc.com/v1
kind: Project
metadata: {name: ${name}${namespace === '' ? '' : `, namespace: ${namespace}`}}
spec: ${spec}
`
  const shop = { 'environments/photon-prod/a.yaml': '# nothing\n' }
  const file = 'platform/tenants/photon-prod.yaml'

  test.each([
    ['prod', 'photon'],
    ['photon-prod', ''],
    ['photon-prod', 'acme'],
    ['main', 'photon-prod'],
  ])('%s of "%s" is that of the environment photon-prod', (name, namespace) => {
    const { value, findings } = read({ ...shop, [file]: project(name, namespace) })
    expect(findings).toEqual([])
    expect([...value.projects.keys()]).toEqual(['photon-prod'])
    expect(value.projects.get('photon-prod')).toMatchObject({ cidrBlock: '10.7.0.0/16' })
  })

  test('stands in the file of its environment, or of none', () => {
    const { findings } = read({ ...shop, [file]: project('dev', 'photon') })
    expect(findings).toMatchObject([
      { rule: 'placement/tenant-file', object: 'Project photon/dev' },
    ])
    expect(read({ ...shop, 'platform/p.yaml': project('dev', 'photon') }).findings).toEqual([])
    const inTenant = { 'environments/photon-prod/p.yaml': project('prod', 'photon') }
    expect(read(inTenant).findings).toMatchObject([{ rule: 'placement/folder' }])
  })

  test.each([
    ['{}', 'field/missing', 'cidrBlock is missing'],
    ['{cidrBlock: 10.7.0.1/16}', 'field/host-bits', 'cidrBlock "10.7.0.1/16" has host bits set'],
    ['{cidrblock: 10.7.0.0/16}', 'field/missing', 'cidrBlock is missing'],
    ['{cidrBlock: 10.7.0.0/16, egressNetworkType: vpn}', 'field/value', '"vpn" is none of'],
    ['{cidrBlock: 10.7.0.0/16, gwLanIP: 10.7.0.1}', 'field/unknown', '"gwLanIP" is unknown'],
  ])('with %s is refused', (spec, rule, message) => {
    const { value, findings } = read({ ...shop, [file]: project('prod', 'photon', spec) })
    expect(findings).toContainEqual(
      expect.objectContaining({ rule, message: expect.stringContaining(message) as string }),
    )
    expect(value.readable).toBe(false)
  })

  test.each([
    ['10.7.0.1', []],
    ['10.7.255.254', []],
    ['10.8.0.1', ['warning project/gateway-outside 10.8.0.1']],
    ['"fd00::1"', ['warning project/gateway-outside fd00::1']],
  ])('has the gateway %s', (gateway, wanted) => {
    const spec = `{cidrBlock: 10.7.0.0/16, gwLanIp: ${gateway}}`
    const { value, findings } = read({ ...shop, [file]: project('prod', 'photon', spec) })
    expect(findings.map((one) => `${one.severity} ${one.rule} ${one.value}`)).toEqual(wanted)
    expect(value.readable).toBe(true)
  })

  test('has a namespace that no other one has', () => {
    const two = project('prod-eu', 'photon') + project('eu', 'photon-prod')
    const { value, findings } = read({ 'platform/projects.yaml': two })
    expect(findings).toMatchObject([
      {
        rule: 'project/same-namespace',
        severity: 'error',
        message:
          'Project photon-prod/eu and Project photon/prod-eu both have the namespace "photon-prod-eu"',
      },
    ])
    expect(value.readable).toBe(false)
  })
})
