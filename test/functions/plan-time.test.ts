import { expect, test } from 'vitest'
import { planTime } from '../../functions/allocate/plan-time.ts'
import { affects } from '../../functions/recheck/affects.ts'
import { treeOf } from '../read/tree-of.ts'

const source = { id: '1'.repeat(40), subject: 'Merge', seconds: 1_000 }
const rests = treeOf({ 'netclaim.yaml': 'reuse: {after: 1d}\n' })

test.each([
  ['facts are newer, and something rests', rests, 2_000, 2_000],
  ['facts are older', rests, 500, 1_000],
  ['there are none', rests, 0, 1_000],
])('the time of a plan where %s', async (_, head, observed, time) => {
  expect(await planTime(source, head, async () => observed)).toBe(time)
})

test.each([
  ['nothing rests', treeOf({ 'netclaim.yaml': 'proof: ovn\n' })],
  ['it is 0s', treeOf({ 'netclaim.yaml': 'reuse: {after: 0s}\n' })],
  ['there are no settings', treeOf({})],
  ['the settings cannot be read', treeOf({ 'netclaim.yaml': 'reuse: [\n' })],
])('where %s, nobody asks when the clusters told something', async (_, head) => {
  const asked = async () => Promise.reject(new Error('asked'))
  expect(await planTime(source, head, asked)).toBe(1_000)
})

test('where nobody knows when that was, the commit’s own', async () => {
  expect(await planTime(source, rests, undefined)).toBe(1_000)
})

test('what rests in a pool matters to those checks alone that look into it', () => {
  const path = 'allocations/pools/ext-a/cooling.yaml'
  const spare = new Set(['allocations/pools/ext-a/index.yaml', path])
  const moved = { main: [], state: [path] }
  expect(affects(moved, { main: new Set(), state: spare })).toBe(false)
  const looks = new Set([...spare, 'allocations/pools/ext-a/198.51.100.0.yaml'])
  expect(affects(moved, { main: new Set(), state: looks })).toBe(true)
})
