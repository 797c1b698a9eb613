import * as fc from 'fast-check'

/** A claim to be asked about; `spec` may be anything. */
export interface Wish {
  readonly kind: 'VpcClaim' | 'SubnetClaim' | 'EipClaim'
  readonly name: string
  readonly spec?: unknown
}

const odd = fc.constantFrom<unknown>(null, 7, true, '', [], {}, 'x', ' ')
const label = fc.constantFrom(
  'a',
  'web',
  'prod-1',
  '0',
  'a'.repeat(63),
  'Web',
  'a_b',
  '-a',
  'a-',
  'a.b',
  'é',
  'a'.repeat(64),
)
const v4 = fc.constantFrom(
  '10.0.0.1',
  '10.0.0.9',
  '10.0.1.5',
  '198.51.100.24',
  '255.255.255.255',
  '10.0.0.01',
  '10.0.0',
  '10.0.0.256',
  '1.2.3.4.5',
  '10.0.0.1 ',
)
const v6 = fc.constantFrom(
  'fd00::1',
  'FD00::2',
  'fd00:0:0:0:0:0:0:9',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:0a00:1',
  '64:ff9b::10.0.0.1',
  'fd00::1%eth0',
  'fd00:::1',
  '1:2:3:4:5:6:7::',
  '1:2:3:4:5:6:7:8::',
  'fd00::12345',
)
const v4Block = fc.constantFrom(
  '10.0.0.0/24',
  '10.0.0.0/28',
  '10.0.0.0/31',
  '10.0.0.0/32',
  '0.0.0.0/0',
  '10.0.0.1/24',
  '10.0.0.0/33',
  '10.0.0.0/024',
  '10.0.0.0',
  '10.0.0.0/',
)
const v6Block = fc.constantFrom(
  'fd00::/64',
  'FD00::/112',
  'fd00::/128',
  'fd00::1/64',
  'fd00::/129',
  '::/0',
  '::ffff:0:0/96',
  '::ffff:10.0.0.0/120',
)
const joined = (a: fc.Arbitrary<string>, b: fc.Arbitrary<string>, by: string) =>
  fc.tuple(a, b).map(([one, other]) => one + by + other)
const address = fc.oneof(v4, v6)
const blocks = fc.oneof(
  v4Block,
  v4Block,
  v6Block,
  joined(v4Block, v6Block, ','),
  joined(v6Block, v4Block, ','),
  joined(v4Block, v4Block, ','),
)
const addresses = fc.oneof(v4, v4, v6, joined(v4, v6, ','), joined(v6, v4, ','))
const exclusion = fc.oneof(
  v4,
  v6,
  joined(v4, v4, '..'),
  joined(v6, v6, '..'),
  joined(v4, v6, '..'),
  joined(v4, v4, '-'),
  joined(v4, v4, '...'),
)

/** Mostly what the field can hold, now and then anything. */
const or = (good: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 12, arbitrary: good }, { weight: 1, arbitrary: odd })
const record = (fields: Record<string, fc.Arbitrary<unknown>>, required: readonly string[] = []) =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, or(one)])), {
    requiredKeys: [...required],
  })

const key = fc.constantFrom(
  'tier',
  'example.com/tier',
  'a b',
  '',
  '/x',
  'x/',
  'A.b/c',
  `${'a'.repeat(64)}`,
  'a/b/c',
  `${'a.'.repeat(127)}a/x`,
)
const value = fc.constantFrom('gold', '', 'a b', 'x'.repeat(64), '_x', 'é')
const selector = record({
  matchLabels: fc.dictionary(key, or(value), { maxKeys: 3 }),
  matchExpressions: fc.array(
    record(
      {
        key,
        operator: fc.constantFrom('In', 'NotIn', 'Exists', 'Like'),
        values: fc.array(value, { maxLength: 2 }),
      },
      ['key', 'operator'],
    ),
    { maxLength: 2 },
  ),
})

const vpc = record({
  externalAccess: fc.boolean(),
  providerNetworkRef: record({ name: label }, ['name']),
})
const subnet = record(
  {
    cidrBlock: blocks,
    gateway: addresses,
    protocol: fc.constantFrom('IPv4', 'IPv6', 'Dual', 'ipv4'),
    excludeIps: fc.array(exclusion, { maxLength: 3 }),
    enableSnatRule: fc.boolean(),
    attachment: record({ managed: fc.boolean(), name: label }),
  },
  ['cidrBlock'],
)
const eip = record({
  type: fc.constantFrom('nat', 'lrp', 'snat'),
  v4Ip: address,
  clusterSelector: selector,
})

const of = (kind: Wish['kind'], spec: fc.Arbitrary<unknown>, name = label) =>
  fc.record({ kind: fc.constant(kind), name, spec: or(spec) })
