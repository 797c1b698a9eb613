import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { readObserved } from '../../lib/adapters/folder.ts'
import { noFacts } from '../../lib/domain/facts.ts'
import { canonical, mergeFacts } from '../../lib/pipeline/facts/canonical.ts'
import { factsFromObjects } from '../../lib/pipeline/facts/facts-from-objects.ts'
import { renderFacts } from '../../lib/pipeline/facts/own-form.ts'
import { readFacts } from '../../lib/pipeline/facts/read-facts.ts'
import { readYaml } from '../../lib/pipeline/facts/read-yaml.ts'
import { fastReadLong } from '../../lib/pipeline/yaml/fast-read.ts'
import { claimText } from '../yaml/claims.ts'

const object = (apiVersion: string, kind: string, name: string, more: object = {}) => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'photon-prod' },
  ...more,
})
const service = (name: string, ...ips: string[]) =>
  object('v1', 'Service', name, {
    status: { loadBalancer: { ingress: ips.map((ip) => ({ ip })) } },
  })

test('the addresses of a Service have it as their holder', () => {
  const { value, findings } = factsFromObjects([
    service('quantum', '172.21.208.210', '2001:DB8::1'),
  ])
  expect(findings).toEqual([])
  expect(value.holders).toEqual([
    { address: '172.21.208.210', holder: 'Service photon-prod/quantum' },
    { address: '2001:db8::1', holder: 'Service photon-prod/quantum' },
  ])
  expect(value.complete).toEqual(['Service'])
  expect(value.objects).toEqual(['Service photon-prod/quantum'])
})

test.each([
  [{ 'metallb.io/loadBalancerIPs': '172.21.208.150, FD00::1' }, {}, ['172.21.208.150', 'fd00::1']],
  [{ 'metallb.universe.tf/loadBalancerIPs': '172.21.208.150' }, {}, ['172.21.208.150']],
  [{}, { loadBalancerIP: '172.21.208.150' }, ['172.21.208.150']],
  [{ 'metallb.io/loadBalancerIPs': 'any' }, {}, []],
  [{ 'metallb.io/loadBalancerIPs': '172.21.208.150' }, { type: 'ClusterIP' }, []],
  [{ 'metallb.io/loadBalancerIPs': '172.21.208.150' }, { loadBalancerClass: 'kmetal' }, []],
])('a Service that asks by %j and %j holds what it asks for', (annotations, spec, wanted) => {
  const { value, findings } = factsFromObjects([
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'a', namespace: 'shop', annotations },
      spec: { type: 'LoadBalancer', ...spec },
      status: { loadBalancer: {} },
    },
  ])
  expect(findings).toEqual([])
  expect(value.holders).toEqual(wanted.map((address) => ({ address, holder: 'Service shop/a' })))
})

test('a Service holds its externalIPs, of whatever type it is', () => {
  const spec = { type: 'ClusterIP', externalIPs: ['198.51.100.60', null, 'api.example.com'] }
  const { value, findings } = factsFromObjects([object('v1', 'Service', 'old', { spec })])
  expect(findings).toEqual([])
  expect(value.holders).toEqual([{ address: '198.51.100.60', holder: 'Service photon-prod/old' }])
})

test.each([
  ['IptablesEIP', { externalSubnet: 'ext-a', v4ip: '198.51.100.60' }, { ip: '198.51.100.60' }],
  ['Vip', { subnet: 'ext-a', v4ip: '' }, { v4ip: '198.51.100.60' }],
  ['IP', { subnet: 'ext-a', v4IpAddress: '198.51.100.60', v6IpAddress: '' }, undefined],
])('an %s of Kube-OVN holds its address on its subnet', (kind, spec, status) => {
  const one = { apiVersion: 'kubeovn.io/v1', kind, metadata: { name: 'old' }, spec, status }
  const { value, findings } = factsFromObjects([one])
  expect(findings).toEqual([])
  expect(value.holders).toEqual([
    { address: '198.51.100.60', holder: `${kind} old`, subnet: 'ext-a' },
  ])
})

test('an OvnEip holds what it has and what it asks for, on its provider subnet', () => {
  const eip = {
    apiVersion: 'kubeovn.io/v1',
    kind: 'OvnEip',
    metadata: { name: 'photon-prod-web' },
    spec: { externalSubnet: 'ext-a', v4Ip: '198.51.100.24' },
    status: { v4Ip: '198.51.100.24', v6Ip: '' },
  }
  expect(factsFromObjects([eip]).value.holders).toEqual([
    { address: '198.51.100.24', holder: 'OvnEip photon-prod-web', subnet: 'ext-a' },
  ])
})

