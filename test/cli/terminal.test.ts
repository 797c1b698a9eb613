import { afterEach, expect, test, vi } from 'vitest'
import { progressOn } from '../../functions/cli/progress.ts'
import { styleFor, type Terminal, wantsColour } from '../../lib/adapters/terminal.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['a terminal', true, {}, true],
  ['a pipe', false, {}, false],
  ['a terminal with NO_COLOR', true, { NO_COLOR: '1' }, false],
  ['a terminal with an empty NO_COLOR', true, { NO_COLOR: '' }, true],
  ['a dumb terminal', true, { TERM: 'dumb' }, false],
  ['a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, true],
  ['NO_COLOR and FORCE_COLOR', true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
])('%s has the colours it should', (_, isTerminal, env, wanted) => {
  expect(wantsColour(isTerminal, env)).toBe(wanted)
})

test('without colours a text stays as it is', () => {
  expect(styleFor(false)('red', 'x')).toBe('x')
  expect(styleFor(true)('red', 'x')).not.toBe('x')
})

function said(more: Partial<Terminal>, quiet: boolean, ms: number): string {
  let text = ''
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const terminal = { interactive: true, err: (part: string) => void (text += part), ...more }
  const progress = progressOn(terminal as Terminal, quiet)
  now.mockReturnValue(ms)
  progress.step('planning')
  progress.done()
  return text
}

test('progress shows to a person, after a second, and vanishes', () => {
  expect(said({}, false, 1_001)).toBe('\r\u001B[2Kplanning …\r\u001B[2K')
})

test('progress stays silent when it is short, unwatched or unwanted', () => {
  expect(said({}, false, 999)).toBe('')
  expect(said({ interactive: false }, false, 5_000)).toBe('')
  expect(said({}, true, 5_000)).toBe('')
})
