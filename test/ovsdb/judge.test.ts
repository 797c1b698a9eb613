import { describe, expect, test } from 'vitest'
import { noFacts } from '../../lib/domain/facts.ts'
import type { Entry } from '../../lib/domain/ledger/entry.ts'
import { parseAddress } from '../../lib/domain/net/address.ts'
import { formatRange, rangeOf } from '../../lib/domain/net/range.ts'
import { factKinds, kindKey } from '../../lib/pipeline/facts/fact-kinds.ts'
import type { ListOfKind, Lists } from '../../lib/pipeline/facts/lists.ts'
import { findWanted } from '../../lib/pipeline/proof/find-wanted.ts'
import { type Read, whyNoPair, whyNoRead } from '../../lib/pipeline/proof/judge-read.ts'
import { literalsIn } from '../../lib/pipeline/proof/literals.ts'
import { mentionsIn } from '../../lib/pipeline/proof/mentions.ts'
import type { NorthboundRows } from '../../lib/pipeline/proof/northbound-rows.ts'
import { objectMentions, referringKinds } from '../../lib/pipeline/proof/object-mentions.ts'
import { toProve } from '../../lib/pipeline/proof/to-prove.ts'

describe('addresses in a text', () => {
  test.each([
    ['203.0.113.24:443', ['203.0.113.24']],
    ['[2001:db8::1]:443', ['2001:db8::1']],
    ['2001:db8::1', ['2001:db8::1']],
    ['vm-a.photon:10.0.0.254', ['10.0.0.254']],
    ['0a:00:00:00:00:01 10.0.0.5 fd00::5', ['10.0.0.5', 'fd00::5']],
    ['ip4.dst == {10.0.0.1, 10.1.0.0/16} && tcp', ['10.0.0.1', '10.1.0.0..10.1.255.255']],
    ['10.0.0.1/255.255.255.255', ['10.0.0.1']],
    ['unknown', []],
    ['', []],
  ])('%s', (text, expected) => {
    expect(literalsIn(text).map((range) => formatRange(range, '..'))).toEqual(expected)
  })
})

const uuid = (name: string) => ['uuid', name]
const set = (...names: string[]) => ['set', names.map(uuid)]
const map = (...pairs: (readonly [string, string])[]) => ['map', pairs]

