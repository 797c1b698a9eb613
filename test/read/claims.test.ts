import { describe, expect, test } from 'vitest'
import { claimText, readClaim, told } from './read.ts'

describe('a VpcClaim', () => {
  test('says whether it wants external access, and through which provider network (M-087, M-088, M-089, M-097)', () => {
    const spec = ['externalAccess: true', 'providerNetworkRef:', '  name: provider2']
    const { claim, findings } = readClaim(claimText('VpcClaim', spec))
    expect(findings).toEqual([])
    expect(claim?.spec).toEqual({ externalAccess: true, providerNetwork: 'provider2' })
  })

  test.each([
    ['yes', 'externalAccess must be true or false, not the text "yes"'],
    ['"true"', 'externalAccess must be true or false, not the text "true"'],
    ['1', 'externalAccess must be true or false, not the number "1"'],
  ])('with externalAccess: %s is refused (M-089)', (value, message) => {
    const { claim, findings } = readClaim(claimText('VpcClaim', [`externalAccess: ${value}`]))
    expect(told(findings)).toContain(`7 field/type ${message}`)
    expect(claim?.spec).toBeUndefined()
    expect(claim?.seen).toEqual({})
  })

  test.each(['staticRoutes: []', 'policyRoutes: []', 'vpc: other', 'namespaces: [other]'])(
    'cannot say %s (M-013, M-087, M-093)',
    (line) => {
      const { claim, findings } = readClaim(claimText('VpcClaim', ['externalAccess: false', line]))
      const field = line.split(':')[0]
      expect(told(findings)).toEqual([`8 field/unknown field "${field}" is unknown in spec`])
      expect(findings[0]?.value).toBe(line === 'vpc: other' ? 'other' : undefined)
      expect(claim?.spec).toBeUndefined()
      expect(claim?.seen).toEqual({ externalAccess: false })
    },
  )

  test('without a spec asks for no external access', () => {
    expect(readClaim(claimText('VpcClaim', [])).claim?.spec).toEqual({ externalAccess: false })
  })

  test('takes its provider subnet from the annotation', () => {
    const text = claimText('VpcClaim', ['externalAccess: true']).replace(
      '  namespace: shop',
      '  annotations: {network.kmetal.io/provider-network-subnet: ext-b}',
    )
    expect(readClaim(text).claim?.spec).toEqual({ externalAccess: true, providerSubnet: 'ext-b' })
    const bad = readClaim(text.replace('ext-b', 'Ext_B'))
    expect(told(bad.findings)[0]).toMatch(/^5 field\/name .*"Ext_B" has upper-case letters/)
    expect(bad.claim?.spec).toBeUndefined()
  })
})

