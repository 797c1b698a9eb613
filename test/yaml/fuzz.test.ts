import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Finding } from '../../lib/domain/finding.ts'
import { readDocuments } from '../../lib/pipeline/yaml/read-documents.ts'
import { brokenText } from './claims.ts'
import { cpuMs } from './cpu-ms.ts'

const runs = process.env['LONG'] === undefined ? 350 : 7_000

/** Whatever comes in: an answer soon, places within the text, messages that are safe to print. */
function answersSafely(text: string): void {
  const start = process.cpuUsage()
  const { value, findings, readable } = readDocuments('f.yaml', text)
  expect(cpuMs(start)).toBeLessThan(1_000)
  const lines = text
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
  for (const finding of findings) {
    const { line = 0, column = 0 } = finding.at ?? {}
    expect(line).toBeGreaterThan(0)
    expect(column).toBeGreaterThan(0)
    expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1)
    expect(line).toBeLessThanOrEqual(lines.length)
    for (const shown of textsOf(finding)) expect(shown).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
  }
  expect(readable).toBe(!findings.some((finding) => finding.severity === 'error'))
  for (const document of value) expect(typeof document.value).toBe('object')
}

function textsOf(finding: Finding): readonly string[] {
  const related = (finding.related ?? []).map(({ message }) => message)
  return [finding.message, finding.hint ?? '', finding.value ?? '', ...related]
}

const mark = fc.constantFrom(
  '\n',
  '\n\n',
  '  ',
  ' ',
  '- ',
  '? ',
  ': ',
  ':',
  '{',
  '}',
  '[',
  ']',
  ',',
  '&a',
  '*a',
  '!!t',
  '!<x>',
  '|',
  '>',
  '|2-',
  '>+',
  '"',
  "'",
  '#',
  ' # c',
  '%YAML 1.1',
  '%TAG ! x',
  '---',
  '...',
  '\t',
  '\r',
  '\r\n',
  '\\',
  '\\x',
  '\\u12',
  '<<',
  '=',
  '~',
  'a',
  'key',
  '1',
  '0x',
  '\0',
  '\ufeff',
  '\u2028',
  '\u202e',
  '\ud800',
  '\x85',
  '\x02',
  '\x18',
  '\x1f',
  '@',
  '`',
  'é',
)

test('any bytes get an answer', () => {
  const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => new TextDecoder().decode(array))
  fc.assert(fc.property(fc.oneof(bytes, fc.string({ unit: 'binary' })), answersSafely), {
    numRuns: runs,
  })
}, 3_600_000)

test('any heap of marks gets an answer', () => {
  const heap = fc.array(mark, { maxLength: 80 }).map((marks) => marks.join(''))
  fc.assert(fc.property(heap, answersSafely), { numRuns: runs })
}, 3_600_000)

test('any damaged claim gets an answer', () => {
  fc.assert(fc.property(brokenText(), answersSafely), { numRuns: runs })
}, 3_600_000)