describe('where an address stands in OVN-NB', () => {
  const web = { address: '203.0.113.24' }
  const seenIn = (table: string, row: object) =>
    findWanted([web], mentionsIn(new Map([[table, [{ _uuid: uuid('x'), ...row }]]]))).get(web)

  test.each([
    ['Load_Balancer', { vips: map(['203.0.113.24:443', '10.0.0.5:443']) }, 'Load_Balancer.vips'],
    [
      'Load_Balancer',
      { vips: map(), ip_port_mappings: map(['10.0.0.5', 'port:203.0.113.24']) },
      'Load_Balancer.ip_port_mappings',
    ],
    ['Load_Balancer_Health_Check', { vip: '203.0.113.24:80' }, 'Load_Balancer_Health_Check.vip'],
    ['NAT', { external_ip: '203.0.113.24' }, 'NAT.external_ip'],
    ['NAT', { external_ip: '1.1.1.1', logical_ip: '203.0.113.24' }, 'NAT.logical_ip'],
    [
      'Logical_Router_Policy',
      { match: 'ip4.dst == 203.0.113.24', nexthop: ['set', []] },
      'Logical_Router_Policy.match',
    ],
    [
      'Logical_Router_Policy',
      { match: 'ip4', nexthops: ['set', ['10.0.0.1', '203.0.113.24']] },
      'Logical_Router_Policy.nexthops',
    ],
    [
      'Logical_Router_Static_Route',
      { ip_prefix: '203.0.113.24/32', nexthop: '10.0.0.1' },
      'Logical_Router_Static_Route.ip_prefix',
    ],
    [
      'Logical_Router_Static_Route',
      { ip_prefix: '0.0.0.0/0', nexthop: '203.0.113.24' },
      'Logical_Router_Static_Route.nexthop',
    ],
    [
      'Logical_Switch_Port',
      { addresses: '0a:00:00:00:00:01 203.0.113.24' },
      'Logical_Switch_Port.addresses',
    ],
    [
      'Logical_Switch_Port',
      { options: map(['virtual-ip', '203.0.113.24']) },
      'Logical_Switch_Port.options',
    ],
    ['Logical_Router_Port', { networks: '203.0.113.24/24' }, 'Logical_Router_Port.networks'],
    ['Address_Set', { addresses: ['set', ['203.0.113.24']] }, 'Address_Set.addresses'],
    [
      'Load_Balancer',
      { vips: map(), options: map(['hairpin_snat_ip', '203.0.113.24']) },
      'Load_Balancer.options',
    ],
    ['NAT', { external_ip: '1.1.1.1', match: 'ip4.src == 203.0.113.24' }, 'NAT.match'],
    [
      'Logical_Switch_Port',
      { addresses: 'router', port_security: '0a:00:00:00:00:01 203.0.113.24' },
      'Logical_Switch_Port.port_security',
    ],
    [
      'Logical_Router',
      { name: 'x', options: map(['lb_force_snat_ip', '203.0.113.24']) },
      'Logical_Router.options',
    ],
    ['ACL', { match: 'ip4.dst == {10.0.0.1, 203.0.113.24}' }, 'ACL.match'],
    ['QoS', { match: 'ip4.dst == 203.0.113.24' }, 'QoS.match'],
    ['DNS', { records: map(['web.shop', '10.0.0.1 203.0.113.24']) }, 'DNS.records'],
    ['Forwarding_Group', { vip: '203.0.113.24' }, 'Forwarding_Group.vip'],
    ['Static_MAC_Binding', { ip: '203.0.113.24' }, 'Static_MAC_Binding.ip'],
    [
      'Chassis_Template_Var',
      { variables: map(['VIP', '203.0.113.24']) },
      'Chassis_Template_Var.variables',
    ],
  ])('%s %j', (table, row, where) => {
    expect(seenIn(table, row)).toBe(where)
  })

  test.each([
    ['Logical_Router_Policy', { match: 'ip4.dst == 203.0.113.0/24', action: 'drop' }],
    ['Logical_Router_Port', { networks: '203.0.113.22/24' }],
    ['Logical_Router_Static_Route', { ip_prefix: '203.0.113.0/24', nexthop: '10.0.0.1' }],
    ['NAT', { external_ip: '203.0.113.240', logical_ip: '10.0.0.0/8' }],
    ['Load_Balancer', { vips: map(), name: 'photon-prod-203.0.113.24' }],
    ['Logical_Switch_Port', { options: map(['router-port', '203.0.113.24']) }],
  ])('what covers it, or is like it, is no trace of it: %s %j', (table, row) => {
    expect(seenIn(table, row)).toBeUndefined()
  })

  test('of a block every address in it counts, and no other', () => {
    const block = { address: '10.242.0.16/28' }
    const seen = (external_ip: string) =>
      findWanted([block], mentionsIn(new Map([['NAT', [{ external_ip }]]]))).has(block)
    const [before, first, last, after] = ['15', '16', '31', '32'].map((n) => seen(`10.242.0.${n}`))
    expect([before, first, last, after]).toEqual([false, true, true, false])
  })

  test('a VIP that another VPC has says nothing about this one', () => {
    const vips = map(['10.242.0.17:443', '10.100.0.5:30443'])
    const row = (id: string, name: string) => ({ _uuid: uuid(id), name, vips })
    const here = { address: '10.242.0.17', vpc: 'photon-prod' }
    const seen = (...balancers: object[]) => {
      const rows = new Map<string, Record<string, unknown>[]>([
        ['Load_Balancer', balancers as Record<string, unknown>[]],
        ['Load_Balancer_Group', [{ _uuid: uuid('g'), load_balancer: set('grouped') }]],
        ['Logical_Router_Port', [{ _uuid: uuid('rp'), name: 'photon-prod-lan', networks: '' }]],
        [
          'Logical_Switch_Port',
          [{ _uuid: uuid('sp'), type: 'router', options: map(['router-port', 'photon-prod-lan']) }],
        ],
        [
          'Logical_Router',
          [
            { name: 'photon-prod', ports: uuid('rp'), load_balancer_group: uuid('g') },
            { name: 'photon-test', load_balancer: set('theirs') },
          ],
        ],
        ['Logical_Switch', [{ name: 'lan', ports: uuid('sp'), load_balancer: set('switched') }]],
      ])
      return findWanted([here], mentionsIn(rows)).has(here)
    }
    expect(seen(row('n', 'vpc-photon-test-tcp-load'))).toBe(false)
    expect(seen(row('theirs', 'x'))).toBe(false)
    expect(seen(row('n', 'vpc-photon-prod-tcp-sess-load'))).toBe(true)
    expect(seen(row('switched', 'x'))).toBe(true)
    expect(seen(row('grouped', 'x'))).toBe(true)
    // Nobody's: it may be this one's.
    expect(seen(row('n', 'left over'))).toBe(true)
  })

  describe('a block in one VPC (K-066)', () => {
    const block = { address: '10.242.0.16/28', vpc: 'photon-prod' }
    const vip = '10.242.0.17'
    /** Two projects with a router, a switch and a port each; `more` are rows beside them. */
    const seen = (more: Readonly<Record<string, readonly object[]>>) => {
      const project = (name: string) => ({
        router: { _uuid: uuid(`${name}-r`), name, ports: uuid(`${name}-rp`) },
        routerPort: { _uuid: uuid(`${name}-rp`), name: `${name}-lan`, networks: '10.100.0.1/24' },
        switchPorts: [
          {
            _uuid: uuid(`${name}-sp`),
            type: 'router',
            options: map(['router-port', `${name}-lan`]),
          },
          { _uuid: uuid(`${name}-vm`), type: '', addresses: '0a:00:00:00:00:01 10.100.0.5' },
        ],
        network: { name: `${name}-lan`, ports: set(`${name}-sp`, `${name}-vm`) },
      })
      const projects = [project('photon-prod'), project('photon-test')]
      const base: Readonly<Record<string, readonly object[]>> = {
        Logical_Router: projects.map(({ router }) => router),
        Logical_Router_Port: projects.map(({ routerPort }) => routerPort),
        Logical_Switch_Port: projects.flatMap(({ switchPorts }) => switchPorts),
        Logical_Switch: projects.map(({ network }) => network),
      }
      const tables = new Set([...Object.keys(base), ...Object.keys(more)])
      const rows = [...tables].map(
        (table) => [table, [...(base[table] ?? []), ...(more[table] ?? [])]] as const,
      )
      return findWanted([block], mentionsIn(new Map(rows) as NorthboundRows)).get(block)
    }

    test('is not there as long as nothing names it', () => {
      expect(seen({})).toBeUndefined()
    })

    /** Rows of one project, by its name. */
    const cases: readonly (readonly [
      string,
      (project: string) => Record<string, readonly object[]>,
    ])[] = [
      [
        'Logical_Switch_Port.addresses',
        (project) => ({
          Logical_Switch_Port: [{ _uuid: uuid('p'), addresses: `0a:00:00:00:00:02 ${vip}` }],
          Logical_Switch: [{ name: 'x', ports: set('p', `${project}-sp`) }],
        }),
      ],
      [
        'ACL.match',
        (project) => ({
          ACL: [{ _uuid: uuid('a'), match: `ip4.dst == ${vip}` }],
          Logical_Switch: [{ name: 'x', ports: uuid(`${project}-sp`), acls: uuid('a') }],
        }),
      ],
      [
        'ACL.match',
        (project) => ({
          ACL: [{ _uuid: uuid('a'), match: `ip4.dst == ${vip}` }],
          Logical_Switch: [{ name: 'x', ports: set('p', `${project}-sp`) }],
          Port_Group: [{ _uuid: uuid('g'), ports: uuid('p'), acls: uuid('a') }],
        }),
      ],
      [
        'Address_Set.addresses',
        (project) => ({
          Address_Set: [{ _uuid: uuid('s'), name: 'np_x', addresses: vip }],
          ACL: [{ _uuid: uuid('a'), match: 'ip4.src == $np_x && ip4' }],
          Logical_Switch: [{ name: 'x', ports: uuid(`${project}-sp`), acls: uuid('a') }],
        }),
      ],
      [
        'Address_Set.addresses',
        (project) => ({
          Address_Set: [
            {
              _uuid: uuid('s'),
              addresses: vip,
              external_ids: map(['np', `${project}/web/ingress`]),
            },
          ],
        }),
      ],
      [
        'DNS.records',
        (project) => ({
          DNS: [{ _uuid: uuid('d'), records: map(['web', vip]) }],
          Logical_Switch: [{ name: 'x', ports: uuid(`${project}-sp`), dns_records: uuid('d') }],
        }),
      ],
      [
        'Static_MAC_Binding.ip',
        (project) => ({
          Static_MAC_Binding: [{ _uuid: uuid('b'), logical_port: `${project}-lan`, ip: vip }],
        }),
      ],
      [
        'Logical_Router_Static_Route.ip_prefix',
        (project) => ({
          Logical_Router_Static_Route: [{ _uuid: uuid('t'), ip_prefix: block.address }],
          Logical_Router: [{ _uuid: uuid('x'), name: project, static_routes: uuid('t') }],
        }),
      ],
      [
        'Load_Balancer_Health_Check.vip',
        (project) => ({
          Load_Balancer_Health_Check: [{ _uuid: uuid('h'), vip: `${vip}:443` }],
          Load_Balancer: [
            { _uuid: uuid('l'), name: `vpc-${project}-udp-load`, health_check: uuid('h') },
          ],
        }),
      ],
    ]
    test.each(cases)('%s counts there, and in no other', (where, rowsOf) => {
      expect(seen(rowsOf('photon-prod'))).toBe(where)
      expect(seen(rowsOf('photon-test'))).toBeUndefined()
    })

    test.each([
      ['Address_Set', { name: 's', addresses: vip }],
      ['ACL', { match: `ip4.dst == ${vip}` }],
      ['DNS', { records: map(['web', vip]) }],
      ['Static_MAC_Binding', { logical_port: 'left over', ip: vip }],
      ['Load_Balancer_Health_Check', { vip: `${vip}:443` }],
      ['Address_Set', { addresses: vip, external_ids: map(['np', '/x']) }],
    ])("a row of %s that is nobody's may be there, too", (table, row) => {
      expect(seen({ [table]: [{ _uuid: uuid('n'), ...row }] })).toBeDefined()
    })
  })

  test('rows of any shape break nothing, and what is no address is never proven absent', () => {
    const nonsense = [{}, { vips: 7, nat: ['map', 3], options: ['map', [[1], null]], _uuid: [] }]
    const tables = ['Load_Balancer', 'NAT', 'Logical_Router', 'Logical_Switch_Port']
    expect(mentionsIn(new Map(tables.map((table) => [table, nonsense])))).toEqual([])
    const odd = { address: '203.0.113.300' }
    expect(findWanted([odd], []).has(odd)).toBe(true)
  })
})

