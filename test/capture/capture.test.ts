import { describe, expect, test } from 'vitest'
import { valueAt } from '../../lib/domain/value-at.ts'
import { capture } from '../../lib/pipeline/capture/capture.ts'
import { commitMessage } from '../../lib/pipeline/capture/commit-message.ts'
import type { ListOfKind } from '../../lib/pipeline/facts/lists.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { object } from '../import/live-of.ts'
import { settle } from '../plan/cluster-of.ts'
import { claim, platformFile } from '../plan/files.ts'
import { World } from '../plan/world.ts'
import { treeOf } from '../read/tree-of.ts'
import { appliedObjects, editedBy, type HandEdit, listsWith } from './applied.ts'

const file = 'platform/kmetal.yaml'

const world = World.of({
  [file]: platformFile({ blocked: '[10.99.0.0/16]' }).replace('bond0.210', 'bond2'),
  'environments/photon-prod/vpc.yaml': claim('VpcClaim', 'main', '{externalAccess: true}'),
  'environments/photon-prod/lan.yaml': claim('SubnetClaim', 'lan', '{cidrBlock: 10.1.0.0/24}'),
  'environments/photon-prod/web.yaml': claim('EipClaim', 'web'),
})

function captured(edits: readonly HandEdit[], manager = 'kubectl-edit') {
  const objects = editedBy(manager, appliedObjects(world.tree), edits)
  return capture({
    main: treeOf(Object.fromEntries(world.files)),
    state: world.tree,
    lists: listsWith(objects),
  })
}

test('an unchanged platform has nothing to capture', () => {
  expect(captured([])).toMatchObject({ captured: [], left: [], files: new Map() })
})

test.each<[string, string, string, readonly string[]]>([
  ['IPAddressPool', 'tenant-cp-pool', 'addresses', ['172.21.208.100 - 172.21.208.250']],
  [
    'IPAddressPool',
    'tenant-cp-pool',
    'addresses',
    [
      '172.21.208.100/30',
      '172.21.208.104/29',
      '172.21.208.112-172.21.208.249',
      '172.21.208.250/32',
    ],
  ],
  [
    'Subnet',
    'ext-a',
    'excludeIps',
    ['198.51.100.200..198.51.100.254', '198.51.100.2..198.51.100.19', '198.51.100.1'],
  ],
])('%s %s with the same %s in another form is as it was rendered', (kind, name, field, value) => {
  expect(captured([{ kind, name, field, value }])).toMatchObject({ captured: [], left: [] })
})

test('a pool with an address in two of its entries, which MetalLB refuses, is not what was rendered', () => {
  const value = ['172.21.208.100-172.21.208.250', '172.21.208.104/29']
  const edit = { kind: 'IPAddressPool', name: 'tenant-cp-pool', field: 'addresses', value }
  expect(captured([edit]).captured).toHaveLength(1)
})

test('a pool that somebody wrote as a CIDR is captured as that, and then there is nothing more to capture', () => {
  const edit = { kind: 'IPAddressPool', name: 'tenant-cp-pool', field: 'addresses' }
  const value = ['172.21.208.0/24']
  const { files } = captured([{ ...edit, value }])
  expect(files.get(file)).toContain('addresses: [172.21.208.0/24]')
  const next = World.of({ ...Object.fromEntries(world.files), ...Object.fromEntries(files) })
  const objects = editedBy('kubectl-edit', appliedObjects(next.tree), [{ ...edit, value }])
  expect(
    capture({
      main: treeOf(Object.fromEntries(next.files)),
      state: next.tree,
      lists: listsWith(objects),
    }),
  ).toMatchObject({ captured: [], left: [], files: new Map() })
})

