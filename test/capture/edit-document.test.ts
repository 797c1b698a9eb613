import { describe, expect, test } from 'vitest'
import { editDocument } from '../../lib/pipeline/capture/edit-document.ts'

const block = `# head
kind: A
spec:
  # what it holds
  pool:
    - "10.0.0.1-10.0.0.9" # routers
    # printers
    - '10.0.0.20'
  after: 1 # stays
`

function edited(
  text: string,
  value: string | number | readonly string[],
  path = ['spec', 'pool'],
  line = 2,
) {
  return editDocument(text, { line, path, value, meaning: (one) => one })
}

describe('a list', () => {
  test('gets an entry behind the others, in their quotes', () => {
    expect(edited(block, ['10.0.0.1-10.0.0.9', '10.0.0.20', '10.0.0.30'])).toBe(
      block.replace("'10.0.0.20'", '\'10.0.0.20\'\n    - "10.0.0.30"'),
    )
  })
  test('loses an entry with its comment, and keeps the order that is wanted', () => {
    expect(edited(block, ['10.0.0.20'])).toBe(
      block.replace('    - "10.0.0.1-10.0.0.9" # routers\n', ''),
    )
    expect(edited(block, ['10.0.0.20', '10.0.0.1-10.0.0.9'])).toContain(
      '    # printers\n    - \'10.0.0.20\'\n    - "10.0.0.1-10.0.0.9" # routers\n  after',
    )
  })
  test('in brackets stays in brackets', () => {
    expect(
      edited('spec: {pool: [10.0.0.1, "10.0.0.2"], z: 1}', ['10.0.0.2', '10.0.0.3'], undefined, 1),
    ).toBe('spec: {pool: ["10.0.0.2", 10.0.0.3], z: 1}')
    expect(edited('spec:\n  pool: []\n', ['fd00::1'], undefined, 1)).toBe(
      'spec:\n  pool: ["fd00::1"]\n',
    )
  })
  test('that is not there is added as the last key', () => {
    expect(
      edited(
        'spec:\n  - a: 1\n    b: {c: 2} # x\n  - z: 1',
        ['10.0.0.1'],
        ['spec', '0', 'pool'],
        1,
      ),
    ).toBe('spec:\n  - a: 1\n    b: {c: 2} # x\n    pool:\n      - "10.0.0.1"\n  - z: 1')
    expect(edited('spec: {a: 1}\n', ['10.0.0.1'], undefined, 1)).toBe(
      'spec: {a: 1, pool: ["10.0.0.1"]}\n',
    )
  })
  test('keeps the line ends of Windows', () => {
    const text = block.replaceAll('\n', '\r\n')
    const wanted = edited(block, ['10.0.0.20', '10.0.0.30'])
    expect(edited(text, ['10.0.0.20', '10.0.0.30'])).toBe(wanted?.replaceAll('\n', '\r\n'))
    expect(edited(text, ['10.0.0.7'], ['spec', 'more'])?.replaceAll('\r\n', '')).not.toMatch(
      /[\r\n]/,
    )
  })
})

test('a scalar keeps its quotes and what stands behind it', () => {
  expect(edited(block, 7, ['spec', 'after'])).toBe(block.replace('after: 1', 'after: 7'))
  expect(edited("spec: {pool: 'a'}", 'b', undefined, 1)).toBe("spec: {pool: 'b'}")
})

test('only the document of that line is changed', () => {
  const text = `${block}---\n${block}`
  expect(edited(text, 7, ['spec', 'after'], 12)).toBe(
    `${block}---\n${block.replace('after: 1', 'after: 7')}`,
  )
})

test.each([
  ['spec:\n  pool: &a [x]\n  other: *a\n', 'an anchor that others use'],
  ['spec:\n  pool: [x, # why\n    y]\n', 'a comment in brackets'],
  ['spec:\n  pool:\n', 'no value'],
  ['spec:\n  pool: {a: 1}\n', 'a map'],
  ['spec:\n  pool:\n    - - x\n', 'a list of lists'],
  ['spec:\n  pool:\n    - |\n      x\n', 'a text of lines'],
  ['other: 1\n', 'no map that it could be in'],
])('%j is left alone: %s', (text) => {
  expect(edited(text, ['y'], undefined, 1)).toBeUndefined()
})
