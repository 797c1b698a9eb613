import { expect, test } from 'vitest'
import { toJson } from '../../lib/summary/json.ts'
import { toMarkdown } from '../../lib/summary/markdown.ts'
import { toText } from '../../lib/summary/text.ts'
import { judgeJson } from './judge-json.ts'
import { accepted, summaryOf } from './sample.ts'

const [first, ...rest] = accepted.capacity
if (first === undefined) throw new Error('a sample without capacity')
const report = {
  ...accepted,
  capacity: [{ ...first, free: '62', resting: '3', reserved: '4' }, ...rest],
}

test('what rests and what is kept have columns of their own, where there is any', () => {
  const text = toMarkdown(summaryOf(report))
  expect(text).toContain(
    '| pool | | full | used | free | size | tombstoned | resting | reserved | limit |\n',
  )
  expect(text).toMatch(/\| 91 → 110 \| 62 \| 180 \| 1 \| 3 \| 4 \| {2}\|\n/)
  expect(toMarkdown(summaryOf(accepted))).not.toContain('reserved')
})

test('a terminal names them beside what is tombstoned', () => {
  expect(toText(summaryOf(report))).toContain('of 180, 1 tombstoned, 3 resting, 4 reserved')
})

test('they are in the JSON, as its schema has it', () => {
  expect(judgeJson(toJson(report))).toMatchObject({
    capacity: [{ resting: '3', reserved: '4' }, ...rest],
  })
})