test('an EipClaim that a Service uses is a binding; one that a Vpc uses is none', () => {
  const service = { cluster: { name: 'solar' }, service: { namespace: 'demo', name: 'whoami' } }
  const claim = (name: string, binding: object) =>
    object('network.kmetal.io/v1alpha1', 'EipClaim', name, { status: { binding } })
  const { value } = factsFromObjects([
    claim('web', { type: 'Service', service }),
    claim('external', { type: 'Vpc' }),
  ])
  expect(value.bindings).toEqual([
    { environment: 'photon-prod', claim: 'web', cluster: 'solar', service: 'demo/whoami' },
  ])
})

test('a counter that a float could not hold exactly is left out', () => {
  const subnet = (name: string, v4usingIPs: unknown, v6usingIPs: unknown) => ({
    apiVersion: 'kubeovn.io/v1',
    kind: 'Subnet',
    metadata: { name },
    status: { v4usingIPs, v6usingIPs },
  })
  const { value } = factsFromObjects([
    subnet('a', 2, 18446744073709552000),
    subnet('b', '7', '18446744073709551611'),
    subnet('c', -1, 1.5),
    subnet('d', '07', '1e3'),
  ])
  expect(value.usage).toEqual([
    { subnet: 'a', v4: '2' },
    { subnet: 'b', v4: '7', v6: '18446744073709551611' },
  ])
})

test('a SubnetClaim mirrors its Subnet, whose own counters come first, and says nothing once that is gone', () => {
  const claim = object('network.kmetal.io/v1alpha1', 'SubnetClaim', 'production', {
    status: { v4UsingIPs: 3 },
  })
  const subnet = {
    apiVersion: 'kubeovn.io/v1',
    kind: 'Subnet',
    metadata: { name: 'photon-prod-production' },
    status: { v4usingIPs: 4 },
  }
  expect(factsFromObjects([claim]).value.usage).toEqual([
    { subnet: 'photon-prod-production', v4: '3' },
  ])
  expect(factsFromObjects([claim, subnet]).value.usage).toEqual([
    { subnet: 'photon-prod-production', v4: '4' },
  ])
  const none = { apiVersion: 'kubeovn.io/v1', kind: 'SubnetList', items: [] }
  expect(factsFromObjects([claim, none]).value.usage).toEqual([])
})

test('only a whole CIDR that is dropped counts as a drop', () => {
  const route = (action: string, match: string) => ({ priority: 31500, action, match })
  const vpc = {
    apiVersion: 'kubeovn.io/v1',
    kind: 'Vpc',
    metadata: { name: 'photon-prod' },
    spec: {
      policyRoutes: [
        route('drop', 'ip4.dst == 203.0.113.0/24'),
        route('drop', 'ip6.dst==2001:db8::/32'),
        route('allow', 'ip4.dst == 10.0.0.0/8'),
        route('drop', 'ip4.dst = 10.0.0.0/8'),
        route('drop', 'ip4.dst == 10.0.0.0/8 && tcp'),
      ],
    },
  }
  expect(factsFromObjects([vpc]).value.drops).toEqual([
    { vpc: 'photon-prod', cidrs: ['2001:db8::/32', '203.0.113.0/24'] },
  ])
})

test('nodes, clusters and the uid of kube-system are taken', () => {
  const { value } = factsFromObjects([
    {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'node-a' },
      status: {
        addresses: [
          { type: 'InternalIP', address: '192.168.1.2' },
          { type: 'Hostname', address: 'node-a' },
        ],
      },
    },
    object('cluster.x-k8s.io/v1beta2', 'Cluster', 'solar'),
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system', uid: 'u-1' } },
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other', uid: 'u-2' } },
  ])
  expect(value.nodes).toEqual([{ name: 'node-a', address: '192.168.1.2' }])
  expect(value.clusters).toEqual(['photon-prod/solar'])
  expect(value.uid).toBe('u-1')
})

test('an empty ServiceList shows that there is no Service; an empty List shows nothing', () => {
  const list = (kind: string) => ({ apiVersion: 'v1', kind, items: [] })
  expect(factsFromObjects([list('ServiceList')]).value.complete).toEqual(['Service'])
  expect(factsFromObjects([list('List')]).value.complete).toEqual([])
})

