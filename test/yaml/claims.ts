import fc from 'fast-check'

/** Claim-like YAML texts of every style a person may write, most of them everyday ones. */
export function claimText(): fc.Arbitrary<string> {
  return fc
    .array(fc.record({ head: separator, body: mapText(3) }), { minLength: 1, maxLength: 3 })
    .map((documents) => documents.map(({ head, body }) => head + body('')).join(''))
}

/** The same with some bytes of it changed. */
export function brokenText(): fc.Arbitrary<string> {
  const edit = fc.record({ at: fc.nat(), cut: fc.nat({ max: 3 }), put: piece })
  return fc
    .tuple(claimText(), fc.array(edit, { minLength: 1, maxLength: 3 }))
    .map(([text, edits]) => edits.reduce(apply, text))
}

type Write = (indent: string) => string

const often = <T>(common: readonly T[], rare: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 100, arbitrary: fc.constantFrom(...common) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  )

const separator = often(
  ['---\n', '---\n', '--- # staging\n', '--- \n', '---\n# networks\n\n'],
  ['', '...\n---\n', '---\n---\n', '%YAML 1.2\n---\n', '--- ', '----\n', ' ---\n', '---#\n'],
)
const key = often(
  [
    'kind',
    'name',
    'spec',
    'cidrBlock',
    'v4Ip',
    'a.b/c-d',
    'enableSnatRule',
    'with space',
    '"q"',
    '"10.0.0.1"',
    'x#y',
    'url:port',
    '_z',
  ],
  [
    '1',
    '"2"',
    'on',
    'null',
    '__proto__',
    'constructor',
    "'s'",
    '? k',
    '&a k',
    '<<',
    '""',
    '"a\\tb"',
    'é',
    '1.5',
    'true',
    '-k',
    '10.0.0.1',
    'a :',
    '!t k',
    '[k]',
    '{}',
    'k"',
  ],
)
const scalar = often(
  [
    'photon-prod',
    'web',
    '10.100.0.0/24',
    '10.0.0.1',
    '10.0.0.1..10.0.0.9',
    '10.0.0.1-10.0.0.9',
    'true',
    'false',
    '0',
    '42',
    '206',
    '{}',
    '[]',
    '"198.51.100.22"',
    "'single'",
    '"a: b # c"',
    '"é"',
    '""',
    "''",
    'a b  c',
    'bond0.206',
    'fd00::1',
    '2001:db8::/64',
    'http://x.y/z?a=b&c#d',
    'a,b',
    'lrp',
    'IPv4',
    '/path',
    'x:y',
    'a#b',
    "it's",
    'x"y',
    '1.2.3',
  ],
  [
    'yes',
    'on',
    'NO',
    '0777',
    '1:30',
    '1e3',
    '0x1F',
    '10.10',
    '-1',
    '+1',
    '.5',
    '~',
    'null',
    'Null',
    'True',
    '2024-01-01',
    '0o7',
    '1_000',
    '"a\\nb"',
    '"\\u202e"',
    "'it''s'",
    '&a x',
    '*a',
    '!t x',
    '[a, b]',
    '{a: b}',
    '|\n    text',
    '>\n    text',
    '"two\n    lines"',
    'two\n    lines',
    'a: b',
    'a #b',
    '#c',
    '',
    '- x',
    '? x',
    '@x',
    '`x',
    '%x',
    'é',
    '"x" y',
    "'x'y",
    'a:',
    ':',
    '9007199254740993',
    '999999999999999',
    '1234567890123456',
    '00',
    '-',
    '--- x',
    '[]x',
    '{}: x',
    '[] #',
    '"x"#',
    '::',
    ':: x',
    '1::',
  ],
)
const ending = often(
  ['', '', '', ' ', ' # why', '   #'],
  [' #\tx', '\t', '#', '\r', '\n\n', '\n# c', '\n      # deep', ' \u00e9'],
)
const indentStep = often(['  ', '  ', '    ', ' '], ['', '\t'])
const piece = fc.oneof(
  fc.constantFrom(
    '\n',
    ' ',
    '  ',
    ':',
    ': ',
    '#',
    ' #',
    '-',
    '- ',
    '\t',
    '"',
    "'",
    '\r\n',
    '---\n',
    '...',
    '{',
    '}',
    '[',
    ']',
    ',',
    '&',
    '*',
    '!',
    '|',
    '>',
    '\\',
    '\0',
    '\ufeff',
    '\u202e',
    '1',
    'a',
    '?',
    '%',
    '@',
    '~',
    '=',
    '<<: ',
  ),
  fc.string({ unit: 'binary', maxLength: 2 }),
)

function apply(text: string, edit: { at: number; cut: number; put: string }): string {
  const at = edit.at % (text.length + 1)
  return text.slice(0, at) + edit.put + text.slice(at + edit.cut)
}

function mapText(depth: number): fc.Arbitrary<Write> {
  const entry = fc.record({ name: key, value: valueText(depth), end: ending })
  const entries = fc.array(entry, { minLength: 1, maxLength: 4 })
  return fc.tuple(entries, often([false], [true])).map(([all, twice]) => (indent) => {
    const kept = twice ? all : [...new Map(all.map((one) => [one.name, one])).values()]
    return kept.map(({ name, value, end }) => `${indent}${name}:${value(indent, end)}\n`).join('')
  })
}

function valueText(depth: number): fc.Arbitrary<(indent: string, end: string) => string> {
  const plain = scalar.map((text) => (_: string, end: string) => ` ${text}${end}`)
  if (depth === 0) return plain
  const map = fc.tuple(indentStep, mapText(depth - 1)).map(([step, body]) => {
    return (indent: string, end: string) => `${end}\n${body(indent + step).replace(/\n$/, '')}`
  })
  const list = fc
    .tuple(
      often(['', '  '], ['    ', ' ']),
      fc.array(itemText(depth - 1), { minLength: 1, maxLength: 3 }),
    )
    .map(([step, items]) => (indent: string, end: string) => {
      return `${end}\n${items.map((item) => item(indent + step)).join('\n')}`
    })
  return fc.oneof(
    { weight: 5, arbitrary: plain },
    { weight: 2, arbitrary: map },
    { weight: 2, arbitrary: list },
  )
}

function itemText(depth: number): fc.Arbitrary<Write> {
  const gap = often([' ', ' ', '   '], ['', '\n', '\t', ' - '])
  const plain = fc.tuple(gap, scalar, ending).map(([blank, text, end]) => (indent: string) => {
    return `${indent}-${blank}${text}${end}`
  })
  const map = mapText(depth).map((body) => (indent: string) => {
    return `${indent}- ${body(`${indent}  `)
      .slice(indent.length + 2)
      .replace(/\n$/, '')}`
  })
  return fc.oneof({ weight: 2, arbitrary: plain }, { weight: 1, arbitrary: map })
}
