import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stringify as yamlOf } from 'yaml'
import { jsonPieces } from '../../lib/pipeline/import/json-pieces.ts'
import { MAX_PIECE } from '../../lib/pipeline/import/limits.ts'
import { Dump } from '../../lib/pipeline/import/read-dump.ts'
import { object } from './live-of.ts'

const vpcs = ['a', 'b', 'c'].map((name) =>
  object('kubeovn.io/v1', 'Vpc', name, { spec: { namespaces: [name], note: 'x]},"items":[{\\"' } }),
)
const list = { apiVersion: 'v1', items: vpcs, kind: 'List', metadata: { resourceVersion: '' } }
const bare = vpcs.map(({ metadata, ...rest }) => ({ metadata, spec: rest['spec'] }))
const json = JSON.stringify(list)
const yaml = yamlOf(list, { indentSeq: false })

function read(...chunks: readonly string[]) {
  const dump = new Dump()
  dump.add('f', chunks)
  const rules = dump.findings.map(({ rule, at, message }) => `${rule} ${at?.line} ${message}`)
  return { items: dump.lists, count: dump.count, said: rules }
}

/** The text in pieces of the lengths that are given, by turns. */
function cut(text: string, lengths: readonly number[]): readonly string[] {
  const chunks: string[] = []
  for (let at = 0, n = 0; at < text.length; n += 1) {
    const length = lengths[n % lengths.length] ?? 1
    chunks.push(text.slice(at, at + length))
    at += length
  }
  return chunks
}

const TEXTS = {
  JSON: json,
  'printed JSON': JSON.stringify(list, null, 4),
  YAML: yaml,
  'YAML with CRLF': yaml.replaceAll('\n', '\r\n'),
  documents: vpcs.map((one) => yamlOf(one)).join('---\n'),
  'a flow map': '{apiVersion: kubeovn.io/v1, kind: Vpc, metadata: {name: a}}\n',
  'a List that is cut off': json.slice(0, -20),
  'what is nothing': 'a: [\n',
}

test.each(Object.entries(TEXTS))('%s is the same however it comes in chunks', (_, text) => {
  const whole = read(text)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }), (lengths) => {
      expect(read(...cut(text, lengths))).toEqual(whole)
    }),
    { numRuns: 30 },
  )
})

test('any JSON comes apart into its items and what is around them', () => {
  const key = fc.oneof(fc.string(), fc.constantFrom('items', 'kind', 'x,"items', '{"items'))
  const around = fc.dictionary(key, fc.jsonValue())
  fc.assert(
    fc.property(
      around,
      fc.array(fc.jsonValue()),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      fc.constantFrom(0, 2),
      (rest, items, lengths, indent) => {
        const { items: _, ...others } = rest
        const text = JSON.stringify({ ...others, items }, null, indent)
        const pieces = [...jsonPieces(cut(text, lengths))]
        const found = pieces.filter(({ part }) => part === 'item')
        expect(found.map((piece) => JSON.parse(piece.text ?? ''))).toEqual(
          JSON.parse(JSON.stringify(items)),
        )
        const [document, ...more] = pieces.filter(({ part }) => part === 'document')
        expect(more).toEqual([])
        expect(JSON.parse(document?.text ?? '')).toEqual(
          JSON.parse(JSON.stringify({ ...others, items: [] })),
        )
      },
    ),
  )
})

describe('of a file that was cut off', () => {
  test.each([
    ['JSON', json, json.length - 1],
    ['YAML', yaml, yaml.indexOf('\nkind: List') + '\nkind: '.length],
  ])('in %s nothing is taken, and that is told', (_, text, end) => {
    for (let at = 1; at < end; at += 7) {
      const { items, count, said } = read(text.slice(0, at))
      expect([[...items], count, said.length > 0]).toEqual([[], 0, true])
    }
  })
})

describe('a list of one kind whose items leave it out is read', () => {
  const items = bare
  test.each([
    [
      'before them in JSON',
      JSON.stringify({ kind: 'VpcList', apiVersion: 'kubeovn.io/v1', items }),
    ],
    ['after them in JSON', JSON.stringify({ items, kind: 'VpcList', apiVersion: 'kubeovn.io/v1' })],
    ['before them in YAML', yamlOf({ apiVersion: 'kubeovn.io/v1', kind: 'VpcList', items })],
    ['after them in YAML', yamlOf({ items, apiVersion: 'kubeovn.io/v1', kind: 'VpcList' })],
  ])('where it stands %s', (_, text) => {
    expect(read(text)).toEqual({ ...read(json), items: read(text).items })
    expect(read(text).items.get('kubeovn.io/Vpc')).toMatchObject({ items: vpcs })
  })
})

test.each([
  ['one after another', vpcs.map((one) => JSON.stringify(one)).join('')],
  ['a line each', vpcs.map((one) => JSON.stringify(one)).join('\n')],
  ['as documents of YAML', vpcs.map((one) => JSON.stringify(one, null, 2)).join('\n---\n')],
])('JSON objects %s are read', (_, text) => {
  expect(read(text)).toEqual(read(json))
})

test('what stands beside JSON, and is none, is told with its line', () => {
  const { count, said } = read(`${json}\nError from server: timeout\n`)
  expect(count).toBe(3)
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(/^facts\/unreadable [12] /)
})

test('items of what is no list are nobody’s objects', () => {
  for (const text of [
    JSON.stringify({ ...list, kind: 'Other' }),
    yaml.replace('kind: List', 'kind: Other'),
  ])
    expect(read(text)).toEqual({ items: new Map(), count: 1, said: [] })
})

describe('an object that is longer than any', () => {
  const long = 'x'.repeat(MAX_PIECE)
  const huge = object('kubeovn.io/v1', 'Vpc', 'huge', { spec: { long } })
  const [a, b, c] = vpcs
  const all = { ...list, items: [a, huge, b, c] }
  test.each([
    ['an item in JSON', JSON.stringify(all)],
    ['an item in YAML', yamlOf(all, { indentSeq: false, lineWidth: 0 })],
    ['a document', [a, huge, b, c].map((one) => yamlOf(one, { lineWidth: 0 })).join('---\n')],
  ])('as %s is passed over, and told', (_, text) => {
    const { items, count, said } = read(...cut(text, [1 << 20]))
    expect(items).toEqual(read(json).items)
    expect(count).toBe(3)
    expect(said).toEqual([
      expect.stringMatching(/^facts\/unreadable \d+ an object of more than 16777216 characters/),
    ])
  })
})

test('a megabyte of blanks before a text that is no object takes no time', () => {
  const blanks = ' '.repeat(1_000_000)
  const before = performance.now()
  const pieces = [...jsonPieces([`{"kind":"List","items":[${blanks}"x"]}`])]
  expect(pieces.map(({ part }) => part)).toEqual(['item', 'document'])
  expect(performance.now() - before).toBeLessThan(3_000)
})
