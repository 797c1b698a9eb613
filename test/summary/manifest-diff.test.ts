import { applyPatch } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { manifestDiff } from '../../lib/summary/manifest-diff.ts'

function linesOf(before: string | undefined, after: string | undefined): readonly string[] {
  const tree = (text?: string) => new Map(text === undefined ? [] : [['rendered/a', text]])
  const [one] = manifestDiff([{ action: 'update', path: 'rendered/a' }], tree(before), tree(after))
  return one?.lines() ?? []
}

test('a changed line stands with three lines of context', () => {
  const text = (middle: string) => `1\n2\n3\n4\n${middle}\n6\n7\n8\n9\n`
  expect(linesOf(text('a'), text('b'))).toEqual(
    '@@ -2,7 +2,7 @@| 2| 3| 4|-a|+b| 6| 7| 8'.split('|'),
  )
})

test('a new file and a removed one are shown whole', () => {
  expect(linesOf(undefined, 'a\nb\n')).toEqual(['@@ -0,0 +1,2 @@', '+a', '+b'])
  expect(linesOf('a\n', undefined)).toEqual(['@@ -1,1 +0,0 @@', '-a'])
})

test('two large files with nothing in common are answered soon', () => {
  const text = (word: string) => Array.from({ length: 20_000 }, (_, n) => `${word}${n}\n`).join('')
  expect(linesOf(text('a'), text('b'))).toHaveLength(40_002)
})

test('the lines, taken as a patch, turn the old text into the new one', () => {
  const file = fc
    .array(fc.constantFrom('a', 'b', 'c', ' x', ''), { minLength: 1, maxLength: 40 })
    .map((lines) => `${lines.join('\n')}\n`)
  fc.assert(
    fc.property(file, file, (before, after) => {
      const patch = `--- a\n+++ b\n${linesOf(before, after).join('\n')}\n`
      expect(applyPatch(before, patch)).toBe(after)
    }),
  )
})