describe('what the declaration can say', () => {
  const rows: readonly [HandEdit, string, readonly [string, string]][] = [
    [
      {
        kind: 'IPAddressPool',
        name: 'tenant-cp-pool',
        field: 'addresses',
        value: ['172.21.208.100-172.21.208.250', '172.21.209.0/28'],
      },
      'spec.networking.loadBalancer.tenantControlPlanes.addresses',
      ['172.21.208.100-172.21.208.250]', '172.21.208.100-172.21.208.250, 172.21.209.0/28]'],
    ],
    [
      {
        kind: 'Subnet',
        name: 'ext-a',
        field: 'excludeIps',
        value: ['198.51.100.1..198.51.100.19', '198.51.100.190..198.51.100.254', '198.51.100.77'],
      },
      'spec.networking.providerNetworks.provider.subnets.ext-a.excludeIPs',
      [
        '[198.51.100.1..198.51.100.19, 198.51.100.200..198.51.100.254]',
        '[198.51.100.1..198.51.100.19, 198.51.100.200..198.51.100.254, 198.51.100.77, "198.51.100.190..198.51.100.199"]',
      ],
    ],
    [
      { kind: 'Subnet', name: 'ext-b', field: 'gateway', value: '203.0.113.9' },
      'spec.networking.providerNetworks.provider2.subnets.ext-b.gateway',
      ['gateway: 203.0.113.1\n', 'gateway: 203.0.113.9\n'],
    ],
    [
      { kind: 'Vlan', name: 'provider2', field: 'id', value: 206 },
      'spec.networking.providerNetworks.provider2.vlanID',
      ['bond2\n        vlanID: 0', 'bond2\n        vlanID: 206'],
    ],
    [
      {
        apiVersion: 'kubeovn.io/v1',
        kind: 'ProviderNetwork',
        name: 'provider2',
        field: 'defaultInterface',
        value: 'bond1',
      },
      'spec.networking.providerNetworks.provider2.interface',
      ['bond2', 'bond1'],
    ],
  ]
  test('in the KMetal object itself', () => {
    const networking = {
      defaultProviderSubnet: 'ext-b',
      extraBlockedEgressCIDRs: ['10.99.0.0/16', '10.98.0.0/16'],
      loadBalancer: { tenantControlPlanes: { addresses: ['172.21.208.100-172.21.208.251'] } },
    }
    const shown = appliedObjects(world.tree).map((one) => {
      const before = valueAt(one, ['spec', 'networking']) as object
      const spec = { networking: { ...before, ...networking } }
      const metadata = { ...one.metadata, managedFields: [] }
      return one.kind === 'KMetal' ? { ...one, metadata, spec } : one
    })
    const { captured: said, files } = capture({
      main: treeOf(Object.fromEntries(world.files)),
      state: world.tree,
      lists: listsWith(shown),
    })
    expect(said.map((one) => one.says)).toEqual([
      'spec.networking.defaultProviderSubnet',
      'spec.networking.extraBlockedEgressCIDRs',
      'spec.networking.loadBalancer.tenantControlPlanes.addresses',
    ])
    expect(files.get(file)).toBe(
      (world.files.get(file) ?? '')
        .replace('defaultProviderSubnet: ext-a', 'defaultProviderSubnet: ext-b')
        .replace('[10.99.0.0/16]', '[10.99.0.0/16, 10.98.0.0/16]')
        .replace('.250]', '.251]'),
    )
  })

  test.each(rows)('%j', (edit, says, [before, after]) => {
    const { captured: said, left, files } = captured([edit])
    expect(said.map((one) => [one.says, one.manager, one.since])).toContainEqual([
      says,
      'kubectl-edit',
      '2026-11-30T03:00:00Z',
    ])
    expect(left).toEqual([])
    const text = world.files.get(file) ?? ''
    expect(text).toContain(before)
    expect(files).toEqual(new Map([[file, text.replace(before, after)]]))
  })

  test('once it is merged and allocated, what was captured is rendered as it was in the cluster', () => {
    for (const [edit] of rows) {
      const { files } = captured([edit])
      const next = world.copy()
      next.byPart = false
      next.commit(Object.fromEntries(files))
      const rendered = appliedObjects(next.tree).find(
        ({ kind, apiVersion, metadata }) =>
          kind === edit.kind && metadata.name === edit.name && !apiVersion.includes('kmetal'),
      )
      const value = valueAt(rendered, ['spec', edit.field])
      expect([edit.name, said(value)]).toEqual([edit.name, said(edit.value)])
    }
  })

  test('what every Vpc drops by hand is said for all of them, and what one drops for none', () => {
    const two = World.of({
      ...Object.fromEntries(world.files),
      'environments/photon-dev/vpc.yaml': claim('VpcClaim', 'main', '{externalAccess: true}'),
    })
    const objects = appliedObjects(two.tree)
    const drop = { priority: 30_500, match: 'ip4.dst == 10.97.0.0/16', action: 'drop' }
    const edit = (name: string, ...routes: readonly object[]) => {
      const vpc = objects.find((one) => one.kind === 'Vpc' && one.metadata.name === name)
      const there = valueAt(vpc, ['spec', 'policyRoutes']) as readonly object[]
      return { kind: 'Vpc', name, field: 'policyRoutes', value: [...there, ...routes] }
    }
    const run = (...edits: readonly HandEdit[]) =>
      capture({
        main: treeOf(Object.fromEntries(two.files)),
        state: two.tree,
        lists: listsWith([
          ...editedBy('kubectl-edit', objects, edits),
          ...['photon-prod', 'photon-dev'].map((name) => object('v1', 'Namespace', name)),
        ]),
      })
    const both = run(edit('photon-prod', drop), edit('photon-dev', drop))
    expect(both.left).toEqual([])
    expect(both.captured.map((one) => [one.object, one.says])).toEqual([
      ['Vpc photon-dev', 'spec.networking.extraBlockedEgressCIDRs'],
      ['Vpc photon-prod', 'spec.networking.extraBlockedEgressCIDRs'],
    ])
    expect(both.files.get(file)).toContain(
      'extraBlockedEgressCIDRs: [10.99.0.0/16, 10.97.0.0/16]\n',
    )
    const next = World.of({ ...Object.fromEntries(two.files), ...Object.fromEntries(both.files) })
    const wanted = new Set(edit('photon-prod', drop).value)
    const rendered = appliedObjects(next.tree).find(
      ({ metadata }) => metadata.name === 'photon-prod',
    )
    expect(new Set(valueAt(rendered, ['spec', 'policyRoutes']) as object[])).toEqual(wanted)

    const one = run(edit('photon-prod', drop))
    expect([one.captured, one.left.map(({ reason }) => reason)]).toEqual([
      [],
      ['not every Vpc drops it, and extraBlockedEgressCIDRs is said for all of them'],
    ])
    const other = { ...drop, priority: 20_000 }
    const odd = run(edit('photon-prod', other), edit('photon-dev', other))
    expect(odd.left.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('computed of VpcClaim'),
      expect.stringContaining('computed of VpcClaim'),
    ])
  })

  test('two hands are both in the one file', () => {
    const edits = rows.map(([edit]) => edit)
    const { captured: all, files, left } = captured(edits)
    expect([all.length, left.length, files.size]).toEqual([edits.length, 0, 1])
  })
})

