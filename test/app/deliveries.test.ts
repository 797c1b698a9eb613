import { expect, test } from 'vitest'
import { recentDeliveries } from '../../functions/app/deliveries.ts'

test('the last deliveries are known, and the memory of them has an end', () => {
  const deliveries = recentDeliveries(3)
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  for (const [at, id] of ids.entries()) {
    deliveries.add(id)
    for (const last of ids.slice(Math.max(0, at - 2), at + 1))
      expect(deliveries.has(last), `${last} after ${id}`).toBe(true)
  }
  expect(ids.map((id) => deliveries.has(id))).toEqual(ids.map((id) => id > 'c'))
  expect(deliveries.has('h')).toBe(false)
})