describe('a read', () => {
  const leader = {
    model: 'clustered',
    connected: true,
    leader: true,
    cid: 'c',
    sid: 's1',
    index: 7,
    uuid: 'u1',
  }
  const follower = { ...leader, leader: false, sid: 's2', uuid: 'u2' }
  const read = (changes: Partial<Read> = {}): Read => ({
    before: leader,
    after: leader,
    others: [follower],
    rows: new Map(),
    servers: 3,
    ...changes,
  })

  test.each([
    ['of a leader proves something', {}, undefined],
    ['of a relay', { before: { ...leader, model: 'relay' } }, 'it is a relay'],
    ['of a follower', { before: follower }, 'it is no leader'],
    ['of who was leader', { after: { ...leader, leader: false } }, 'it is no leader'],
    ['cut off', { after: { ...leader, connected: false } }, 'it has lost its cluster'],
    ['of another server', { after: { ...leader, sid: 's3' } }, 'another server answers'],
    ['of a log that goes back', { after: { ...leader, index: 6 } }, 'its log goes back'],
    [
      'where another calls itself leader',
      { others: [{ ...follower, leader: true }] },
      'there are two leaders',
    ],
    [
      'where another knows more, as when the leader was cut off and does not know yet',
      { others: [{ ...follower, index: 8 }] },
      'another member knows more',
    ],
    ['where most members are silent', { others: [] }, 'only 1 of 3 members answer'],
    ['of the one member that is known', { others: [], servers: 1 }, undefined],
    ['of a member with two addresses', { others: [leader], servers: 2 }, undefined],
    [
      'of a member with two addresses of four',
      { others: [leader], servers: 4 },
      'only 1 of 3 members answer',
    ],
    [
      'where another is of another cluster',
      { others: [{ ...follower, cid: 'd' }] },
      'the members are of several clusters',
    ],
  ])('%s', (_, changes, expected) => {
    expect(whyNoRead(read(changes))).toBe(expected)
  })

  test('and another are a pair, if they are of one cluster and the log did not go back', () => {
    const later = { ...leader, sid: 's2', index: 9 }
    expect(whyNoPair(read(), read({ before: later, after: later }))).toBeUndefined()
    const other = { ...leader, cid: 'd' }
    expect(whyNoPair(read(), read({ before: other }))).toBe('it is another database')
    expect(whyNoPair(read({ after: later }), read())).toBe('its log goes back')
  })
})