describe('what no file can say', () => {
  test.each([
    [
      'Subnet',
      'photon-prod-lan',
      'excludeIps',
      ['10.1.0.1..10.1.0.9'],
      /SubnetClaim photon-prod\/lan can never be changed/,
    ],
    [
      'OvnEip',
      'photon-prod-web',
      'v4Ip',
      '198.51.100.99',
      /EipClaim photon-prod\/web can never be changed/,
    ],
    ['Vpc', 'photon-prod', 'staticRoutes', [], /computed of VpcClaim photon-prod\/main/],
    ['IPAddressPool', 'tenant-cp-pool', 'autoAssign', false, /it is computed/],
    [
      'IPAddressPool',
      'tenant-cp-pool',
      'addresses',
      ['10.0.0.1-10.0.0.0'],
      /the declaration cannot say that: /,
    ],
    ['IPAddressPool', 'tenant-cp-pool', 'addresses', [], /the declaration cannot say that: /],
    ['IPAddressPool', 'tenant-cp-pool', 'addresses', { a: 1 }, /the declaration cannot say that: /],
    [
      'IPAddressPool',
      'tenant-cp-pool',
      'addresses',
      undefined,
      /the declaration cannot say that: /,
    ],
    ['Vlan', 'provider', 'id', 9_999, /the declaration cannot say that: /],
  ])('%s %s %s %j', (...row) => {
    const [kind, name, field, value, reason] = row
    const { captured: said, left, files } = captured([{ kind, name, field, value }])
    expect([said, files.size]).toEqual([[], 0])
    expect(left).toHaveLength(1)
    expect(left[0]).toMatchObject({
      field: `.spec.${field}`,
      reason: expect.stringMatching(reason),
    })
  })

  test('what a controller wrote, and what was not applied yet, is no hand', () => {
    const edit = { kind: 'Vlan', name: 'provider', field: 'id', value: 7 }
    expect(captured([edit], 'kube-ovn-controller').left[0]?.reason).toMatch(/a controller wrote it/)
    const later = world.copy()
    later.commit({ [file]: (world.files.get(file) ?? '').replace('bond2', 'bond3') })
    const { left, captured: said } = capture({
      main: treeOf(Object.fromEntries(later.files)),
      state: later.tree,
      lists: listsWith(appliedObjects(world.tree)),
    })
    expect(said).toEqual([])
    expect(new Set(left.map(({ reason }) => reason))).toEqual(
      new Set(['nobody else wrote it: the state was not applied yet']),
    )
    expect(left.length).toBeGreaterThan(0)
  })

  test('a label that somebody took away, though its name has dots', () => {
    const objects = appliedObjects(world.tree).map((object) => {
      const { labels: _, managedFields: __, ...metadata } = object.metadata
      return object.kind === 'Vpc' ? { ...object, metadata } : object
    })
    const { left } = capture({
      main: treeOf(Object.fromEntries(world.files)),
      state: world.tree,
      lists: listsWith(objects),
    })
    const field = '.metadata.labels.netclaim.dev/environment'
    const hand = left.find((one) => one.field === field)
    expect(hand).toMatchObject({ object: 'Vpc photon-prod', rendered: '"photon-prod"' })
    expect(hand).not.toHaveProperty('live')
  })

  test('a field that nothing rendered says, with who set it, when, and what to do', () => {
    const acls = [{ action: 'drop', direction: 'to-lport', match: 'ip', priority: 1 }]
    const { captured: said, left } = captured([
      { kind: 'Subnet', name: 'photon-prod-lan', field: 'acls', value: acls },
      { kind: 'Subnet', name: 'photon-prod-lan', field: 'dhcpV4Options', value: 'lease_time=1' },
      { kind: 'L2Advertisement', name: 'tenant-cp-pool', field: 'interfaces', value: ['bond9'] },
    ])
    expect(said).toEqual([])
    expect(left).toEqual([
      expect.objectContaining({
        object: 'Subnet photon-prod-lan',
        field: '.spec.acls',
        live: JSON.stringify(acls),
      }),
      expect.objectContaining({ field: '.spec.dhcpV4Options', live: '"lease_time=1"' }),
      {
        object: 'L2Advertisement kmetal-metallb/tenant-cp-pool',
        field: '.spec.interfaces',
        live: '["bond9"]',
        manager: 'kubectl-edit',
        since: '2026-11-30T03:00:00Z',
        reason: 'no claim and no platform says this field',
        next: expect.stringMatching(
          /^kubectl edit L2Advertisement\.metallb\.io tenant-cp-pool -n kmetal-metallb takes it away; kubectl annotate .* netclaim\.dev\/hold=/,
        ),
      },
    ])
    const edit = { kind: 'Subnet', name: 'photon-prod-lan', field: 'mtu', value: 1400 }
    expect(captured([edit], 'kube-ovn-controller').left).toEqual([])
  })

  test('a quota that is another in the cluster than on main', () => {
    const tenants = 'platform/tenants/photon-prod.yaml'
    const quota = (count: string) =>
      `apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: claims, namespace: photon-prod}\nspec: {hard: {count/eipclaims.network.kmetal.io: "${count}", pods: "9"}}\n`
    const next = World.of({ ...Object.fromEntries(world.files), [tenants]: quota('20') })
    const time = '2026-11-30T03:00:00Z'
    const there = (count: string) =>
      object('v1', 'ResourceQuota', 'claims', {
        metadata: {
          namespace: 'photon-prod',
          managedFields: [
            {
              manager: 'kubectl-edit',
              operation: 'Update',
              time,
              fieldsV1: { 'f:spec': { 'f:hard': { 'f:count/eipclaims.network.kmetal.io': {} } } },
            },
          ],
        },
        spec: { hard: { 'count/eipclaims.network.kmetal.io': count, pods: '30' } },
      })
    const run = (count: string) =>
      capture({
        main: treeOf(Object.fromEntries(next.files)),
        state: next.tree,
        lists: listsWith([...appliedObjects(next.tree), there(count)]),
      }).left
    expect(run('20')).toEqual([])
    expect(run('25')).toEqual([
      {
        object: 'ResourceQuota photon-prod/claims',
        field: '.spec.hard.count/eipclaims.network.kmetal.io',
        live: '"25"',
        rendered: '20',
        manager: 'kubectl-edit',
        since: time,
        reason: 'Netclaim applies no quota, so it cannot tell which of the two is the newer',
        next: 'change it in platform/tenants/ in a pull request, or kubectl edit ResourceQuota claims -n photon-prod puts it back',
      },
    ])
  })

  test('an object that somebody deleted and that is still there, with the time and where its claim is', () => {
    const objects = appliedObjects(world.tree).map((one) => {
      const metadata = { ...one.metadata, deletionTimestamp: '2026-11-30T03:00:00Z' }
      return one.kind === 'OvnEip' ? { ...one, metadata } : one
    })
    const { left } = capture({
      main: treeOf(Object.fromEntries(world.files)),
      state: world.tree,
      lists: listsWith(objects),
    })
    expect(left).toContainEqual({
      object: 'OvnEip photon-prod-web',
      manager: 'unknown',
      since: '2026-11-30T03:00:00Z',
      reason: 'somebody deleted it, and it goes as soon as its finalizers and what uses it let it',
      next: 'netclaim sync makes it again; to give it up, take EipClaim photon-prod/web out of environments/photon-prod/web.yaml in a pull request',
    })
  })

  test('an object that is gone, and a kind that was not read', () => {
    const objects = appliedObjects(world.tree).filter(({ kind }) => kind !== 'Vlan')
    const lists = new Map<string, ListOfKind>(
      [...listsWith(objects)].filter(([key]) => key !== 'kubeovn.io/OvnEip'),
    )
    lists.set('kubeovn.io/OvnFip', { outcome: 'failed', message: 'forbidden' })
    const { left, unread } = capture({
      main: treeOf(Object.fromEntries(world.files)),
      state: world.tree,
      lists,
    })
    expect(left.map(({ object }) => object)).toEqual(['Vlan provider', 'Vlan provider2'])
    expect(left[0]?.next).toBe(
      'netclaim sync makes it again; to give it up, take providerNetworks/provider out of platform/kmetal.yaml in a pull request',
    )
    expect(unread).toEqual(['OvnEip', 'OvnFip'])
  })
})

