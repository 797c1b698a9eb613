import { expect, test } from 'vitest'
import { verdictText } from '../../lib/summary/text.ts'
import { givenBack, titleOf } from '../../lib/summary/title.ts'
import { accepted, summaryOf } from './sample.ts'

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
  expect(givenBack(summary)).toBe(2)
  expect(titleOf(summary)).toContain('2 addresses given back')
  expect(verdictText(summary)).toContain('2 addresses given back')
})

test('a change that gives nothing back does not speak of it', () => {
  expect(givenBack(summaryOf(accepted))).toBe(0)
  expect(verdictText(summaryOf(accepted))).not.toContain('given back')
})