describe('a SubnetClaim', () => {
  test('is canonical, with every default filled in (M-113, M-117, M-120, M-124)', () => {
    const { claim } = readClaim(claimText('SubnetClaim', ['cidrBlock: 10.100.0.0/24'], 'lan'))
    expect(claim?.spec).toEqual({
      cidrBlock: '10.100.0.0/24',
      gateway: '10.100.0.1',
      protocol: 'IPv4',
      excludeIps: ['10.100.0.1'],
      enableSnatRule: false,
      attachment: { managed: true, name: 'lan-net' },
    })
  })

  test('without cidrBlock is refused (M-114)', () => {
    const { claim, findings } = readClaim(claimText('SubnetClaim', ['enableSnatRule: true']))
    expect(findings[0]).toMatchObject({
      rule: 'field/missing',
      at: { line: 6 },
      field: 'spec.cidrBlock',
      message: 'cidrBlock is missing',
      hint: 'for example cidrBlock: 10.100.0.0/24',
    })
    expect(claim?.spec).toBeUndefined()
    expect(claim?.seen).toMatchObject({ enableSnatRule: true })
  })

  test('names its attachment, or turns it off (M-124, M-127)', () => {
    const spec = ['cidrBlock: 10.1.0.0/24', 'attachment: {managed: false, name: lan}']
    const { claim } = readClaim(claimText('SubnetClaim', spec))
    expect(claim?.spec).toMatchObject({ attachment: { managed: false, name: 'lan' } })
  })

  test.each(['vpc: other', 'namespaces: [other]'])('cannot say %s (M-013, M-131)', (line) => {
    const { findings } = readClaim(claimText('SubnetClaim', ['cidrBlock: 10.1.0.0/24', line]))
    expect(told(findings)[0]).toMatch(/^8 field\/unknown/)
  })

  test.each([
    ['10.1.0.0/24', undefined, 'IPv4'],
    ['10.1.0.0/24', 'IPv4', 'IPv4'],
    ['fd00::/64', 'IPv6', 'IPv6'],
    ['10.1.0.0/24,fd00::/64', 'Dual', 'Dual'],
  ])('of %s with protocol %s is %s (M-119, M-120)', (block, protocol, canonical) => {
    const spec = [`cidrBlock: ${block}`, ...(protocol ? [`protocol: ${protocol}`] : [])]
    expect(readClaim(claimText('SubnetClaim', spec)).claim?.spec).toMatchObject({
      protocol: canonical,
    })
  })

  test('with a protocol that is none of the three is refused (M-119)', () => {
    const spec = ['cidrBlock: 10.1.0.0/24', 'protocol: ipv4']
    const { findings } = readClaim(claimText('SubnetClaim', spec))
    expect(findings[0]).toMatchObject({
      message: 'protocol "ipv4" is none of "IPv4", "IPv6", "Dual"',
      hint: 'write "IPv4"',
    })
  })

  test.each([
    ['fd00::/64', undefined, '7'],
    ['10.1.0.0/24,fd00::/64', undefined, '7'],
    ['10.1.0.0/24', 'IPv6', '8'],
    ['10.1.0.0/24', 'Dual', '8'],
    ['fd00::/64', 'IPv4', '8'],
  ])('of %s with protocol %s is refused (M-120)', (block, protocol, line) => {
    const spec = [`cidrBlock: ${block}`, ...(protocol ? [`protocol: ${protocol}`] : [])]
    const { claim, findings } = readClaim(claimText('SubnetClaim', spec))
    const [first] = told(findings)
    expect(first).toMatch(new RegExp(`^${line} subnet/protocol `))
    expect(first).toContain(`"${block}"`)
    expect(first).toContain(`"${protocol ?? 'IPv4'}"`)
    expect(claim?.spec).toBeUndefined()
  })

  test('takes the first usable host of each family as its gateway (M-117)', () => {
    const spec = ['cidrBlock: 10.1.0.64/26,fd00:0:0::40/122', 'protocol: Dual']
    expect(readClaim(claimText('SubnetClaim', spec)).claim?.spec).toMatchObject({
      cidrBlock: '10.1.0.64/26,fd00::40/122',
      gateway: '10.1.0.65,fd00::41',
      excludeIps: ['10.1.0.65', 'fd00::41'],
    })
  })

  test('wants one gateway for each family', () => {
    const spec = ['cidrBlock: 10.1.0.0/24,fd00::/64', 'protocol: Dual', 'gateway: 10.1.0.1']
    expect(told(readClaim(claimText('SubnetClaim', spec)).findings)).toEqual([
      '9 subnet/gateway-family gateway "10.1.0.1" is IPv4, cidrBlock "10.1.0.0/24,fd00::/64" is IPv4 and IPv6',
    ])
  })

  test('holds back addresses and ranges, merged and in order (M-121)', () => {
    const spec = [
      'cidrBlock: 10.1.0.0/24',
      'excludeIps: [10.1.0.9, 10.1.0.20..10.1.0.30, 10.1.0.5..10.1.0.8, 10.1.0.1, 10.1.0.25]',
    ]
    const { claim, findings } = readClaim(claimText('SubnetClaim', spec))
    expect(claim?.spec).toMatchObject({
      excludeIps: ['10.1.0.1', '10.1.0.5..10.1.0.9', '10.1.0.20..10.1.0.30'],
    })
    expect(findings).toEqual([])
  })

  test('has its gateway added to excludeIps, with an info (M-123)', () => {
    const spec = ['cidrBlock: 10.1.0.0/24', 'excludeIps: [10.1.0.9]']
    const { claim, findings } = readClaim(claimText('SubnetClaim', spec))
    expect(claim?.spec).toMatchObject({ excludeIps: ['10.1.0.1', '10.1.0.9'] })
    expect(findings).toMatchObject([
      {
        rule: 'subnet/gateway-not-excluded',
        severity: 'info',
        message: 'gateway "10.1.0.1" is added to excludeIps',
      },
    ])
  })

  test('may hold back 256 entries, not 257 (M-122)', () => {
    const entries = Array.from({ length: 257 }, (_, at) => `10.2.${at >> 7}.${(at % 128) * 2}`)
    const spec = (count: number) => [
      'cidrBlock: 10.2.0.0/16',
      `excludeIps: [${entries.slice(0, count).join(', ')}]`,
    ]
    expect(told(readClaim(claimText('SubnetClaim', spec(256))).findings)).toEqual([])
    expect(told(readClaim(claimText('SubnetClaim', spec(257))).findings)).toEqual([
      '8 field/too-many excludeIps has 257 entries, at most 256 allowed',
    ])
  })

  test.each([
    ['cidrBlock: 10.1.0.10/24', 'field/host-bits', 'write "10.1.0.0/24"'],
    ['cidrBlock: 10.1.0.0', 'field/cidr', undefined],
    ['cidrBlock: "10.1.0.0 /24"', 'field/cidr', undefined],
    ['cidrBlock: "10.1.0.0/24, fd00::/64"', 'field/cidr', undefined],
    ['cidrBlock: fd00::/64,10.1.0.0/24', 'field/cidr', 'write "10.1.0.0/24,fd00::/64"'],
    ['cidrBlock: 10.1.0.0/24,10.2.0.0/24', 'field/cidr', undefined],
    ['cidrBlock: 10.1.0.0/24,fd00::/64,fd01::/64', 'field/cidr', undefined],
    ['cidrBlock: 10.01.0.0/24', 'field/cidr', undefined],
    ['cidrBlock: 10', 'field/type', 'put it in quotes: "10"'],
    ['cidrBlock: [10.1.0.0/24]', 'field/type', undefined],
    ['cidrBlock:', 'field/null', 'write a value, or leave the line out'],
    ['cidrBlock: ~', 'field/null', 'write a value, or leave the line out'],
  ])('with %s is refused', (line, rule, hint) => {
    const { claim, findings } = readClaim(claimText('SubnetClaim', [line]))
    expect(findings[0]).toMatchObject({ rule, severity: 'error', at: { line: 7 } })
    expect(findings[0]?.hint).toBe(hint)
    expect(claim).toBeDefined()
    expect(claim?.spec).toBeUndefined()
    expect(claim?.seen).not.toHaveProperty('cidrBlock')
  })

  test('hears of all its faults at once, each at its place, as written', () => {
    const spec = [
      'cidrBlock: 10.1.0.0/24',
      'gateway: 10.1.0.256',
      'excludeIps:',
      '  - 10.1.0.5-10.1.0.9',
      '  - 10.1.0.9..10.1.0.5',
      '  - 10.1',
      'enableSnatRule: 1',
      'exclude: []',
      'attachment: {managed: maybe}',
    ]
    const { claim, findings } = readClaim(claimText('SubnetClaim', spec))
    expect(told(findings).toSorted()).toEqual([
      '10 field/range excludeIps[0] "10.1.0.5-10.1.0.9" is written with "-", a range here is written with ".."',
      '11 field/range excludeIps[1] "10.1.0.9..10.1.0.5" starts at 10.1.0.9, after its end 10.1.0.5',
      '12 field/type excludeIps[2] must be a string, not the number "10.1"',
      '13 field/type enableSnatRule must be true or false, not the number "1"',
      '14 field/unknown field "exclude" is unknown in spec',
      '15 field/type managed must be true or false, not the text "maybe"',
      '8 field/address gateway "10.1.0.256" is no address: octet 256 is above 255',
    ])
    expect(findings.find(({ rule }) => rule === 'field/range')?.hint).toBe(
      'write "10.1.0.5..10.1.0.9"',
    )
    expect(claim?.seen).toEqual({ cidrBlock: '10.1.0.0/24', protocol: 'IPv4' })
  })
})

