import { describe, expect, test } from 'vitest'
import { noFacts } from '../../lib/domain/facts.ts'
import type { Entry } from '../../lib/domain/ledger/entry.ts'
import { viewFacts } from '../../lib/domain/ledger/facts-view.ts'
import { emptyState, type State } from '../../lib/domain/ledger/state.ts'
import { factKinds, kindKey } from '../../lib/pipeline/facts/fact-kinds.ts'
import { factsFromLists } from '../../lib/pipeline/facts/facts-from-lists.ts'
import { factsFromObjects } from '../../lib/pipeline/facts/facts-from-objects.ts'
import { isNews } from '../../lib/pipeline/facts/is-news.ts'
import type { ListOfKind, Lists } from '../../lib/pipeline/facts/lists.ts'
import { parseOwnForm, renderFacts } from '../../lib/pipeline/facts/own-form.ts'
import { readYaml } from '../../lib/pipeline/facts/read-yaml.ts'

const commit = 'a'.repeat(40)
const applied = { commit, generation: 7 }
const failed: ListOfKind = { outcome: 'failed', message: '403' }
const whole = (...items: object[]): ListOfKind => ({ outcome: 'whole', items })
const named = (kind: string, name: string, more: object = {}, apiVersion = 'kubeovn.io/v1') => ({
  apiVersion,
  kind,
  metadata: { name },
  ...more,
})
const kubeSystem = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'kube-system', uid: 'uid-1' },
}
const web = named('OvnEip', 'photon-prod-web', {
  spec: { externalSubnet: 'ext', v4Ip: '198.51.100.24' },
  status: { v4Ip: '198.51.100.24', ready: true },
})
const stranger = named('OvnEip', 'legacy', {
  spec: { externalSubnet: 'ext' },
  status: { v4Ip: '198.51.100.9' },
})
const quantum = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'quantum', namespace: 'photon-prod' },
  status: { loadBalancer: { ingress: [{ ip: '172.21.208.111' }] } },
}
const mirrored = {
  apiVersion: 'network.kmetal.io/v1alpha1',
  kind: 'EipClaim',
  metadata: { name: 'web', namespace: 'photon-prod' },
  spec: { type: 'nat', v4Ip: '198.51.100.24' },
  status: { eip: 'photon-prod-web', v4Ip: '198.51.100.24', bound: false },
}

/** Whole lists, empty but for those given. */
function listsOf(some: Readonly<Record<string, ListOfKind>> = {}): Lists {
  const all = factKinds.map((kind) => [kindKey(kind), whole()] as const)
  return new Map([...all, ['Namespace', whole(kubeSystem)], ...Object.entries(some)])
}

test('what decisions rest on: who the cluster is, what it had applied, which lists are whole', () => {
  const lists = listsOf({
    'kubeovn.io/OvnEip': whole(web, stranger),
    Service: whole(quantum),
    'network.kmetal.io/EipClaim': whole(mirrored),
  })
  const { value, findings } = factsFromLists(lists, { applied })
  expect(findings).toEqual([])
  expect(value).toEqual({
    ...noFacts,
    uid: 'uid-1',
    ...applied,
    complete: factKinds.map(({ kind }) => kind).toSorted(),
    objects: ['OvnEip legacy', 'OvnEip photon-prod-web'],
    holders: [
      { address: '172.21.208.111', holder: 'Service photon-prod/quantum' },
      { address: '198.51.100.24', holder: 'OvnEip photon-prod-web', subnet: 'ext' },
      { address: '198.51.100.9', holder: 'OvnEip legacy', subnet: 'ext' },
    ],
  })
})

test('are read from objects in files by the same function', () => {
  const lists = listsOf({ 'kubeovn.io/OvnEip': whole(web, stranger), Service: whole(quantum) })
  const { value } = factsFromObjects([kubeSystem, web, stranger, quantum])
  expect(factsFromLists(lists).value).toMatchObject({ holders: value.holders, uid: value.uid })
})

