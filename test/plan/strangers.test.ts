import { expect, test } from 'vitest'
import { type Facts, noFacts } from '../../lib/domain/facts.ts'
import { claim, documents } from './files.ts'
import { photon } from './world.ts'

const file = 'environments/photon-prod/more.yaml'

function seen(facts: Partial<Facts>) {
  const world = photon()
  world.facts = { ...noFacts, ...facts }
  return world
}

test.each<[string, Partial<Facts>]>([
  ['Node n1', { nodes: [{ name: 'n1', address: '198.51.100.60' }] }],
  ['Service shop/old', { holders: [{ address: '198.51.100.60', holder: 'Service shop/old' }] }],
  ['Vip old', { holders: [{ address: '198.51.100.60', holder: 'Vip old', subnet: 'ext-a' }] }],
])('an address of a segment that %s has is nobody else’s', (holder, facts) => {
  const world = seen(facts)
  const { report } = world.check({
    [file]: claim('EipClaim', 'pinned', '{v4Ip: 198.51.100.60}'),
  })
  expect(report.findings.filter(({ severity }) => severity === 'error')).toMatchObject([
    {
      rule: 'eip/address-taken',
      message: `v4Ip "198.51.100.60" is held by ${holder}, in the cluster, as facts show`,
    },
  ])
})

test('a floating claim passes over the address of a node', () => {
  const world = seen({ nodes: [{ name: 'n1', address: '198.51.100.20' }] })
  const { report } = world.check({ [file]: claim('EipClaim', 'floating') })
  expect(report.allocations.find((row) => row.claim === 'EipClaim floating')?.address).toBe(
    '198.51.100.21',
  )
})

test('what else shows the address of an OvnEip takes it from no claim', () => {
  const world = seen({
    holders: [
      { address: '198.51.100.60', holder: 'OvnEip photon-prod-pinned', subnet: 'ext-a' },
      { address: '198.51.100.60', holder: 'Service shop/old' },
      { address: '198.51.100.60', holder: 'Vip old', subnet: 'ext-a' },
    ],
  })
  const files = documents(claim('EipClaim', 'pinned', '{v4Ip: 198.51.100.60}'))
  expect(world.check({ [file]: files }).report.verdict).not.toBe('refuse')
})