describe('an EipClaim', () => {
  test('is of type nat unless it says lrp (M-153, M-160, M-161)', () => {
    expect(readClaim(claimText('EipClaim', [])).claim?.spec).toEqual({ type: 'nat' })
    expect(readClaim(claimText('EipClaim', ['type: nat'])).claim?.spec).toEqual({ type: 'nat' })
    expect(readClaim(claimText('EipClaim', ['type: lrp'])).claim?.spec).toEqual({ type: 'lrp' })
    const { claim, findings } = readClaim(claimText('EipClaim', ['type: snat']))
    expect(told(findings)).toEqual(['7 field/value type "snat" is none of "nat", "lrp"'])
    expect(claim?.seen).toEqual({})
  })

  test('pins an address (M-162)', () => {
    const { claim } = readClaim(claimText('EipClaim', ['v4Ip: 198.51.100.24']))
    expect(claim?.spec).toEqual({ type: 'nat', v4Ip: '198.51.100.24' })
  })

  test.each([
    ['10.10', 'v4Ip must be a string, not the number "10.10"'],
    ['198.051.100.024', 'v4Ip "198.051.100.024" has an octet with a leading zero'],
    ['198.51.100.24/32', 'v4Ip "198.51.100.24/32" is a CIDR, not one address'],
    ['"198.51.100.24 "', 'v4Ip "198.51.100.24 " has a blank in it'],
  ])('with v4Ip: %s is refused, with the text as written', (value, message) => {
    const { claim, findings } = readClaim(claimText('EipClaim', [`v4Ip: ${value}`]))
    expect(findings[0]).toMatchObject({ message, value: value.replaceAll('"', '') })
    expect(claim?.seen).toEqual({ type: 'nat' })
  })

  test.each([
    ['[198.51.100.24]', 'the list ["198.51.100.24"]'],
    ['{start: 198.51.100.24, end: 1.5}', 'the map {"start": "198.51.100.24", "end": 1.5}'],
    ['[a, [b], {c: d}, [], {}]', 'the list ["a", […], {…}, …]'],
    ['[[], {}]', 'the list [[], {}]'],
  ])('with v4Ip: %s is refused, with what stands there in short', (value, shown) => {
    const { findings } = readClaim(claimText('EipClaim', [`v4Ip: ${value}`]))
    expect(findings[0]?.message).toBe(`v4Ip must be a string, not ${shown}`)
  })

  test('selects clusters by labels (M-165)', () => {
    const spec = [
      'clusterSelector:',
      '  matchLabels: {tier: gold, a: b}',
      '  matchExpressions: [{key: zone, operator: In, values: [b, a, b]}]',
    ]
    expect(readClaim(claimText('EipClaim', spec)).claim?.spec).toEqual({
      type: 'nat',
      clusterSelector: {
        matchLabels: { a: 'b', tier: 'gold' },
        matchExpressions: [{ key: 'zone', operator: 'In', values: ['a', 'b'] }],
      },
    })
  })

  test.each(['{}', '{matchLabels: {}}', '{matchExpressions: []}'])(
    'with the selector %s selects every cluster, as without one (M-166)',
    (selector) => {
      const { claim } = readClaim(claimText('EipClaim', [`clusterSelector: ${selector}`]))
      expect(claim?.spec).toEqual(readClaim(claimText('EipClaim', [])).claim?.spec)
    },
  )

  test('with a selector that cannot hold is refused', () => {
    const spec = ['clusterSelector: {matchExpressions: [{key: a, operator: In}]}']
    expect(told(readClaim(claimText('EipClaim', spec)).findings)).toEqual([
      '7 field/value matchExpressions[0] has operator "In", which wants values',
    ])
  })
})

