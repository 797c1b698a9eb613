import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BAR_CELLS, bar, fills } from '../../lib/summary/fill.ts'

const row = (used: bigint, gone: bigint, free: bigint) => ({
  pool: 'p',
  family: 'IPv6' as const,
  size: String(used + gone + free),
  used: String(used),
  free: String(free),
  tombstoned: String(gone),
})

test('a bar always has its width, shows one address and never hides the last free one', () => {
  const count = fc.bigInt({ min: 0n, max: 1n << 128n })
  fc.assert(
    fc.property(count, count, count, count, (used, gone, free, before) => {
      const [fill] = fills([row(used, gone, free)], [row(before, 0n, 0n)])
      if (fill === undefined) throw new Error('a pool is missing')
      const cells = bar(fill)
      expect(cells).toMatch(/^█*▓*▒*░*$/)
      expect(cells).toHaveLength(BAR_CELLS)
      expect(used > 0n && cells.startsWith('░')).toBe(false)
      expect(free > 0n && !cells.endsWith('░')).toBe(false)
    }),
  )
})

test('percent and counts of an IPv6 pool pass through no float', () => {
  const [fill] = fills([row((1n << 64n) - 1n, 0n, 1n)], [])
  expect(fill?.percent).toBe(99)
  expect(fill?.row.used).toBe('18446744073709551615')
})
