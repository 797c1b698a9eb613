import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable } from '../../lib/domain/printable.ts'

test.each([
  ['web', 'web'],
  ['grün 😀', 'grün 😀'],
  ['a\nb\t\x1b[2K', 'a\\u{a}b\\u{9}\\u{1b}[2K'],
  ['\u202e\ufeff\u2028\xa0', '\\u{202e}\\u{feff}\\u{2028}\\u{a0}'],
  ['\ud800x', '\\u{d800}x'],
])('%j is shown as %j', (text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('a long text is cut, tells its length, and is never cut within a character', () => {
  expect(printable('x'.repeat(300), 10)).toBe('xxxxxxxxxx… (300 characters)')
  expect(printable('😀'.repeat(20), 5)).toBe('😀😀… (40 characters)')
})

test('no text leaves anything unseen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(text)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
    }),
  )
})
