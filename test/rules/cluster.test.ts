import { describe, expect, test } from 'vitest'
import { checkClaim } from '../../lib/domain/rules/claim-checks.ts'
import { cluster, context, said } from './samples.ts'

describe('the control-plane address of a Cluster', () => {
  test('in no pool is refused (M-064)', () => {
    const claim = cluster({ network: '{serviceType: LoadBalancer, serviceAddress: 172.21.209.5}' })
    expect(said(checkClaim(claim, context))).toEqual([
      'cluster/address-outside-pools 14: control-plane address "172.21.209.5" is neither in tenant-cp-pool nor in any other pool',
    ])
  })

  test("in the management's pool is refused", () => {
    const claim = cluster({ network: '{serviceAddress: 172.21.204.210}' })
    expect(said(checkClaim(claim, context))).toEqual([
      'cluster/address-in-management-pool 14: control-plane address "172.21.204.210" is in mgmt-pool, a tenant\'s belongs into tenant-cp-pool',
    ])
  })

  test.each(['172.21.208.100', '172.21.208.250'])(
    '%s of tenant-cp-pool is fine (M-064)',
    (address) => {
      expect(checkClaim(cluster({ network: `{serviceAddress: ${address}}` }), context)).toEqual([])
    },
  )

  test('left open behind a LoadBalancer warns, naming the pool (M-068)', () => {
    const [finding] = checkClaim(cluster({ network: '{serviceType: LoadBalancer}' }), context)
    expect(finding?.rule).toBe('cluster/address-not-pinned')
    expect(finding?.severity).toBe('warning')
    expect(finding?.hint).toContain('tenant-cp-pool')
  })

  test('of another Service type is not MetalLB’s, which is said', () => {
    const claim = cluster({ network: '{serviceType: NodePort, serviceAddress: 172.21.209.5}' })
    expect(checkClaim(claim, context)).toMatchObject([
      {
        rule: 'cluster/address-unused',
        severity: 'warning',
        field: 'spec.topology.variables[1].value.network.serviceAddress',
        value: '172.21.209.5',
      },
    ])
  })
})

describe('the public address of a control plane (M-074)', () => {
  const serviceAddress = '172.21.208.104'
  const check = (server: string, sans: readonly string[]) => {
    const network = JSON.stringify({ serviceAddress, certSANs: sans })
    const bootstrap = JSON.stringify({ serverAddress: server })
    return said(checkClaim(cluster({ network, bootstrap }), context))
  }

  test.each([
    ['198.51.100.30', []],
    ['api.example.com', ['example.com', '*.api.example.com']],
    ['[2001:db8::1]:6443', ['2001:db8::2']],
  ])('%s with SANs %j is refused', (server, sans) => {
    expect(check(server, sans)).toEqual([
      `cluster/public-address-not-in-sans 12: server address "${server}" is neither the service address nor in certSANs`,
    ])
  })

  test.each([
    ['198.51.100.30', ['198.51.100.30']],
    ['198.51.100.30:6443', ['198.51.100.30']],
    ['API.example.com', ['api.example.com']],
    ['api.example.com:443', ['*.example.com']],
    ['[2001:db8::1]:6443', ['2001:DB8:0::1']],
    [serviceAddress, []],
  ])('%s with SANs %j is fine', (server, sans) => {
    expect(check(server, sans)).toEqual([])
  })
})

describe('certSANs', () => {
  const check = (sans: readonly string[]) => {
    const network = JSON.stringify({ serviceAddress: '172.21.208.104', certSANs: sans })
    return checkClaim(cluster({ network }), context)
  }

  test('that get into the certificate', () => {
    const sans = ['api.example.com', '*.example.com', '203.0.113.80', '2001:DB8::1', 'api', '1.api']
    expect(check(sans)).toEqual([])
  })

  test.each([
    ['https://api.example.com', 'write "api.example.com"'],
    ['api.example.com:6443', 'write "api.example.com"'],
    ['[2001:db8::1]:6443', 'write "2001:db8::1"'],
    ['API.example.com', 'write "api.example.com"'],
    ['203.0.113.80/32', undefined],
    ['api_internal.example.com', undefined],
    ['a.*.example.com', undefined],
    ['', undefined],
  ])('%j do not, which is told', (san, hint) => {
    expect(check(['api.example.com', san])).toMatchObject([
      {
        rule: 'cluster/no-san',
        severity: 'warning',
        field: 'spec.topology.variables[1].value.network.certSANs[1]',
        value: san,
      },
    ])
    expect(check([san])[0]?.hint).toBe(hint)
  })
})