test('come back from their own form as they were', () => {
  const { value } = factsFromLists(listsOf({ 'kubeovn.io/OvnEip': whole(web) }), { applied })
  const [read] = readYaml('f', renderFacts(value)).value
  expect(parseOwnForm(read?.object)).toEqual(value)
})

test.each([
  ['IptablesEIP', { externalSubnet: 'ext', v4ip: '198.51.100.60' }, { ip: '198.51.100.60' }],
  ['Vip', { subnet: 'ext', v4ip: '' }, { v4ip: '198.51.100.60' }],
])('whoever has an address of a segment is told, also a %s', (kind, spec, status) => {
  const lists = listsOf({ [`kubeovn.io/${kind}`]: whole(named(kind, 'legacy', { spec, status })) })
  expect(factsFromLists(lists).value.holders).toEqual([
    { address: '198.51.100.60', holder: `${kind} legacy`, subnet: 'ext' },
  ])
})

test('a Vip of a VPC of its own has an address that others have, too', () => {
  const inner = named('Subnet', 'photon-a', { spec: { vpc: 'photon', cidrBlock: '10.1.0.0/24' } })
  const vip = named('Vip', 'legacy', { spec: { subnet: 'photon-a', v4ip: '10.1.0.9' } })
  const lists = listsOf({ 'kubeovn.io/Vip': whole(vip), 'kubeovn.io/Subnet': whole(inner) })
  expect(factsFromLists(lists).value.holders).toEqual([])
})

test('a claim that mirrors one of Git holds no address', () => {
  const lists = listsOf({ 'network.kmetal.io/EipClaim': whole(mirrored) })
  expect(factsFromLists(lists).value.holders).toEqual([])
})