describe('what somebody made', () => {
  const by = {
    managedFields: [
      { manager: 'kubectl-create', operation: 'Update', time: '2026-11-30T03:00:00Z' },
    ],
  }
  const made = (kind: string, name: string, spec: object) =>
    object('kubeovn.io/v1', kind, name, { metadata: by, spec })
  const mail = made('OvnEip', 'photon-prod-mail', {
    externalSubnet: 'ext-a',
    type: 'nat',
    v4Ip: '198.51.100.60',
  })
  const db = made('Subnet', 'photon-prod-db', {
    vpc: 'photon-prod',
    namespaces: ['photon-prod'],
    cidrBlock: '10.2.0.0/24',
    gateway: '10.2.0.1',
    excludeIps: ['10.2.0.1..10.2.0.9'],
  })
  const beside = (...more: readonly KubeObject[]) =>
    capture({
      main: treeOf(Object.fromEntries(world.files)),
      state: world.tree,
      lists: listsWith([...appliedObjects(world.tree), ...more]),
    })

  test('in an environment of ours becomes its claim, which renders it as it is', () => {
    const { captured: said, left, files } = beside(mail, db)
    expect(left).toEqual([])
    expect(said.map((one) => [one.object, one.says, one.file, one.manager])).toEqual([
      [
        'Subnet photon-prod-db',
        'SubnetClaim photon-prod/db',
        'environments/photon-prod/subnet-db.yaml',
        'kubectl-create',
      ],
      [
        'OvnEip photon-prod-mail',
        'EipClaim photon-prod/mail',
        'environments/photon-prod/eip-mail.yaml',
        'kubectl-create',
      ],
    ])
    const next = world.copy()
    next.commit(Object.fromEntries(files))
    const rendered = new Map(
      appliedObjects(next.tree).map((one) => [`${one.kind} ${one.metadata.name}`, one]),
    )
    for (const one of [mail, db])
      expect(rendered.get(`${one.kind} ${one.metadata.name}`)?.['spec']).toMatchObject(
        one['spec'] as object,
      )
  })

  test('is no claim anew that the ledger knows, on its way out or made by an operator', () => {
    const path = 'environments/photon-prod/mail.yaml'
    const left = world.copy()
    left.commit({ [path]: claim('EipClaim', 'mail', '{v4Ip: 198.51.100.60}') })
    settle(left)
    left.commit({ [path]: undefined })
    expect(left.entry('EipClaim photon-prod/mail')?.phase).toBe('tombstone')
    const told = capture({
      main: treeOf(Object.fromEntries(left.files)),
      state: left.tree,
      // As it was imported, or as an operator made it: without a label of ours.
      lists: listsWith([...appliedObjects(world.tree), mail]),
    })
    expect(told.files).toEqual(new Map())

    const operator = World.of({
      ...Object.fromEntries(world.files),
      'netclaim.yaml': 'target: operator\n',
    })
    const unmarked = appliedObjects(world.tree).map(({ metadata, ...rest }) => {
      const { labels: _, annotations: __, ...named } = metadata
      return { ...rest, metadata: named } as KubeObject
    })
    const beside = capture({
      main: treeOf(Object.fromEntries(operator.files)),
      state: operator.tree,
      lists: listsWith(unmarked),
    })
    expect(beside.files).toEqual(new Map())
  })

  test('elsewhere, or under another name, is told', () => {
    const odd = made('Subnet', 'db', { vpc: 'photon-prod', cidrBlock: '10.2.0.0/24' })
    const vpc = made('Vpc', 'photon-dev', { namespaces: ['photon-dev'] })
    const { captured: said, left } = beside(odd, vpc)
    expect(said).toEqual([])
    expect(left.map((one) => [one.object, one.reason])).toEqual([
      ['Vpc photon-dev', expect.stringContaining('environment photon-dev is not in main')],
      ['Subnet db', expect.stringContaining('whose Subnets are called photon-prod-<claim>')],
    ])
  })

  const segment = (name: string, vlan: string, net: string) =>
    made('Subnet', name, {
      vpc: 'ovn-cluster',
      vlan,
      protocol: 'IPv4',
      cidrBlock: `${net}.0/24`,
      gateway: `${net}.1`,
      excludeIps: [`${net}.1..${net}.9`],
    })
  const mgmt = object('metallb.io/v1beta1', 'IPAddressPool', 'mgmt-pool', {
    metadata: { ...by, namespace: 'kmetal-metallb' },
    spec: { addresses: ['172.21.210.0-172.21.210.15'], autoAssign: true },
  })

  test('beside the provider networks becomes a part of the declaration, which renders it as it is', () => {
    const network = made('ProviderNetwork', 'lab', { defaultInterface: 'bond3' })
    const vlan = made('Vlan', 'lab', { id: 30, provider: 'lab' })
    const [own, more] = [
      segment('ext-lab', 'lab', '192.0.2'),
      segment('ext-c', 'provider2', '10.8.0'),
    ]
    const all = [network, vlan, own, more, mgmt]
    const { captured: said, left, files } = beside(...all)
    expect(left).toEqual([])
    expect(said.map((one) => [one.object, one.file, one.says])).toEqual([
      ['Subnet ext-c', file, 'spec.networking.providerNetworks.provider2.subnets.ext-c'],
      ['Subnet ext-lab', file, 'spec.networking.providerNetworks.lab'],
      ['ProviderNetwork lab', file, 'spec.networking.providerNetworks.lab'],
      ['Vlan lab', file, 'spec.networking.providerNetworks.lab'],
      ['IPAddressPool kmetal-metallb/mgmt-pool', file, 'spec.networking.loadBalancer.management'],
    ])
    const text = world.files.get(file) ?? ''
    expect(files.get(file)).toBe(
      text
        .replace(
          '            excludeIPs: [203.0.113.1]\n',
          `            excludeIPs: [203.0.113.1]
          - name: ext-c
            cidrBlock: "10.8.0.0/24"
            gateway: "10.8.0.1"
            excludeIPs:
              - "10.8.0.1..10.8.0.9"
      - name: lab
        interface: bond3
        vlanID: 30
        subnets:
          - name: ext-lab
            cidrBlock: "192.0.2.0/24"
            gateway: "192.0.2.1"
            excludeIPs:
              - "192.0.2.1..192.0.2.9"
`,
        )
        .replace(
          '        addresses: [172.21.208.100-172.21.208.250]\n',
          `        addresses: [172.21.208.100-172.21.208.250]
      management:
        addresses:
          - "172.21.210.0-172.21.210.15"
`,
        ),
    )
    const next = World.of({ ...Object.fromEntries(world.files), ...Object.fromEntries(files) })
    const rendered = new Map(
      appliedObjects(next.tree).map((one) => [
        `${one.apiVersion} ${one.kind} ${one.metadata.name}`,
        one,
      ]),
    )
    for (const { apiVersion, kind, metadata, ...wanted } of all)
      expect(rendered.get(`${apiVersion} ${kind} ${metadata.name}`)?.['spec']).toEqual(
        wanted['spec'],
      )
    // Merged and rendered, there is nothing more to capture.
    const again = capture({
      main: treeOf(Object.fromEntries(next.files)),
      state: next.tree,
      lists: listsWith(appliedObjects(next.tree)),
    })
    expect(again).toMatchObject({ captured: [], left: [] })
  })

  test('with a Vlan of another name is told: a declared one would be made beside it', () => {
    const { captured: said, left } = beside(
      made('ProviderNetwork', 'lab', { defaultInterface: 'bond3' }),
      made('Vlan', 'vlan30', { id: 30, provider: 'lab' }),
    )
    expect(said).toEqual([])
    expect(left.map(({ object: id, reason }) => [id, reason])).toEqual([
      [
        'ProviderNetwork lab',
        expect.stringContaining('Vlan "vlan30" is not called like its network "lab"'),
      ],
      [
        'Vlan vlan30',
        expect.stringContaining('Vlan "vlan30" is not called like its network "lab"'),
      ],
    ])
  })

  test('is told where the declaration is written in a form that cannot be added to', () => {
    const main = treeOf({
      ...Object.fromEntries(world.files),
      [file]: (world.files.get(file) ?? '').replace(
        /loadBalancer:\n {6}tenantControlPlanes:\n {8}addresses: (.*)\n/,
        'loadBalancer: {tenantControlPlanes: {addresses: $1}}\n',
      ),
    })
    const lists = listsWith([...appliedObjects(world.tree), mgmt])
    const { left, files } = capture({ main, state: world.tree, lists })
    expect(files.size).toBe(0)
    expect(left.map(({ reason }) => reason)).toEqual([
      'platform/kmetal.yaml is written in a form that only a person can add to',
    ])
  })

  test('of a kind that is nobody’s to claim is told one by one, with who made it and how it goes', () => {
    const metal = (kind: string, name: string, spec: object) =>
      object('metallb.io/v1beta1', kind, name, {
        metadata: { ...by, namespace: 'kmetal-metallb' },
        spec,
      })
    const { captured: said, left } = beside(
      made('OvnDnatRule', 'web-80', { ovnEip: 'photon-prod-web', ipName: 'a.b' }),
      made('OvnSnatRule', 'photon-prod-lan', {
        ovnEip: 'photon-prod-ext-a',
        vpcSubnet: 'photon-prod-lan',
      }),
      made('SwitchLBRule', 'front', { vip: '10.9.9.9' }),
      made('Vlan', 'spare', { id: 9, provider: 'none' }),
      metal('IPAddressPool', 'lab', { addresses: ['10.7.0.0/24'] }),
      metal('BGPAdvertisement', 'lab', { ipAddressPools: ['lab'] }),
    )
    expect(said).toEqual([])
    const rows = left.map(({ object: id, manager, since, reason, next }) => {
      expect([manager, since]).toEqual(['kubectl-create', '2026-11-30T03:00:00Z'])
      expect(next).toMatch(/^nothing, where it is to stay: .*kubectl delete \S+ \S+/)
      return [id, reason]
    })
    expect(Object.fromEntries(rows)).toEqual({
      'BGPAdvertisement kmetal-metallb/lab': expect.stringContaining('no claim asks for'),
      'IPAddressPool kmetal-metallb/lab': expect.stringContaining('none of the two pools'),
      'OvnDnatRule web-80': expect.stringContaining('it stays on OvnEip photon-prod-web'),
      'OvnSnatRule photon-prod-lan': expect.stringContaining(
        'SubnetClaim photon-prod/lan, which asks for none, can never be',
      ),
      'SwitchLBRule front': expect.stringContaining('no claim asks for'),
      'Vlan spare': expect.stringContaining('no provider subnet of the platform'),
    })
  })

  test('by a controller is no hand', () => {
    const metadata = { managedFields: [{ manager: 'kube-ovn-controller', operation: 'Update' }] }
    const rule = object('kubeovn.io/v1', 'OvnDnatRule', 'web-80', { metadata, spec: {} })
    expect(beside(rule)).toMatchObject({ captured: [], left: [] })
  })

  test('in a Vpc that no claim could say any more is told with the reason of the Vpc', () => {
    const { left } = beside(mail, object('v1', 'Namespace', 'other'))
    expect(left.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/is called like no claim .*; .*photon-prod/),
    ])
  })

  test('stays alone where its file is there already', () => {
    const main = treeOf({
      ...Object.fromEntries(world.files),
      'environments/photon-prod/eip-mail.yaml': '# mine\n',
    })
    const lists = listsWith([...appliedObjects(world.tree), mail])
    const { files, left } = capture({ main, state: world.tree, lists })
    expect(files.size).toBe(0)
    expect(left[0]?.reason).toContain('eip-mail.yaml is there already')
  })
})