describe('objects that refer to an address', () => {
  const none = { outcome: 'whole', items: [] } as const
  const whole: Lists = new Map(
    [...factKinds, ...referringKinds].map((kind) => [kindKey(kind), none]),
  )
  const web = { address: '203.0.113.24' }
  const referring = (key: string, object: object) =>
    findWanted(
      [web],
      objectMentions(new Map([...whole, [key, { outcome: 'whole', items: [object] }]])) ?? [],
    ).get(web)

  test.each([
    ['kubeovn.io/OvnEip', { spec: { v4Ip: '203.0.113.24' } }, 'OvnEip x'],
    ['kubeovn.io/OvnSnatRule', { status: { v4Eip: '203.0.113.24' } }, 'OvnSnatRule x'],
    ['kubeovn.io/OvnDnatRule', { status: { v4Eip: '203.0.113.24' } }, 'OvnDnatRule x'],
    ['kubeovn.io/OvnFip', { status: { v4Eip: '203.0.113.24' } }, 'OvnFip x'],
    ['kubeovn.io/IptablesEIP', { spec: { v4ip: '203.0.113.24' } }, 'IptablesEIP x'],
    ['kubeovn.io/SwitchLBRule', { spec: { vip: '203.0.113.24' } }, 'SwitchLBRule x'],
    ['kubeovn.io/Vip', { status: { v4ip: '203.0.113.24' } }, 'Vip x'],
    ['Service', { status: { loadBalancer: { ingress: [{ ip: '203.0.113.24' }] } } }, 'Service x'],
  ])('%s %j (K-064) (K-065)', (key, fields, where) => {
    expect(referring(key, { metadata: { name: 'x' }, ...fields })).toBe(where)
  })

  test('the mirror of a SwitchLBRule that is gone', () => {
    const annotations = { 'ovn.kubernetes.io/switch_lb_vip': '203.0.113.24' }
    const metadata = { name: 'slr-x', namespace: 'photon-prod', annotations }
    expect(referring('Service', { metadata })).toBe('Service photon-prod/slr-x')
  })

  describe('of a block in one VPC', () => {
    const block = { address: '10.242.0.16/28', vpc: 'photon-prod' }
    const subnet = (name: string, vpc: string) => ({ metadata: { name }, spec: { vpc } })
    const subnets = [subnet('a', 'photon-prod'), subnet('b', 'photon-test')]
    const found = (key: string, object: object) => {
      const lists = new Map<string, ListOfKind>([
        ...whole,
        ['kubeovn.io/Subnet', { outcome: 'whole', items: subnets }],
        [key, { outcome: 'whole', items: [object] }],
      ])
      return findWanted([block], objectMentions(lists) ?? []).get(block)
    }
    const router = (vpc: string) => ({ 'ovn.kubernetes.io/logical_router': vpc })
    const rule = (vip: string, annotations: object) => {
      return found('kubeovn.io/SwitchLBRule', {
        metadata: { name: 'x', annotations },
        spec: { vip },
      })
    }
    const mirror = (namespace: string, annotations: object = {}) => {
      const vip = { 'ovn.kubernetes.io/switch_lb_vip': '10.242.0.31' }
      const metadata = { name: 'slr-x', namespace, annotations: { ...vip, ...annotations } }
      return found('Service', { metadata })
    }
    const vip = (name: string) => {
      return found('kubeovn.io/Vip', {
        metadata: { name: 'x' },
        spec: { subnet: name, v4ip: '10.242.0.16' },
      })
    }

    test('a SwitchLBRule of that VPC counts, at every address of the block (K-065)', () => {
      for (const address of ['10.242.0.16', '10.242.0.23', '10.242.0.31'])
        expect(rule(address, router('photon-prod'))).toBe('SwitchLBRule x')
      for (const address of ['10.242.0.15', '10.242.0.32'])
        expect(rule(address, router('photon-prod'))).toBeUndefined()
      expect(rule('10.242.0.16', router('photon-test'))).toBeUndefined()
      // It does not say of which.
      expect(rule('10.242.0.16', {})).toBe('SwitchLBRule x')
    })

    test('a mirror counts in its namespace whatever it says, elsewhere only by what it says (K-064)', () => {
      expect(mirror('photon-prod', router('photon-test'))).toBe('Service photon-prod/slr-x')
      expect(mirror('photon-prod')).toBe('Service photon-prod/slr-x')
      expect(mirror('photon-test', router('photon-prod'))).toBe('Service photon-test/slr-x')
      expect(mirror('photon-test')).toBeUndefined()
    })

    test('a Vip counts by the VPC of its subnet', () => {
      expect(vip('a')).toBe('Vip x')
      expect(vip('b')).toBeUndefined()
      expect(vip('unknown')).toBe('Vip x')
    })
  })

  test('are not known where a list is not whole', () => {
    expect(objectMentions(whole)).toEqual([])
    for (const key of ['Service', 'kubeovn.io/OvnEip', ...referringKinds.map(kindKey)]) {
      const failed = { outcome: 'failed', message: '403' } as const
      expect(objectMentions(new Map([...whole, [key, failed]]))).toBeUndefined()
    }
    const absent = { outcome: 'absent-kind' } as const
    expect(objectMentions(new Map([...whole, ['kubeovn.io/IptablesEIP', absent]]))).toEqual([])
  })
})