describe('labels and annotations', () => {
  const long = 'x'.repeat(64)
  const ofMetadata = (metadata: string) => {
    const text = claimText('EipClaim', []).replace(
      '  namespace: shop',
      `  namespace: shop\n  ${metadata}`,
    )
    return told(readClaim(text).findings)
  }

  test.each([
    [
      'labels: {"a b": x}',
      'labels["a b"] "x" has the key "a b", which has a character that no label has: A-Z, a-z, 0-9, "-", "_" and "." only',
    ],
    [
      'labels: {a: x y}',
      'a "x y" has a character that no label has: A-Z, a-z, 0-9, "-", "_" and "." only',
    ],
    [`labels: {a: ${long}}`, `a "${long}" has 64 characters, a label has at most 63`],
    [
      `annotations: {${long}: v}`,
      `["${long}"] "v" has the key "${long}", which has 64 characters, a label has at most 63`,
    ],
    [
      'annotations: {Up.per/a: v}',
      '["Up.per/a"] "v" has the key "Up.per/a", which has no DNS name before "/"',
    ],
    ['annotations: {a.b/: v}', '["a.b/"] "v" has the key "a.b/", which has no name'],
    [
      'annotations: {-a: v}',
      '["-a"] "v" has the key "-a", which does not begin and end with a letter or digit',
    ],
  ])('%s are refused as Kubernetes would', (metadata, message) => {
    const [finding, ...more] = ofMetadata(metadata)
    expect([finding?.startsWith('6 field/label '), more]).toEqual([true, []])
    expect(finding?.endsWith(message.replace(/^labels/, ''))).toBe(true)
  })

  test.each([
    'labels: {a: "", b.c/D_e: F.g-1, "1": "2"}',
    'annotations: {team.example/note: "any text, of any length"}',
  ])('%s are taken', (metadata) => {
    expect(ofMetadata(metadata)).toEqual([])
  })

  test('of a selector are judged one by one', () => {
    const conditions =
      '[{key: a b, operator: In, values: [-x]}, {key: a, operator: Is}, {key: b, operator: Exists, values: [c]}]'
    const spec = [
      `clusterSelector: {matchLabels: {a/b/c: 1, d e: f}, matchExpressions: ${conditions}}`,
    ]
    const { findings } = readClaim(claimText('EipClaim', spec))
    expect(new Set(findings.map(({ rule, field }) => `${rule} ${field}`))).toEqual(
      new Set([
        'field/label spec.clusterSelector.matchExpressions[0].key',
        'field/label spec.clusterSelector.matchExpressions[0].values[0]',
        'field/label spec.clusterSelector.matchLabels["a/b/c"]',
        'field/label spec.clusterSelector.matchLabels["d e"]',
        'field/type spec.clusterSelector.matchLabels["a/b/c"]',
        'field/value spec.clusterSelector.matchExpressions[1].operator',
        'field/value spec.clusterSelector.matchExpressions[2]',
      ]),
    )
  })
})

