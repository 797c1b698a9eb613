import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inBatches } from '../../lib/adapters/github/annotations.ts'
import { cutMarkdown } from '../../lib/adapters/github/cut-markdown.ts'
import { cutBytes, cutCharacters } from '../../lib/adapters/github/cut-text.ts'
import type { Annotation } from '../../lib/ports/forge.ts'

const units = fc.string({ unit: 'binary', maxLength: 60 })

describe('a text that is cut', () => {
  test('fits in bytes, and is a beginning of what it was', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 4, max: 40 }), (text, most) => {
        const cut = cutBytes(text, most)
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(most)
        expect(cut === text || text.startsWith(cut.slice(0, -1))).toBe(true)
        expect(cut === text).toBe(Buffer.byteLength(text) <= most)
      }),
    )
  })
  test('keeps as many bytes as whole characters allow', () => {
    expect(cutBytes('ab😀cd', 8)).toBe('ab😀cd')
    expect(cutBytes('ab😀cde', 8)).toBe('ab…')
    expect(cutBytes('äöüäöü', 9)).toBe('äöü…')
  })
  test('of 140 characters is counted by code points', () => {
    expect(cutCharacters('😀'.repeat(140), 140)).toBe('😀'.repeat(140))
    expect(cutCharacters('😀'.repeat(141), 140)).toBe(`${'😀'.repeat(139)}…`)
  })
})

describe('Markdown that is cut', () => {
  test('closes its fence and its HTML, and says what is missing', () => {
    const lines = Array.from({ length: 1000 }, (_, nth) => `+ line ${nth}`)
    const markdown = [
      '<details><summary>diff</summary>',
      '',
      '```diff',
      ...lines,
      '```',
      '</details>',
    ].join('\n')
    const cut = cutMarkdown(markdown, 2_000)
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(2_000)
    expect(cut).toMatch(/\n```\n\n<\/details>\n\n_\d+ more lines are left out/)
    expect(cut.split('\n').filter((line) => line.startsWith('```'))).toEqual(['```diff', '```'])
  })
  test('a table ends on a row', () => {
    const rows = Array.from({ length: 500 }, (_, nth) => `| claim ${nth} | 198.51.100.1 |`)
    const cut = cutMarkdown(['| claim | address |', '| --- | --- |', ...rows].join('\n'), 3_000)
    expect(
      cut
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .every((line) => line.endsWith('|')),
    ).toBe(true)
  })
  test('a longer fence is closed by one as long', () => {
    const cut = cutMarkdown(['````', '```', 'x\n'.repeat(2_000), '````'].join('\n'), 1_500)
    expect(cut.split('\n').filter((line) => line.startsWith('````'))).toHaveLength(2)
  })
  test('always fits, whatever it is', () => {
    const parts = fc.array(
      fc.oneof(units, fc.constantFrom('```', '<details>', '</details>', '| a |', '~~~')),
      { maxLength: 200 },
    )
    fc.assert(
      fc.property(parts, (lines) => {
        expect(Buffer.byteLength(cutMarkdown(lines.join('\n'), 1_000))).toBeLessThanOrEqual(1_000)
      }),
    )
  })
  test('one endless line is left out', () => {
    expect(cutMarkdown('x'.repeat(100_000), 65_535)).toMatch(/1 more line is left out/)
  })
})

test.each([
  [0, [], 0],
  [50, [50], 0],
  [51, [50, 1], 0],
  [120, [50, 50, 20], 0],
  [412, [50, 50, 50, 50], 212],
])('%i annotations go out in batches', (count, sizes, leftOut) => {
  const annotation: Annotation = {
    path: 'a',
    line: 1,
    level: 'failure',
    title: 't'.repeat(300),
    message: '',
  }
  const found = inBatches(Array.from({ length: count }, () => annotation))
  expect(found.batches.map(({ length }) => length)).toEqual(sizes)
  expect(found.leftOut).toBe(leftOut)
  for (const one of found.batches.flat()) {
    expect(one.title).toHaveLength(255)
    expect(one.message).not.toBe('')
  }
})