test('a range over the control plane is refused', () => {
  const claim = cluster({
    network: '{serviceAddress: 172.21.208.104}',
    ranges:
      '{pods: {cidrBlocks: [10.96.0.0/11]}, services: {cidrBlocks: [10.5.0.0/16, 172.21.0.0/16]}}',
  })
  expect(checkClaim(claim, context)).toMatchObject([
    {
      rule: 'cluster/ranges-overlap',
      message: 'services "172.21.0.0/16" overlap the control-plane address "172.21.208.104"',
      field: 'spec.clusterNetwork.services.cidrBlocks[1]',
      value: '172.21.0.0/16',
    },
  ])
})

test('pods and services that overlap are refused', () => {
  const claim = cluster({
    network: '{serviceAddress: 172.21.208.104}',
    ranges: '{pods: {cidrBlocks: [10.96.0.0/11]}, services: {cidrBlocks: [10.100.0.0/16]}}',
  })
  expect(checkClaim(claim, context).map(({ message }) => message)).toEqual([
    'services "10.100.0.0/16" overlap pods "10.96.0.0/11"',
  ])
})

describe('the controller of the Services of a Cluster', () => {
  const network = '{serviceAddress: 172.21.208.104}'
  const prefix = 'capvco.infrastructure.cluster.x-k8s.io'
  const check = (metadata: string) => said(checkClaim(cluster({ network, metadata }), context))

  test('is one: both labels are refused (V-004, V-008)', () => {
    const labels = `labels: {${prefix}/service-lb: vco, ${prefix}/ccm: enabled}`
    const [finding, ...more] = checkClaim(cluster({ network, metadata: labels }), context)
    expect(more).toEqual([])
    expect(finding).toMatchObject({
      rule: 'cluster/two-service-controllers',
      severity: 'error',
      at: { line: 6 },
      value: 'enabled',
      message: `Cluster "solar" has both labels ${prefix}/service-lb and ${prefix}/ccm: two controllers would reconcile its Services`,
    })
  })

  test.each([
    ['service-lb', 'vco'],
    ['ccm', 'enabled'],
  ])('may be %s alone (V-010, V-021)', (key, value) => {
    expect(check(`labels: {${prefix}/${key}: ${value}}`)).toEqual([])
  })

  test.each([
    [
      `labels: {${prefix}/service-lb: enabled}`,
      `label ${prefix}/service-lb "enabled" switches nothing on, only "vco" does`,
    ],
    [
      `labels: {${prefix}/ccm: "true"}`,
      `label ${prefix}/ccm "true" switches nothing on, only "enabled" does`,
    ],
    [
      `annotations: {${prefix}/ccm: enabled}`,
      `${prefix}/ccm is a label, as an annotation it switches nothing on`,
    ],
  ])('is none with %s, which is said', (metadata, message) => {
    expect(check(metadata)).toEqual([`cluster/service-controller-label 6: ${message}`])
  })
})

describe('an annotation loadBalancerIPs on a Cluster (M-063)', () => {
  const check = (network: string, text: string, prefix = 'metallb.io') =>
    checkClaim(
      cluster({ network, metadata: `annotations: {${prefix}/loadBalancerIPs: "${text}"}` }),
      context,
    )

  test.each(['metallb.io', 'metallb.universe.tf'])(
    '%s may say what the variable says',
    (prefix) => {
      expect(check('{serviceAddress: 172.21.208.104}', '172.21.208.104', prefix)).toEqual([])
    },
  )

  test.each(['172.21.208.105', '172.21.208.104,fd00::1', ''])(
    'that says "%s" instead is refused',
    (text) => {
      expect(check('{serviceAddress: 172.21.208.104}', text)).toMatchObject([
        {
          rule: 'cluster/address-twice',
          severity: 'error',
          at: { line: 6 },
          message: `metallb.io/loadBalancerIPs "${text}" is not the serviceAddress "172.21.208.104"`,
        },
      ])
    },
  )

  test.each([
    ['172.21.208.105', ['cluster/address-twice']],
    ['172.21.208.104', []],
    ['198.51.100.30', []],
    ['api.solar.example.com', []],
  ])('is not the only other place: controlPlaneEndpoint %s', (host, wanted) => {
    const claim = cluster({ network: '{serviceAddress: 172.21.208.104}', endpoint: host })
    expect(checkClaim(claim, context).map(({ rule }) => rule)).toEqual(wanted)
  })

  test.each([
    ['172.21.208.105', ['warning cluster/address-twice']],
    ['172.21.209.5', []],
    ['0.0.0.0', []],
  ])('is not held by controlPlaneEndpoint %s alone', (host, wanted) => {
    const findings = checkClaim(cluster({ network: '{}', endpoint: host }), context)
    expect(findings.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(wanted)
  })

  test('is no pin by itself', () => {
    expect(check('{}', '172.21.208.105')).toMatchObject([
      { rule: 'cluster/address-twice', severity: 'warning', value: '172.21.208.105' },
    ])
  })
})