describe('a Cluster', () => {
  const text = (version: string) => `apiVersion: cluster.x-k8s.io/${version}
kind: Cluster
metadata: {name: solar, labels: {tier: gold}}
spec:
  clusterNetwork: {pods: {cidrBlocks: [10.244.0.0/16]}, apiServerPort: 6443}
  topology:
    classRef: {name: kubevirt-kubeadm}
    variables:
      - {name: network, value: {subnet: production}}
      - {name: machineSize, value: large}
      - name: controlPlane
        value: {network: {serviceAddress: 172.21.208.120, serviceType: LoadBalancer, certSANs: [a.example]}}
      - {name: bootstrapConfig, value: {serverAddress: 203.0.113.80}}
`

  test.each(['v1beta1', 'v1beta2'])('of %s tells what concerns the network (M-143)', (version) => {
    const { claim, findings } = readClaim(text(version))
    expect(findings).toEqual([])
    expect(claim).toMatchObject({ namespace: 'shop', labels: { tier: 'gold' } })
    expect(claim?.spec).toEqual({
      subnet: 'production',
      serviceAddress: '172.21.208.120',
      serviceType: 'LoadBalancer',
      certSans: ['a.example'],
      serverAddress: '203.0.113.80',
      pods: ['10.244.0.0/16'],
      services: [],
    })
  })

  test('with a wrong variable freezes', () => {
    const { claim, findings } = readClaim(text('v1beta1').replace('172.21.208.120', '172.21'))
    expect(told(findings)).toEqual([
      '12 field/type serviceAddress must be a string, not the number "172.21"',
    ])
    expect(claim?.spec).toBeUndefined()
    expect(claim?.seen).toMatchObject({ subnet: 'production' })
  })

  test.each([
    ['serviceAddress', 'serviceAdress', 12],
    ['subnet', 'subnetName', 9],
    ['pods', 'pod', 5],
    ['labels', 'label', 3],
  ])('with %s written %s is warned about', (meant, written, line) => {
    const { findings } = readClaim(text('v1beta1').replace(`${meant}:`, `${written}:`))
    expect(findings).toMatchObject([
      {
        rule: 'field/unknown',
        severity: 'warning',
        message: `field "${written}" is not read`,
        hint: `did you mean "${meant}"?`,
        at: { line },
      },
    ])
  })

  test('may have many other fields', () => {
    const more = text('v1beta1')
      .replace('apiServerPort', 'services: {}, serviceDomain: a.example, apiServerPort')
      .replace('certSANs', 'advertiseAddress: 10.0.0.1, serviceAnnotations: {a: b}, certSANs')
      .replace('  topology:', '  paused: false\n  controlPlaneEndpoint: {host: a}\n  topology:')
    expect(readClaim(more).findings).toEqual([])
  })

  test('has a control plane behind a Service of a type that Kamaji takes', () => {
    const { findings } = readClaim(text('v1beta1').replace(': LoadBalancer', ': Loadbalancer'))
    expect(findings).toMatchObject([
      {
        rule: 'field/value',
        message: 'serviceType "Loadbalancer" is none of "LoadBalancer", "NodePort", "ClusterIP"',
        hint: 'write "LoadBalancer"',
        at: { line: 12 },
      },
    ])
  })
})

test('an annotation of ours that does nothing is warned about, and so is a label of that name', () => {
  const subnet = 'network.kmetal.io/provider-network-subnet'
  const { claim, findings } = readClaim(
    claimText('VpcClaim', ['externalAccess: false']).replace(
      'metadata:\n',
      `metadata:\n  annotations: {network.kmetal.io/provider-subnet: ext-b, team.example/a: b}\n  labels: {${subnet}: ext-b, team: a}\n`,
    ),
  )
  expect(
    findings.map(({ severity, at, message, hint }) => [severity, at?.line, message, hint]),
  ).toEqual([
    [
      'warning',
      4,
      'annotation "network.kmetal.io/provider-subnet" is not read',
      `did you mean the annotation "${subnet}"?`,
    ],
    ['warning', 5, `label "${subnet}" is not read`, 'write it as an annotation'],
  ])
  expect(claim?.spec).toEqual({ externalAccess: false })
})

test('a template is named where a value is expected', () => {
  const { findings } = readClaim(claimText('EipClaim', ['v4Ip: "${ADDRESS}"']))
  expect(findings.map(({ rule, hint }) => [rule, hint])).toEqual([
    ['field/address', expect.stringContaining('not filled in')],
  ])
})