test('the items of a typed list may leave their kind out', () => {
  const { kind: _, apiVersion: __, ...bare } = service('a', '192.0.2.1')
  const list = { apiVersion: 'v1', kind: 'ServiceList', items: [bare] }
  expect(factsFromObjects([list]).value.objects).toEqual(['Service photon-prod/a'])
})

describe('what is malformed', () => {
  test.each([
    ['no object', 7],
    ['null', null],
    ['no name', { apiVersion: 'v1', kind: 'Service', metadata: {} }],
    ['a name that is a number', { apiVersion: 'v1', kind: 'Service', metadata: { name: 1 } }],
    ['an address with leading zeros', service('a', '10.0.0.010')],
    ['a status that is text', object('v1', 'Service', 'a', { status: 'no' })],
    [
      'a list that is text',
      object('v1', 'Service', 'a', { status: { loadBalancer: { ingress: 'x' } } }),
    ],
  ])('%s is a warning and harms nothing else', (_, bad) => {
    const { value, findings } = factsFromObjects([bad, service('good', '192.0.2.1')])
    expect(findings.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual([
      'warning facts/malformed',
    ])
    expect(value.holders).toEqual([{ address: '192.0.2.1', holder: 'Service photon-prod/good' }])
  })

  test('nothing whatsoever throws', () => {
    fc.assert(
      fc.property(fc.array(fc.anything({ withNullPrototype: true, maxDepth: 4 })), (objects) => {
        expect(factsFromObjects(objects).value.proven).toEqual([])
      }),
    )
  })

  test('a file that cannot be read is a warning at its line', () => {
    const { value, findings } = readFacts(new Map([['broken.yaml', 'kind: List\nitems: [']]))
    expect(value).toEqual(noFacts)
    expect(findings.map(({ rule, at }) => [rule, at?.file, at?.line])).toEqual([
      ['facts/unreadable', 'broken.yaml', 2],
    ])
  })

  test.each([
    ['deep nesting', '['.repeat(200_000)],
    [
      'swelling aliases',
      `a: &a [x, x]\n${'bcdefghijklm'
        .split('')
        .map((c, n) => `${c}: &${c} [${`*${'abcdefghijklm'[n]}, `.repeat(30)}x]`)
        .join('\n')}`,
    ],
    ['deep JSON', `{"a":${'['.repeat(100_000)}`],
  ])('%s ends as a warning', (_, text) => {
    const { findings } = readFacts(new Map([['hostile.yaml', text]]))
    expect(findings.map(({ rule }) => rule)).toEqual(['facts/unreadable'])
  })
})

test('the order of files and documents does not matter, and JSON says the same as YAML', () => {
  const a = service('a', '192.0.2.1')
  const b = service('b', '192.0.2.2')
  const one = readFacts(new Map([['x.yaml', `${JSON.stringify(a)}\n---\n${JSON.stringify(b)}\n`]]))
  const two = readFacts(
    new Map([
      ['2.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [b] })],
      ['1.json', JSON.stringify(a)],
    ]),
  )
  expect(one.findings).toEqual([])
  expect(two).toEqual(one)
})

test("Netclaim's own form is read back as it was written", () => {
  const facts = canonical({
    ...factsFromObjects([service('quantum', '172.21.208.210')]).value,
    uid: 'u-1',
    generation: 7,
    usage: [{ subnet: 'a', v4: '010'.slice(1), v6: '18446744073709551611' }],
    proven: [{ address: '198.51.100.24', generation: 6 }],
  })
  const text = renderFacts(facts)
  expect(readFacts(new Map([['solar.yaml', text]]))).toEqual({ value: facts, findings: [] })
  expect(renderFacts(facts)).toBe(text)
})

test('an unknown field in our own form is a warning and its facts are not counted', () => {
  const text = 'apiVersion: netclaim.dev/v1alpha1\nkind: Facts\nholder: []\n'
  const { value, findings } = readFacts(new Map([['a.yaml', text]]))
  expect(value).toEqual(noFacts)
  expect(findings).toHaveLength(1)
})

test('of two clusters, only what both listed whole counts as whole', () => {
  const a = { ...noFacts, uid: 'a', generation: 3, complete: ['OvnEip', 'Service'] }
  const b = { ...noFacts, uid: 'b', generation: 2, complete: ['Service'] }
  const both = mergeFacts([a, b])
  expect(both.complete).toEqual(['Service'])
  expect(both.generation).toBe(2)
  expect(both).not.toHaveProperty('uid')
  expect(mergeFacts([b, a])).toEqual(both)
})

const cases = '../shared/cases'
describe.skipIf(!existsSync(cases))('what the cases show of a cluster', () => {
  test.each([
    ['SUB-10/cluster', { usage: [{ subnet: 'photon-prod-v6', v6: '2' }] }],
    ['EIP-11/cluster', { clusters: ['photon-prod/quantum', 'photon-prod/solar'] }],
    [
      'EIP-11/cluster-gone',
      { clusters: ['photon-prod/quantum'], complete: ['Cluster', 'EipClaim'] },
    ],
    ['POOL-18/cluster', { nodes: [{ name: 'node-a', address: '192.168.1.2' }] }],
    ['CHG-03/cluster', { complete: ['Service'] }],
  ])('%s', (folder, wanted) => {
    const { value, findings } = readFacts(readObserved(`${cases}/${folder}`))
    expect(findings).toEqual([])
    expect(value).toMatchObject(wanted)
  })
})

describe('a file of facts', () => {
  const eip = (name: string) =>
    `apiVersion: kubeovn.io/v1\nkind: OvnEip\nmetadata: { name: ${name} }\nspec: { v4Ip: 198.51.100.24 }\n`
  const read = (text: string) => readFacts(new Map([['a.yaml', text]]))

  test('with a key that is a list or a map is counted, with a warning and nothing on stderr', () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    const odd = `${eip('web')}status:\n  ? [a, b]\n  : 1\n  ? { c: d }\n  : 2\n`
    const { value, findings } = read(`${eip('other')}---\n${odd}`)
    expect(warn).not.toHaveBeenCalled()
    expect(value.holders.map(({ holder }) => holder)).toEqual(['OvnEip other', 'OvnEip web'])
    expect(findings).toMatchObject([
      { rule: 'facts/malformed', severity: 'warning', at: { file: 'a.yaml', line: 11, column: 5 } },
    ])
  })

  test('with a key twice in one map is a warning, and the other documents count', () => {
    const { value, findings } = read(`${eip('web')}kind: Service\n---\n${eip('other')}`)
    expect(value.holders.map(({ holder }) => holder)).toEqual(['OvnEip other'])
    expect(findings).toMatchObject([
      { rule: 'facts/unreadable', message: expect.stringContaining('twice'), at: { line: 5 } },
    ])
  })

  test.each([
    ['empty', ''],
    ['of comments', '# nothing\n---\n'],
    ['that says null', 'null\n'],
  ])('%s is a warning', (_, text) => {
    expect(read(text).findings).toMatchObject([
      { rule: 'facts/unreadable', severity: 'warning', message: '"a.yaml" holds no objects' },
    ])
  })

  test('in the everyday form is read as the library reads it, places too', () => {
    let answered = 0
    fc.assert(
      fc.property(claimText(), (text) => {
        const fast = fastReadLong('a.yaml', text)
        if (fast === undefined) return
        answered += 1
        const { value, findings } = readYaml('a.yaml', text)
        expect(findings).toEqual([])
        expect(fast.map(({ value: object, at }) => ({ object, at }))).toEqual(value)
      }),
      { numRuns: 300 },
    )
    expect(answered).toBeGreaterThan(30)
  })

  test('of many thousand holders comes back as it was, in a moment', () => {
    const holders = Array.from({ length: 50_000 }, (_, n) => ({
      address: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
      holder: `OvnEip e${n}`,
    }))
    const text = renderFacts({ ...noFacts, uid: 'u', holders })
    const start = process.cpuUsage()
    expect(read(text).value.holders).toHaveLength(50_000)
    const { user, system } = process.cpuUsage(start)
    // The library takes six seconds.
    expect((user + system) / 1e6).toBeLessThan(5)
  })

  test('with one map of very many keys is read in a moment', () => {
    const keys = Array.from({ length: 60_000 }, (_, n) => `  k${n}: 1\n`).join('')
    const start = process.cpuUsage()
    expect(read(`${eip('web')}data:\n${keys}`).findings).toEqual([])
    const { user, system } = process.cpuUsage(start)
    // Comparing each key with each takes minutes.
    expect((user + system) / 1e6).toBeLessThan(20)
  })
})
