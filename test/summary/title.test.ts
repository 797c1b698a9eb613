import { expect, test } from 'vitest'
import { verdictText } from '../../lib/summary/text.ts'
import { givenBack, titleOf } from '../../lib/summary/title.ts'
import { accepted, overlap, refused, summaryOf } from './sample.ts'

const back = {
  ...accepted,
  changes: [],
  allocations: [],
  capacity: [
    { pool: 'ext-a', family: 'IPv4', size: '180', used: '89', free: '88', tombstoned: '3' },
  ],
} as const

test('a change that gives addresses back says how many', () => {
  const summary = summaryOf(back)
  expect(givenBack(summary)).toEqual(['2 addresses given back'])
  expect(titleOf(summary)).toContain('2 addresses given back')
  expect(verdictText(summary)).toContain('2 addresses given back')
})

test('VIP blocks that are given back are counted once, as blocks', () => {
  const vips = { family: 'IPv4', used: '2', free: '12', tombstoned: '2' } as const
  const capacity = [
    { pool: 'vip-photon-prod', ...vips, size: '64', free: '60', limit: '64' },
    { pool: 'vip-photon-prod/10.242.0.0/24', ...vips, size: '16' },
  ]
  expect(givenBack(summaryOf({ ...back, capacity }))).toEqual(['2 VIP blocks given back'])
})

test('a change that gives nothing back does not speak of it', () => {
  expect(givenBack(summaryOf(accepted))).toEqual([])
  expect(verdictText(summaryOf(accepted))).not.toContain('given back')
})

const [, web] = accepted.allocations
const rows = (...names: readonly string[]) =>
  names.flatMap((name) => (web === undefined ? [] : [{ ...web, claim: `EipClaim ${name}` }]))

test('claims are counted, and a few are named with what they get', () => {
  const two = summaryOf({ ...accepted, allocations: rows('web', 'db') })
  expect(titleOf(two)).toBe(
    '2 claims added · photon-prod EipClaim web gets 198.51.100.24 · photon-prod EipClaim db gets 198.51.100.24 · ext-a 61 % full',
  )
  const three = summaryOf({ ...accepted, allocations: rows('web', 'db', 'mail') })
  expect(titleOf(three)).toBe('3 claims added · ext-a 61 % full')
})

test('a conflict is called one, and an error among conflicts is not', () => {
  const parties = [{ object: 'SubnetClaim photon-prod/production', message: 'has it' }]
  const conflict = { ...overlap, parties }
  expect(titleOf(summaryOf(refused(conflict)))).toMatch(/^1 conflict: cidrBlock/)
  expect(titleOf(summaryOf(refused(conflict, overlap)))).toMatch(/^2 errors: cidrBlock/)
})
