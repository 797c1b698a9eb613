import { expect, test } from 'vitest'
import { stringify as yamlOf } from 'yaml'
import { importObjects } from '../../lib/pipeline/import/import-objects.ts'
import { Dump } from '../../lib/pipeline/import/read-dump.ts'
import { byHand } from './by-hand.ts'
import { ownObjects } from './live-of.ts'

/** kubectl knows no anchors. */
function stringify(value: unknown, options: object = {}): string {
  return yamlOf(value, { aliasDuplicateObjects: false, ...options })
}

const objects = [...ownObjects, ...Object.values(byHand())]
const list = { apiVersion: 'v1', items: objects, kind: 'List', metadata: { resourceVersion: '' } }

function importOf(...texts: readonly string[]) {
  const dump = new Dump()
  texts.forEach((text, n) => dump.add(`f${n}.yaml`, [text]))
  const { findings, ...imported } = importObjects(dump.lists, { engine: '0.1.0' })
  return { imported, read: dump.findings, count: dump.count, findings }
}

/** As kubectl prints: no indent before the items, last-applied as a block. */
const yaml = stringify(list, { indentSeq: false })
const wanted = importOf(yaml)

test.each([
  ['a List in YAML whose items are indented', stringify(list)],
  ['a List in YAML with CRLF', yaml.replaceAll('\n', '\r\n')],
  ['a List in JSON', JSON.stringify(list)],
  ['a List in JSON with blanks', `\n${JSON.stringify(list, null, 4)}\n`],
  ['documents', objects.map((one) => stringify(one)).join('---\n')],
  [
    'documents with a head, comments and an end',
    `# all\n---\n${objects.map((one) => stringify(one)).join('--- # next\n')}---\n`,
  ],
  ['an array', JSON.stringify(objects)],
  [
    'a List before its kind',
    yaml.replace('kind: List\n', '').replace('items:', 'kind: List\nitems:'),
  ],
])('%s is read as what it holds', (_, text) => {
  expect(importOf(text)).toEqual(wanted)
  expect(wanted.count).toBe(objects.length)
  expect(wanted.imported.claims).toHaveLength(4)
})

test('several files, and lists of one kind, come to the same', () => {
  const byKind = Map.groupBy(objects, ({ apiVersion, kind }) => `${apiVersion} ${kind}`)
  const files = [...byKind].map(([key, items]) => {
    const [apiVersion, kind = ''] = key.split(' ')
    const bare = items.map(({ metadata, spec, status }) => ({ metadata, spec, status }))
    return stringify({ apiVersion, kind: `${kind}List`, items: bare }, { indentSeq: false })
  })
  expect(importOf(...files).imported).toEqual(wanted.imported)
})

test('what was applied last, block scalars and other kinds are no trouble', () => {
  const [first, ...rest] = objects.map((one) => stringify(one))
  const annotated = first?.replace(
    'metadata:\n',
    `metadata:
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: |
      {"apiVersion":"v1","kind":"Namespace"}
    other: |-
      - a
      ---
      - b
`,
  )
  const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata: {a: Yg==}\n'
  const { imported, count, read } = importOf([annotated, ...rest, secret].join('---\n'))
  expect(imported.claims).toEqual(wanted.imported.claims)
  expect(read).toEqual([])
  expect(count).toBe(objects.length + 1)
  const dump = new Dump()
  dump.add('s.yaml', [secret])
  expect([...dump.lists.keys()]).toEqual([])
})

test('a piece that cannot be read is told with its line, and the rest is read', () => {
  const broken = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: a\n  labels: {a: [\n'
  const { read, imported } = importOf(
    `${objects.map((one) => stringify(one)).join('---\n')}---\n${broken}`,
  )
  const lines = objects
    .map((one) => stringify(one))
    .join('---\n')
    .split('\n').length
  expect(read.map(({ rule, at }) => [rule, (at?.line ?? 0) > lines])).toEqual([
    ['facts/unreadable', true],
  ])
  expect(imported.claims).toHaveLength(4)
})

test.each([
  ['nothing', ''],
  ['a comment', '# nothing\n'],
  ['an error page', '<html><body>502</body></html>\n'],
  ['a number', '7\n'],
])('%s holds no objects, which is told', (_, text) => {
  expect(importOf(text).read.map(({ rule }) => rule)).toContain('facts/unreadable')
})

test.each([
  ['deep JSON', '['.repeat(100_000)],
  [
    'deep YAML',
    `a:\n${Array.from({ length: 5_000 }, (_, n) => `${' '.repeat(n + 1)}a:`).join('\n')}`,
  ],
  ['aliases', `a: &a [x,x]\nb: &b [${'*a,'.repeat(20)}]\nc: [${'*b,'.repeat(20)}]\n`],
  [
    'a List of Lists',
    JSON.stringify(
      Array.from({ length: 50 }).reduce<object>(
        (inner) => ({ kind: 'List', apiVersion: 'v1', items: [inner] }),
        { a: 1 },
      ),
    ),
  ],
])('%s brings nothing down', (_, text) => {
  expect(() => importOf(text)).not.toThrow()
})