const named = fc.oneof(
  { weight: 9, arbitrary: fc.constant('web') },
  { weight: 1, arbitrary: label },
)

export const wishes: fc.Arbitrary<Wish> = fc.oneof(
  of('VpcClaim', vpc, named),
  of('SubnetClaim', subnet, named),
  of('SubnetClaim', subnet, named),
  of('EipClaim', eip, named),
)

const lan = (spec: object): Wish => ({ kind: 'SubnetClaim', name: 'lan', spec })
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => `10.0.${at >> 8}.${at & 255}`)
const pair = (cidrBlock: string, more: object = {}) => lan({ cidrBlock, protocol: 'Dual', ...more })

/** Single faults, and what is just right, one by one. */
export const handMade: readonly Wish[] = [
  { kind: 'VpcClaim', name: 'main' },
  { kind: 'VpcClaim', name: 'main', spec: {} },
  {
    kind: 'VpcClaim',
    name: 'main',
    spec: { externalAccess: false, providerNetworkRef: { name: 'p' } },
  },
  { kind: 'VpcClaim', name: 'main', spec: { providerNetworkRef: { name: 'p' } } },
  { kind: 'VpcClaim', name: 'main', spec: { externalAccess: true, egress: true } },
  { kind: 'SubnetClaim', name: 'lan' },
  lan({}),
  lan({ cidrBlock: '10.0.0.0/16' }),
  lan({ cidrBlock: '10.0.0.0/16', gateway: '10.0.9.9' }),
  lan({ cidrBlock: '10.0.0.0/16', gateway: '10.1.0.1' }),
  lan({ cidrBlock: '10.0.0.0/16', gateway: 'fd00::1' }),
  lan({ cidrBlock: '10.0.0.0/16', gateway: '10.0.0.1,fd00::1' }),
  lan({ cidrBlock: '10.0.0.0/16', protocol: 'Dual' }),
  lan({ cidrBlock: 'fd00::/64' }),
  lan({ cidrBlock: 'fd00::/64', protocol: 'IPv6', gateway: 'fd00::1' }),
  lan({ cidrBlock: 'fd00::/64', protocol: 'IPv6', excludeIps: ['fd00::9..fd00::2'] }),
  lan({
    cidrBlock: 'fd00::/64',
    protocol: 'IPv6',
    excludeIps: ['fd00::2..fd00::9', 'fd00:0:0:1::'],
  }),
  pair('10.0.0.0/16,fd00::/64'),
  pair('10.0.0.0/16,fd00::/64', { gateway: '10.0.0.1' }),
  pair('10.0.0.0/16,fd00::/64', {
    gateway: '10.0.0.1,fd00::1',
    excludeIps: ['fd00::2..fd00::9', '10.0.0.7'],
  }),
  pair('10.0.0.0/16,fd00::/64', { gateway: '10.0.0.1,fd01::1' }),
  pair('10.0.0.0/16,fd00::/64', { excludeIps: ['fd01::1'] }),
  pair('fd00::/64,10.0.0.0/16'),
  pair('10.0.0.0/32,fd00::/64'),
  lan({ cidrBlock: '10.0.0.0/16', excludeIps: ['10.0.0.5..10.0.0.9'] }),
  lan({ cidrBlock: '10.0.0.0/16', excludeIps: ['10.0.0.9..10.0.0.5'] }),
  lan({ cidrBlock: '10.0.0.0/16', excludeIps: ['10.0.1.0..10.0.0.255'] }),
  lan({ cidrBlock: '10.0.0.0/16', excludeIps: ['10.0.0.5..10.1.0.9'] }),
  lan({ cidrBlock: '10.0.0.0/16', excludeIps: ['10.1.0.5'] }),
  lan({ cidrBlock: '10.0.0.0/16', excludeIps: many(256) }),
  lan({ cidrBlock: '10.0.0.0/16', excludeIps: many(257) }),
  lan({ cidrBlock: '10.0.0.0/16', gateway: '10.0.0.0' }),
  lan({ cidrBlock: '10.0.0.0/16', gateway: '10.0.255.255' }),
  lan({ cidrBlock: '10.0.0.0/30', excludeIps: ['10.0.0.1..10.0.0.2'] }),
  { kind: 'SubnetClaim', name: 'l'.repeat(60), spec: { cidrBlock: '10.0.0.0/16' } },
  { kind: 'EipClaim', name: 'web' },
  { kind: 'EipClaim', name: 'external', spec: { type: 'lrp' } },
  { kind: 'EipClaim', name: 'external', spec: { type: 'nat' } },
  { kind: 'EipClaim', name: 'web', spec: { v4Ip: 'fd00::1' } },
  {
    kind: 'EipClaim',
    name: 'web',
    spec: {
      clusterSelector: { matchLabels: Object.fromEntries(many(65).map((one) => [`k${one}`, 'v'])) },
    },
  },
]