test('what is to be proven: tombstones whose objects are seen to be gone', () => {
  const object = 'OvnEip a-web'
  const tombstone = {
    kind: 'EipClaim',
    name: 'web',
    phase: 'tombstone',
    address: '203.0.113.24',
    releasedAt: 6,
    dropped: [{ object, generation: 7 }],
  } as unknown as Entry
  const wantedOf = (entry: Entry, changes: object = {}) => {
    const books = new Map([['a', new Map([['EipClaim web', entry]])]])
    const facts = { ...noFacts, uid: 'u', generation: 7, complete: ['OvnEip'], ...changes }
    return toProve({ books }, facts)
  }
  expect(wantedOf(tombstone)).toEqual([{ address: '203.0.113.24' }])
  expect(wantedOf({ ...tombstone, phase: 'releasing' })).toEqual([])
  expect(wantedOf(tombstone, { generation: 6 })).toEqual([])
  expect(wantedOf(tombstone, { complete: [] })).toEqual([])
  expect(wantedOf(tombstone, { objects: [object] })).toEqual([])
})

test('and of a cluster its VIP blocks, each in the VPC of its project (K-063)', () => {
  const cluster = (phase: 'tombstone' | 'releasing', cidr: string) =>
    ({
      kind: 'KdcCluster',
      name: 'solar',
      phase,
      blocks: [
        { ordinal: 1, cidr, phase: 'Tombstoned' },
        { ordinal: 2, cidr: '10.242.0.32/28', phase: 'Tombstoned' },
      ],
      releasedAt: 6,
      dropped: [{ object: 'AddressReservation a-solar-1', generation: 7 }],
    }) as unknown as Entry
  const wantedOf = (a: Entry, changes: object = {}) => {
    const books = new Map([
      ['a', new Map([['KdcCluster solar', a]])],
      ['b', new Map([['KdcCluster solar', cluster('tombstone', '10.242.0.16/28')]])],
    ])
    const complete = ['AddressReservation']
    return toProve({ books }, { ...noFacts, uid: 'u', generation: 7, complete, ...changes })
  }
  const block = (cidr: string, vpc: string) => ({ address: cidr, vpc })
  const ofB = [block('10.242.0.16/28', 'b'), block('10.242.0.32/28', 'b')]
  const a = cluster('tombstone', '10.242.0.16/28')
  expect(wantedOf(a)).toEqual([block('10.242.0.16/28', 'a'), block('10.242.0.32/28', 'a'), ...ofB])
  expect(wantedOf(cluster('releasing', '10.242.0.16/28'))).toEqual(ofB)
  expect(wantedOf(a, { generation: 6 })).toEqual([])
  expect(wantedOf(a, { objects: ['AddressReservation a-solar-1'] })).toHaveLength(0)
})

test('an address is the range of itself', () => {
  const address = parseAddress('203.0.113.24')
  expect(address && literalsIn('203.0.113.24')).toEqual(address && [rangeOf(address)])
})
