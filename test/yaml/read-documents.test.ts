import { describe, expect, test } from 'vitest'
import {
  MAX_DEPTH,
  MAX_DOCUMENTS,
  MAX_FILE_BYTES,
  MAX_KEY,
  MAX_NODES,
  MAX_SCALAR,
} from '../../lib/pipeline/yaml/limits.ts'
import { readDocuments } from '../../lib/pipeline/yaml/read-documents.ts'
import { yamlRules } from '../../lib/pipeline/yaml/yaml-rules.ts'
import { cpuMs } from './cpu-ms.ts'

const claim = [
  'apiVersion: network.kmetal.io/v1alpha1',
  'kind: SubnetClaim',
  'metadata:',
  '  name: s1',
  'spec:',
  '  cidrBlock: 10.124.0.0/24',
  '',
].join('\n')

/** Each finding as `line:column severity rule message`. */
function told(text: string): readonly string[] {
  return readDocuments('f.yaml', text).findings.map(({ at, severity, rule, message }) => {
    return `${at?.line}:${at?.column} ${severity} ${rule} ${message}`
  })
}

function values(text: string): readonly unknown[] {
  return readDocuments('f.yaml', text).value.map((document) => document.value)
}

describe('what is refused', () => {
  test.each([
    ['a: 1\nb: 2\na: 3', ['3:1 error yaml/duplicate-key the key "a" stands twice in this map']],
    ['a: {b: 1, b: 2}', ['1:11 error yaml/duplicate-key the key "b" stands twice in this map']],
    ['a: 1\n"a": 2', ['2:1 error yaml/duplicate-key the key "a" stands twice in this map']],
    ['spec:\n\tcidrBlock: x', ['2:1 error yaml/tab-indent a tab indents this line']],
    ['spec:\n  a:\n  \tb: x', ['3:3 error yaml/tab-indent a tab indents this line']],
    [
      'a: !!js/function "f"\nb: !!binary bmF0\nc: !x z',
      [
        '1:4 error yaml/tag the tag "!!js/function" is not allowed',
        '2:4 error yaml/tag the tag "!!binary" is not allowed',
        '3:4 error yaml/tag the tag "!x" is not allowed',
      ],
    ],
    [
      'a: &x 1\nb: *x',
      [
        '1:4 error yaml/anchor the anchor "&x" is not allowed',
        '2:4 error yaml/alias the alias "*x" is not allowed',
      ],
    ],
    ['<<: {a: 1}', ['1:1 error yaml/merge-key the merge key "<<" is not allowed']],
    ['a\0b: 1', ['1:2 error yaml/nul a NUL character (U+0000) stands in the text']],
    [
      'a: 1 # \u001b[2K',
      ['1:8 error yaml/control-character the control character U+001B stands in the text'],
    ],
    [
      'a: 1\rb: 2',
      [
        '1:5 error yaml/control-character a carriage return (U+000D) without a line feed stands in the text',
      ],
    ],
    [
      '# \u202e\na: 1',
      ['1:3 error yaml/bidi the bidi control U+202E changes the order in which text is shown'],
    ],
    ['a: x\ufeff', ['1:5 error yaml/bom a byte order mark (U+FEFF) stands inside the file']],
    ['a: "x\\u0000"', ['1:4 error yaml/nul an escape makes the character U+0000 in "x\\u{0}"']],
    [
      'a: "x\\r\\n"',
      ['1:4 error yaml/control-character an escape makes the character U+000D in "x\\u{d}\\u{a}"'],
    ],
    ['a: "\\u202e"', ['1:4 error yaml/bidi an escape makes the character U+202E in "\\u{202e}"']],
    ['1: a', ['1:1 error yaml/key-type the key "1" is a number, not a string']],
    ['true: a', ['1:1 error yaml/key-type the key "true" is a boolean, not a string']],
    ['~: a', ['1:1 error yaml/key-type the key "~" is null, not a string']],
    ['? [a]\n: b', ['1:3 error yaml/key-type a key is a map, a list or an alias, not a string']],
    ['- a', ['1:1 error yaml/not-a-map the document is not a map']],
    ['--- text', ['1:5 error yaml/not-a-map the document is not a map']],
    ['--- ~', ['1:5 error yaml/not-a-map the document is not a map']],
    [
      '%YAML 1.1\n---\na: yes',
      [
        '1:1 error yaml/directive the directive "%YAML 1.1" is not allowed',
        '3:4 warning yaml/ambiguous "yes" is text here, but true in YAML 1.1',
      ],
    ],
  ])('%j', (text, expected) => {
    expect(told(text)).toEqual(expected)
    expect(readDocuments('f.yaml', text)).toMatchObject({ value: [], readable: false })
  })

  test('text that is no YAML, at its line', () => {
    const { findings, readable } = readDocuments('f.yaml', 'a: 1\nb: [1\nc: 2\n')
    expect(readable).toBe(false)
    expect(findings[0]).toMatchObject({ rule: 'yaml/syntax', at: { file: 'f.yaml', line: 3 } })
  })

  test.each([
    ['{{- range .Values.claims }}\na: 1\n', '{{- range .Values.claims }}'],
    [`a: [${'b'.repeat(300)}\nc: 2\n`, 'c: 2'],
  ])('and with the line as written: %j', (text, value) => {
    const found = readDocuments('f.yaml', text).findings.find(({ rule }) => rule === 'yaml/syntax')
    expect(found?.value).toBe(value)
  })

  test('a pointer of Git LFS is told apart from a text', () => {
    const hintOf = (text: string) => readDocuments('f.yaml', text).findings[0]?.hint
    const version = 'version https://git-lfs.github.com/spec/v1'
    expect(hintOf(`${version}\noid sha256:4d7a\nsize 12\n`)).toContain('Git LFS')
    expect(hintOf('some text')).toContain('apiVersion')
  })

  test('a second key names the first one', () => {
    const { findings } = readDocuments('f.yaml', 'spec:\n  a: 1\n  a: 2\n')
    expect(findings[0]?.related).toEqual([
      { at: { file: 'f.yaml', line: 2, column: 3 }, message: 'the first "a"' },
    ])
  })

  test('only the documents with an error, and every one of them', () => {
    const text = `a: 1\n---\nb: *x\n---\nc: 3\n---\nd: 4\nd: 5\n---\ne: 6\n`
    expect(values(text)).toEqual([{ a: 1 }, { c: 3 }, { e: 6 }])
    expect(readDocuments('f.yaml', text).readable).toBe(false)
  })
})

