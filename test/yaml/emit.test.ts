import fc from 'fast-check'
import { load, loadAll } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { emit, emitAll, type Json, sortKeys } from '../../lib/domain/emit.ts'

const runs = process.env['LONG'] === undefined ? 500 : 20_000

const tricky = fc.constantFrom(
  'yes',
  'No',
  'ON',
  'off',
  'y',
  'N',
  'true',
  'FALSE',
  'null',
  'Null',
  '~',
  '',
  ' ',
  '1',
  '-1',
  '+1',
  '0777',
  '0o7',
  '0x1f',
  '0b1',
  '1_000',
  '1e3',
  '1.5',
  '.5',
  '1.',
  '.inf',
  '-.INF',
  '.nan',
  '1:30',
  '190:20:30',
  '2024-01-01',
  '2024-01-01T00:00:00Z',
  '10.0.0.1',
  '10.0.0.0/24',
  'fd00::1',
  '::1',
  '2001:db8::/64',
  'a: b',
  'a:',
  ':a',
  'a #b',
  '#a',
  '- a',
  '-',
  '?',
  '? a',
  '*a',
  '&a',
  '!a',
  '%a',
  '@a',
  '`a',
  '|',
  '>',
  '[a',
  '{a',
  ']',
  '}',
  ',',
  "'a'",
  '"a"',
  'a"b',
  "a'b",
  'a\\b',
  ' a',
  'a ',
  'a\nb',
  'a\n',
  '\na',
  'a\tb',
  '\t',
  '\r',
  'a\r\nb',
  '\0',
  '\x07',
  '\x1b[2K',
  '\x7f',
  '\x85',
  '\xa0',
  '\ufeff',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u200b',
  '\ud800',
  '\udc00',
  '\u{1f600}',
  '\u{e0001}',
  'é',
  '---',
  '...',
  '--- a',
  '<<',
  '=',
  '__proto__',
  'constructor',
  'é: x',
)
const text = fc.oneof(
  tricky,
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 30 }),
)
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.constant(null),
)
const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value

describe('the emitter', () => {
  test('writes what YAML 1.2 and both libraries read back as the same value', () => {
    fc.assert(
      fc.property(json, (value) => {
        const written = emit(value)
        expect(parse(written, { maxAliasCount: 0 })).toEqual(value)
        expect(load(written)).toEqual(value)
      }),
      { numRuns: runs },
    )
  })

  test('writes what YAML 1.1 reads back as the same value', () => {
    fc.assert(
      fc.property(json, (value) => {
        const read = parse(emit(value), { schema: 'yaml-1.1', merge: false, version: '1.1' })
        expect(read).toEqual(value)
      }),
      { numRuns: runs },
    )
  })

  test('ends with one line feed, and has no control byte but line feeds', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(emit(value)).toMatch(/[^\n]\n$/)
        expect(emit(value)).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/u)
      }),
    )
  })

  test('indents lists below their key, leaves undefined out, keeps the order of keys', () => {
    const value = {
      kind: 'Vpc',
      absent: undefined,
      spec: { b: [], a: ['10.0.0.1', { x: 1, z: {} }, [true, null]], none: {} },
      text: 'two\nlines',
    }
    expect(emit(value)).toBe(
      [
        'kind: Vpc',
        'spec:',
        '  b: []',
        '  a:',
        '    - "10.0.0.1"',
        '    - x: 1',
        '      z: {}',
        '    - - true',
        '      - null',
        '  none: {}',
        'text: "two\\nlines"',
        '',
      ].join('\n'),
    )
  })

  test.each([
    '10.0.0.1',
    '10.0.0.0/24',
    'fd00::1',
    '1:30',
    'yes',
    'On',
    'n',
    'NULL',
    '~',
    '',
    '0777',
    '1e3',
    '2024-01-01',
    '-a',
    ' a',
    'a: b',
    'a #b',
  ])('quotes %j', (value) => {
    expect(emit(value)).toBe(`"${value}"\n`)
  })

  test.each([
    'photon-prod',
    'network.kmetal.io/v1alpha1',
    'IPv4',
    'a b',
    '/path',
    'lrp',
    'yesterday',
    'nodes',
  ])('leaves %j plain', (value) => {
    expect(emit(value)).toBe(`${value}\n`)
  })

  test('marks a key that is too long for one line', () => {
    const value = {
      ['k'.repeat(2_000)]: { a: 1 },
      ['l'.repeat(2_000)]: 'x',
      m: [{ ['n'.repeat(2_000)]: [1] }],
    }
    expect(parse(emit(value))).toEqual(value)
    expect(load(emit(value))).toEqual(value)
  })

  test('writes an empty root, and a map of nothing but undefined, as what it is', () => {
    expect([emit({}), emit([]), emit({ a: undefined }), emit([{ a: undefined }])]).toEqual([
      '{}\n',
      '[]\n',
      '{}\n',
      '- {}\n',
    ])
  })

  test('parts documents by bare separators', () => {
    const written = emitAll([{ a: 1 }, { b: '---' }])
    expect(written).toBe('a: 1\n---\nb: "---"\n')
    expect(loadAll(written)).toEqual([{ a: 1 }, { b: '---' }])
    expect(parseAllDocuments(written)).toHaveLength(2)
  })
})

test('keys are sorted by code units at every depth, the value stays the same', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(sortKeys(value)).toEqual(value)
      expect(emit(sortKeys(sortKeys(value)))).toBe(emit(sortKeys(value)))
    }),
  )
  expect(emit(sortKeys({ b: [{ d: 1, c: 2 }], Z: 1, a: undefined }))).toBe(
    'Z: 1\nb:\n  - c: 2\n    d: 1\n',
  )
})

test('a key called __proto__ is an entry like any other', () => {
  const value = JSON.parse('{"__proto__": {"a": 1}, "b": 2}') as Json
  expect(emit(sortKeys(value))).toBe('__proto__:\n  a: 1\nb: 2\n')
})
