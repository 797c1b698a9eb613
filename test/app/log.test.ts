import { expect, test } from 'vitest'
import { jsonLog, messageOf } from '../../functions/log.ts'

function logged(
  fields: Parameters<ReturnType<typeof jsonLog>>[2],
  secrets: readonly string[] = [],
) {
  const lines: string[] = []
  const log = jsonLog({ write: (line) => void lines.push(line), now: () => 0, secrets })
  log('info', 'tested', fields)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^[ -~…]*$/)
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>
}

test('one line, with what is told', () => {
  expect(logged({ jobs: 2, repository: 'a/b', left: undefined, ok: true })).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    level: 'info',
    event: 'tested',
    jobs: 2,
    repository: 'a/b',
    ok: true,
  })
})

test('nothing unseen: line ends, colours, bidi', () => {
  expect(logged({ why: 'a\nb\u001b[31m\u202ec\u2028"' })['why']).toBe(
    'a\\u{a}b\\u{1b}[31m\\u{202e}c\\u{2028}"',
  )
})

test('no secret, however it got there', () => {
  const why = `bad hunter2.* and ghs_123_eyJhb.GciOi-x and github_pat_11AA, ${'x'.repeat(2000)}`
  const { why: said } = logged({ why }, ['hunter2.*', ''])
  expect(said).toMatch(/^bad \[secret\] and \[secret\] and \[secret\], x+… \(\d+ characters\)$/)
})

test.each([
  [new TypeError('x'), 'TypeError: x'],
  ['x', 'x'],
  [undefined, 'undefined'],
])('the message of %s', (thrown, message) => {
  expect(messageOf(thrown)).toBe(message)
})