/** Some rules cannot be broken by a text that can be shown. */
const shown = Object.values(yamlRules).filter((rule) => !rule.example.startsWith('#'))

test.each(shown)('the example of $id breaks the rule', ({ id, severity, example }) => {
  expect(readDocuments('f.yaml', example).findings).toContainEqual(
    expect.objectContaining({ rule: id, severity }),
  )
})

test('rules have their own names', () => {
  const ids = Object.values(yamlRules).map((rule) => rule.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(shown.length).toBeGreaterThan(12)
})

describe('what is accepted', () => {
  test.each([
    ['a BOM and CRLF', `\ufeff${claim}---\n${claim}`.replaceAll('\n', '\r\n'), 2],
    ['blanks and comments after the separator', `--- \n${claim}--- # staging\n${claim}`, 2],
    ['empty and comment-only documents', `# a\n---\n---\n# b\n---\n${claim}...\n---\n\n---\n`, 1],
    ['an empty file', '', 0],
    ['a file of comments', '# nothing\n', 0],
    ['a file of separators', '---\n---\n', 0],
    ['JSON', '{"apiVersion": "v1", "list": [1, {"a": null}]}', 1],
  ])('%s', (_, text, count) => {
    const read = readDocuments('f.yaml', text)
    expect(read).toMatchObject({ findings: [], readable: true })
    expect(read.value).toHaveLength(count)
    expect(JSON.stringify(read.value.map(({ value }) => value))).not.toMatch(/\\r|\ufeff/)
  })

  test('CRLF in every kind of scalar leaves no carriage return', () => {
    const text = 'a: |\r\n  x\r\n  y\r\nb: "q\r\n  r"\r\nc: >\r\n  s\r\n  t\r\nd: u\r\n  v\r\n'
    expect(values(text)).toEqual([{ a: 'x\ny\n', b: 'q r', c: 's t\n', d: 'u v' }])
  })

  test('a tab that indents nothing', () => {
    expect(told('a: 1\n\t\n\t# comment\nb:\t2\n')).toEqual([])
  })

  test('a key called __proto__ is an own field and changes no prototype', () => {
    const [value] = values('__proto__: {polluted: true}\n') as [object]
    expect(Object.keys(value)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect('polluted' in value).toBe(false)
  })
})

describe('what YAML 1.1 reads otherwise is a warning', () => {
  test.each([
    ['yes', 'yes', 'text', 'true'],
    ['off', 'off', 'text', 'false'],
    ['y', 'y', 'text', 'true'],
    ['0777', 777, 'the number 777', 'an octal number'],
    ['0o17', 15, 'the number 15', 'text'],
    ['1:30', '1:30', 'text', 'a number in base 60'],
    ['1e3', 1000, 'the number 1000', 'text'],
    ['1_000', '1_000', 'text', 'a number'],
    ['0b11', '0b11', 'text', 'a binary number'],
  ])('%s', (source, value, ours, theirs) => {
    const read = readDocuments('f.yaml', `spec:\n  a: ${source}\n`)
    expect(read.value[0]?.value).toEqual({ spec: { a: value } })
    expect(read.value[0]?.source(['spec', 'a'])).toBe(source)
    expect(read.readable).toBe(true)
    expect(read.findings).toMatchObject([
      {
        severity: 'warning',
        value: source,
        at: { line: 2, column: 6 },
        message: `"${source}" is ${ours} here, but ${theirs} in YAML 1.1`,
      },
    ])
  })

  test.each([
    '"yes"',
    "'on'",
    '10.0.0.1',
    '10.0.0.0/24',
    'fd00::1',
    'True',
    '1.5',
    '-3',
    '0x1F',
    '~',
    'yesterday',
    '08x',
  ])('%s is no such thing', (source) => {
    expect(told(`a: ${source}\n`)).toEqual([])
  })

  test('a date is only noted', () => {
    expect(told('a: 2026-12-01\n')).toEqual([
      '1:4 info yaml/ambiguous "2026-12-01" is text here, but a date in YAML 1.1',
    ])
  })
})

describe('limits', () => {
  const many = (count: number, text: string): string => text.repeat(count)
  const nested = (depth: number): string => `a: ${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}`

  test.each([
    [
      'bytes of a file',
      `#${many(MAX_FILE_BYTES - 1, 'x')}`,
      `#${many(MAX_FILE_BYTES, 'x')}`,
      'yaml/too-large',
    ],
    [
      'bytes of a file, not characters',
      `#${many(MAX_FILE_BYTES / 2 - 1, 'é')}`,
      `#${many(MAX_FILE_BYTES / 2, 'é')}`,
      'yaml/too-large',
    ],
    ['levels', nested(MAX_DEPTH), nested(MAX_DEPTH + 1), 'yaml/too-deep'],
    [
      'documents',
      many(MAX_DOCUMENTS, '---\n'),
      many(MAX_DOCUMENTS + 1, '---\n'),
      'yaml/too-many-documents',
    ],
    [
      'documents read fast',
      many(MAX_DOCUMENTS, '---\na: b\n'),
      many(MAX_DOCUMENTS + 1, '---\na: b\n'),
      'yaml/too-many-documents',
    ],
    [
      'documents, the first without its separator',
      `{a: b}\n${many(MAX_DOCUMENTS - 1, '---\n{a: b}\n')}`,
      `{a: b}\n${many(MAX_DOCUMENTS, '---\n{a: b}\n')}`,
      'yaml/too-many-documents',
    ],
    [
      'documents read fast, the first without its separator',
      `a: b\n${many(MAX_DOCUMENTS - 1, '---\na: b\n')}`,
      `a: b\n${many(MAX_DOCUMENTS, '---\na: b\n')}`,
      'yaml/too-many-documents',
    ],
    [
      'documents behind end marks, without separators',
      many(MAX_DOCUMENTS, '{a: b}\n...\n'),
      many(MAX_DOCUMENTS + 1, '{a: b}\n...\n'),
      'yaml/too-many-documents',
    ],
    [
      'values',
      `a: [${many(MAX_NODES / 2 - 10, '0,')}]`,
      `a: [${many(MAX_NODES / 2, '0,')}]`,
      'yaml/too-large',
    ],
    [
      'characters of a scalar',
      `a: ${many(MAX_SCALAR, 'x')}`,
      `a: ${many(MAX_SCALAR + 1, 'x')}`,
      'yaml/too-large',
    ],
    [
      'characters of a quoted scalar',
      `a: "${many(MAX_SCALAR, 'x')}"`,
      `a: "${many(MAX_SCALAR + 1, 'x')}"`,
      'yaml/too-large',
    ],
    [
      'characters of a key',
      `? ${many(MAX_KEY, 'k')}\n: 1`,
      `? ${many(MAX_KEY + 1, 'k')}\n: 1`,
      'yaml/too-large',
    ],
    ['tags, anchors and aliases', 'a: 1', `a: [${many(101, '*a, ')}]`, 'yaml/too-many-aliases'],
  ])('%s', (_, within, beyond, rule) => {
    expect(readDocuments('f.yaml', within)).toMatchObject({ findings: [], readable: true })
    const read = readDocuments('f.yaml', beyond)
    expect(read.readable).toBe(false)
    expect(read.findings.map((finding) => finding.rule)).toContain(rule)
  })

  test.each([
    ['brackets', '['.repeat(1_000_000)],
    ['braces', '{a: '.repeat(200_000)],
    ['list marks', '- '.repeat(400_000)],
    ['key marks', '? '.repeat(400_000)],
    ['closing brackets', ']'.repeat(1_000_000)],
    ['quotes', '"'.repeat(1_000_000)],
    ['commas', `[${','.repeat(900_000)}`],
    ['directives', '%a\n'.repeat(300_000)],
    ['anchors', '&a '.repeat(300_000)],
    ['NUL', '\0'.repeat(1_000_000)],
    ['keys of one map', Array.from({ length: 20_000 }, (__, nth) => `k${nth}: 1\n`).join('')],
    [
      'a bomb of aliases',
      `a: &a [1]\n${Array.from({ length: 50 }, (__, nth) => `b${nth}: &b${nth} [${'*a, '.repeat(9)}]\n`).join('')}`,
    ],
  ])('a heap of %s is answered soon', (_, text) => {
    const start = process.cpuUsage()
    const { findings } = readDocuments('f.yaml', text)
    expect(cpuMs(start)).toBeLessThan(5_000)
    expect(findings.length).toBeLessThan(300)
  })
})

describe.each([
  ['the fast reader', ''],
  ['the library', 'odd: |\n  text\n'],
])('places by %s', (_, tail) => {
  const text = `# comment\n---\nkind: X\nspec:\n  list:\n    - a\n    - k: 7\n  "10.0.0.1":   yes-no # c\n${tail}`
  const [document] = readDocuments('f.yaml', text).value

  test.each([
    [[], 'value', '3:1'],
    [['kind'], 'value', '3:7'],
    [['kind'], 'key', '3:1'],
    [['spec', 'list'], 'value', '6:5'],
    [['spec', 'list'], 'key', '5:3'],
    [['spec', 'list', 1, 'k'], 'value', '7:10'],
    [['spec', 'list', 1, 'k'], 'key', '7:7'],
    [['spec', 'list', 0], 'key', '6:7'],
    [['spec', '10.0.0.1'], 'value', '8:17'],
    [['spec', 'absent', 'deeper'], 'value', '4:1'],
    [['spec', 'list', 9], 'value', '5:3'],
    [['absent'], 'value', '3:1'],
  ] as const)('%j %s', (path, part, expected) => {
    const { line, column } = document?.place(path, part) ?? {}
    expect(`${line}:${column}`).toBe(expected)
  })

  test('sources as written', () => {
    expect(document?.source(['spec', 'list', 1, 'k'])).toBe('7')
    expect(document?.source(['spec', '10.0.0.1'])).toBe('yes-no')
    expect(document?.source(['spec'])).toBeUndefined()
    expect(document?.source(['absent'])).toBeUndefined()
    expect(readDocuments('f', 'a: 10.10\nb: True').value[0]?.source(['a'])).toBe('10.10')
    expect(readDocuments('f', 'a: 10.10\nb: True').value[0]?.source(['b'])).toBe('True')
  })
})

describe('a file with conflict markers of Git', () => {
  const text = `a: 1
<<<<<<< HEAD
b: 2
=======
b: 3
>>>>>>> other
`

  test('is told that, and nothing of what comes of them', () => {
    const { findings, readable } = readDocuments('a.yaml', text)
    expect(readable).toBe(false)
    expect(findings).toMatchObject([
      {
        rule: 'yaml/conflict-marker',
        at: { line: 2, column: 1 },
        value: '<<<<<<<',
        message: 'the line begins with "<<<<<<<", a conflict marker of Git',
      },
    ])
  })

  test('is told what else is wrong with it', () => {
    const { findings } = readDocuments('a.yaml', `${text}---\nc: !x 1\n`)
    expect(findings.map(({ rule }) => rule)).toEqual(['yaml/conflict-marker', 'yaml/tag'])
  })

  test.each(['a: [\n', 'a: |\n  <<<<<<< HEAD\n', 'a: "\n  =======\n  "\n'])(
    'is not %j',
    (other) => {
      const rules = readDocuments('a.yaml', other).findings.map(({ rule }) => rule)
      expect(rules).not.toContain('yaml/conflict-marker')
    },
  )
})

test.each(['name: {{ .Values.name }}\n', 'a: {{x}}: y\n'])('a template in %j is named', (text) => {
  const { findings, readable } = readDocuments('a.yaml', text)
  expect(readable).toBe(false)
  const errors = findings.filter(({ severity }) => severity === 'error')
  for (const { hint } of errors) expect(hint).toContain('templates')
})
