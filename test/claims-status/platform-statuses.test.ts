import { expect, test } from 'vitest'
import { platformStatuses } from '../../lib/pipeline/claims-status/platform-statuses.ts'
import type { Lists } from '../../lib/pipeline/facts/lists.ts'
import { inputOf, live, tenant } from './sample.ts'

const all = tenant()
const network = {
  apiVersion: 'network.kmetal.io/v1alpha1',
  kind: 'ProviderNetwork',
  metadata: { name: 'provider2' },
  spec: { interface: 'bond0.210' },
}
const kmetal = {
  apiVersion: 'kmetal.io/v1alpha1',
  kind: 'KMetal',
  metadata: { name: 'prod' },
  spec: {
    networking: {
      providerNetworks: [{ name: 'provider2' }],
      loadBalancer: { tenantControlPlanes: { addresses: [] } },
    },
  },
}
const pool = (kind: string, name = 'tenant-cp-pool') => ({
  apiVersion: 'metallb.io/v1beta1',
  kind,
  metadata: { name, namespace: 'kmetal-metallb' },
})
const whole = (...items: object[]) => ({ outcome: 'whole', items }) as const

function statuses(changes: Parameters<typeof inputOf>[0] = {}, more: Lists = new Map()) {
  const patches = platformStatuses(
    new Map([
      ...inputOf(changes).lists,
      ['network.kmetal.io/ProviderNetwork', whole(network)],
      ['kmetal.io/KMetal', whole(kmetal)],
      ['metallb.io/IPAddressPool', whole(pool('IPAddressPool'))],
      ['metallb.io/L2Advertisement', whole(pool('L2Advertisement'))],
      ...more,
    ]),
    '2026-11-30T12:00:00Z',
  )
  return patches.map(({ status }) => status)
}

const condition = (status: string, reason: string, message: string) => {
  const lastTransitionTime = '2026-11-30T12:00:00Z'
  return { type: 'Ready', status, reason, message, lastTransitionTime }
}

test('a platform of which all is well (M-021)', () => {
  const ready = { phase: 'Ready' }
  expect(statuses()).toEqual([
    { ready: true, conditions: [condition('True', 'NetworkReady', 'its segments are up')] },
    {
      components: [
        { name: 'provider-networks', ...ready },
        { name: 'load-balancer', ...ready },
      ],
    },
  ])
})

test.each([
  [{ network: undefined }, 'Progressing', 'provider network "provider2" is not there'],
  [
    { network: live('ProviderNetwork', 'provider2', {}, { ready: false, notReadyNodes: ['gw1'] }) },
    'Failed',
    'provider network "provider2" is not ready on node "gw1"',
  ],
  [{ vlan: undefined }, 'Progressing', 'provider network "provider2" has no Vlan yet'],
  [
    { vlan: live('Vlan', 'provider2', { provider: 'provider2' }, { conflict: true }) },
    'Failed',
    'Vlan "provider2" is in conflict with another',
  ],
  [
    { segment: { ...all.segment, status: {} } },
    'Failed',
    'external subnet "provider2-ext" is not ready: Kube-OVN says nothing about it',
  ],
])('a provider network that is not up is said to be so, and why', (changes, phase, message) => {
  expect(statuses(changes)).toMatchObject([
    { ready: false, message, conditions: [condition('False', 'NetworkNotReady', message)] },
    { components: [{ name: 'provider-networks', phase, message }, { phase: 'Ready' }] },
  ])
})

test('a network that stays as it is keeps the time of its condition', () => {
  const since = {
    ...condition('True', 'NetworkReady', ''),
    lastTransitionTime: '2026-01-01T00:00:00Z',
  }
  const before = { ...network, status: { conditions: [since] } }
  const list = new Map([['network.kmetal.io/ProviderNetwork', whole(before)]])
  expect(statuses({}, list)[0]).toMatchObject({
    conditions: [{ status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
  })
  expect(statuses({ vlan: undefined }, list)[0]).toMatchObject({
    conditions: [{ status: 'False', lastTransitionTime: '2026-11-30T12:00:00Z' }],
  })
})

test('a pool counts with its advertisement only: without it nothing answers for its addresses (M-084)', () => {
  const only = new Map([['metallb.io/L2Advertisement', whole()]])
  expect(statuses({}, only)[1]).toMatchObject({
    components: [
      { phase: 'Ready' },
      { phase: 'Progressing', message: 'pool "tenant-cp-pool" is not advertised yet' },
    ],
  })
})

const speaker = (
  status: object,
  labels: object = { 'app.kubernetes.io/component': 'speaker' },
) => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'metallb-speaker', namespace: 'kmetal-metallb', labels },
  status,
})
const silent = 'on a segment without one nothing answers for an address'

test.each([
  ['there is none', [], 'no speaker of MetalLB is in namespace "kmetal-metallb"'],
  [
    'it is another program',
    [speaker({ desiredNumberScheduled: 3, numberReady: 3 }, { component: 'controller' })],
    'no speaker of MetalLB is in namespace "kmetal-metallb"',
  ],
  [
    'it is not ready on each node',
    [speaker({ desiredNumberScheduled: 3, numberReady: 2 })],
    `DaemonSet "metallb-speaker" has MetalLB's speaker ready on 2 of 3 nodes`,
  ],
  [
    'no node is to have it',
    [speaker({ desiredNumberScheduled: 0, numberReady: 0 })],
    `DaemonSet "metallb-speaker" has MetalLB's speaker ready on 0 of 0 nodes`,
  ],
])('a pool is of no use without a speaker of MetalLB: %s (M-085)', (_, daemonSets, why) => {
  expect(statuses({}, new Map([['apps/DaemonSet', whole(...daemonSets)]]))[1]).toMatchObject({
    components: [{ phase: 'Ready' }, { phase: 'Progressing', message: `${why}: ${silent}` }],
  })
})

test.each([{ component: 'speaker' }, { 'app.kubernetes.io/component': 'speaker' }])(
  'a speaker with labels %j on every node is all that is needed (M-085)',
  (labels) => {
    const list = whole(speaker({ desiredNumberScheduled: 3, numberReady: 3 }, labels))
    expect(statuses({}, new Map([['apps/DaemonSet', list]]))[1]).toMatchObject({
      components: [{ phase: 'Ready' }, { phase: 'Ready' }],
    })
  },
)

test('what was not seen whole is not judged', () => {
  const failed = { outcome: 'failed', message: '403' } as const
  expect(statuses({}, new Map([['kubeovn.io/Vlan', failed]]))).toEqual([])
  const noPools = statuses({}, new Map([['metallb.io/IPAddressPool', failed]]))
  expect(noPools[1]).toMatchObject({ components: [{ name: 'provider-networks' }] })
  const noDaemonSets = statuses({}, new Map([['apps/DaemonSet', failed]]))
  expect(noDaemonSets[1]).toMatchObject({ components: [{ phase: 'Ready' }, { phase: 'Ready' }] })
})