test('two objects that say otherwise of one field: the first is captured, the other told', () => {
  const { captured: said, left } = captured(
    [
      { kind: 'ProviderNetwork', name: 'provider', field: 'interface', value: 'bond7' },
      { kind: 'ProviderNetwork', name: 'provider', field: 'defaultInterface', value: 'bond8' },
    ].map((edit) => ({ ...edit })),
  )
  expect(said).toHaveLength(1)
  expect(left.map(({ reason }) => reason)).toContainEqual(
    'another object says otherwise of the same field',
  )
})

test('a manager cannot make the commit close, mention or link anything', () => {
  const edit = { kind: 'Vlan', name: 'provider', field: 'id', value: 206 }
  const evil = 'fixes #1, GH-2, o/r!3 and https://forge.example/o/r/issues/4 @octo'
  const message = commitMessage(captured([edit], evil).captured, 'a'.repeat(40), new Map())
  expect(message).toContain('by fixes \\u{23}1, GH\\u{2d}2, o/r\\u{21}3 and https\\u{3a}//')
  expect(message).not.toMatch(/[#@!]|GH-|:\/\//)
})

test('hostile owners and names are bounded and do not show', () => {
  const evil = '\u001b[2J\u202ekubectl\nState: 0'
  const edit = { kind: 'Vlan', name: 'provider', field: 'id', value: 206 }
  const { captured: said } = captured([edit], evil)
  const message = commitMessage(said, 'a'.repeat(40), new Map())
  for (const bad of ['\u001b', '\u202e']) expect(message).not.toContain(bad)
  expect(message.match(/^State: /gm)).toHaveLength(1)
  const deep = '{"f:spec":'.repeat(5_000) + 'null' + '}'.repeat(5_000)
  const odd = appliedObjects(world.tree).map((one) => ({
    ...one,
    metadata: {
      ...one.metadata,
      managedFields: [
        null,
        7,
        { manager: {}, fieldsV1: JSON.parse(deep) as unknown },
        { manager: 'netclaim', operation: 'Apply', fieldsV1: { 'f:spec': null } },
      ],
    },
  }))
  const { captured: none } = capture({
    main: treeOf(Object.fromEntries(world.files)),
    state: world.tree,
    lists: listsWith(odd),
  })
  expect(none).toEqual([])
})

/** Ranges by what they say, the gateway of ext-a and ext-b aside. */
function said(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value
    .map((one) => String(one).replace('172.21.209.0-172.21.209.15', '172.21.209.0/28'))
    .toSorted()
}