describe('a list that failed', () => {
  const dropped = { object: 'OvnEip photon-prod-web', generation: 7 }
  const former = factsFromLists(
    listsOf({ 'kubeovn.io/OvnEip': whole(web, stranger), Service: whole(quantum) }),
    { applied },
  ).value

  test('never looks like absence', () => {
    const gone = factsFromLists(listsOf(), { applied })
    expect(viewFacts(gone.value).isGone(dropped)).toBe(true)
    for (const list of [failed, undefined]) {
      const lists = new Map(listsOf())
      if (list === undefined) lists.delete('kubeovn.io/OvnEip')
      else lists.set('kubeovn.io/OvnEip', list)
      const { value } = factsFromLists(lists, { applied })
      expect(viewFacts(value).isGone(dropped)).toBe(false)
    }
  })

  test('frees no address that somebody was seen to have', () => {
    const lists = listsOf({ 'kubeovn.io/OvnEip': failed, Service: failed })
    const { value } = factsFromLists(lists, { applied, former })
    expect(value.holders).toEqual(former.holders)
    expect(value.complete).not.toContain('OvnEip')
    expect(value.objects).toEqual(former.objects)
    // What is seen to be gone is not kept.
    expect(factsFromLists(listsOf(), { applied, former }).value.holders).toEqual([])
  })

  test('of one cluster says nothing about another', () => {
    const lists = listsOf({ 'kubeovn.io/OvnEip': failed })
    const other = { ...former, uid: 'uid-2' }
    expect(factsFromLists(lists, { applied, former: other }).value.holders).toEqual([])
  })

  test.each(['EipClaim', 'Cluster', 'Subnet', 'Node', 'Vpc'])(
    'of %s keeps what it said',
    (kind) => {
      const said = {
        ...noFacts,
        uid: 'uid-1',
        bindings: [{ environment: 'a', claim: 'web', cluster: 'solar', service: 'demo/x' }],
        clusters: ['a/solar'],
        usage: [{ subnet: 'a-b', v4: '3' }],
        nodes: [{ name: 'gw1', address: '10.0.0.1' }],
        drops: [{ vpc: 'a', cidrs: ['198.51.100.0/24'] }],
      }
      const field = {
        EipClaim: 'bindings',
        Cluster: 'clusters',
        Subnet: 'usage',
        Node: 'nodes',
        Vpc: 'drops',
      }[kind] as 'bindings'
      const key = [...listsOf().keys()].find((one) => one.replace(/.*\//, '') === kind) ?? ''
      const { value } = factsFromLists(listsOf({ [key]: failed }), { applied, former: said })
      expect(value).toEqual({
        ...value,
        ...noFacts,
        complete: value.complete,
        [field]: said[field],
      })
      expect(value.complete).not.toContain(kind)
    },
  )
})

test('a kind that the API does not have has no objects', () => {
  const lists = listsOf({ 'cluster.x-k8s.io/Cluster': { outcome: 'absent-kind' } })
  expect(factsFromLists(lists).value.complete).toContain('Cluster')
})

describe('drops', () => {
  const policyRoutes = [{ priority: 31500, action: 'drop', match: 'ip4.dst == 198.51.100.0/24' }]
  const vpc = (name: string, status: object) =>
    named('Vpc', name, { spec: { policyRoutes }, status })
  const dropsOf = (items: object[], drops?: { vpc: string; cidrs: string[] }[]) =>
    factsFromLists(listsOf({ 'kubeovn.io/Vpc': whole(...items) }), drops && { drops }).value.drops

  test('of a router that is not made are none', () => {
    const made = { vpc: 'a', cidrs: ['198.51.100.0/24'] }
    expect(dropsOf([vpc('a', { standby: true }), vpc('b', { standby: false })])).toEqual([
      made,
      { vpc: 'b', cidrs: [] },
    ])
  })

  test('are those of OVN where it was read: a bad policy stops the rest, and no status says so', () => {
    const vpcs = [vpc('a', { standby: true }), vpc('b', { standby: true })]
    const real = [
      { vpc: 'a', cidrs: ['198.51.100.0/24'] },
      { vpc: 'elsewhere', cidrs: [] },
    ]
    expect(dropsOf(vpcs, real)).toEqual([real[0], { vpc: 'b', cidrs: [] }])
  })

  test('of the default VPC are not asked for', () => {
    expect(dropsOf([vpc('ovn-cluster', { standby: true, default: true })])).toEqual([])
  })
})

describe('facts are worth a commit', () => {
  const facts = factsFromLists(listsOf(), { applied }).value
  const stateWith = (entry: object): State => {
    const one = { kind: 'EipClaim', name: 'web', ...entry } as Entry
    return { ...emptyState, books: new Map([['a', new Map([['EipClaim web', one]])]]) }
  }

  test('when there were none, or they say something else', () => {
    expect(isNews(facts, undefined, emptyState)).toBe(true)
    expect(isNews({ ...facts, clusters: ['a/solar'] }, facts, emptyState)).toBe(true)
  })

  test('not because a newer state was applied: that would go on for ever', () => {
    const later = { ...facts, generation: 8, commit: 'b'.repeat(40) }
    expect(isNews(later, facts, emptyState)).toBe(false)
    expect(isNews(later, facts, stateWith({ phase: 'held' }))).toBe(false)
  })

  test('when something waits for that state to be applied, once', () => {
    const object = 'OvnEip a-web'
    for (const entry of [
      { phase: 'tombstone', releasedAt: 7, dropped: [{ object, generation: 8 }] },
      { phase: 'releasing', releasedAt: 8 },
      { phase: 'held', awaits: [{ object, generation: 8 }] },
    ]) {
      const state = stateWith(entry)
      const [at8, at9] = [8, 9].map((generation) => ({ ...facts, generation }))
      if (at8 === undefined || at9 === undefined) throw new Error('two sets of facts')
      expect([
        isNews(facts, facts, state),
        isNews(at8, facts, state),
        isNews(at9, at8, state),
      ]).toEqual([false, true, false])
    }
  })

  test('when another address is proven absent, not when the same one is again', () => {
    const proven = (generation: number) => ({
      ...facts,
      generation,
      proven: [{ address: '198.51.100.24', generation }],
    })
    expect(isNews(proven(7), facts, emptyState)).toBe(true)
    expect(isNews(proven(8), proven(7), emptyState)).toBe(false)
  })
})
