import published from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with {
  type: 'json',
}
import { Ajv } from 'ajv'
import type { Log, Result } from 'sarif'
import { expect, test } from 'vitest'
import type { Finding } from '../../lib/domain/finding.ts'
import { allRules } from '../../lib/pipeline/all-rules.ts'
import { toSarif } from '../../lib/summary/sarif.ts'
import { accepted, hostile, overlap, refused, summaryOf } from './sample.ts'

// Draft 4, without the one keyword (exclusiveMinimum) whose meaning changed since.
const { id: _, $schema: __, ...schema } = published

// `uri-reference` is judged here; the other formats stand in parts that we do not write.
const validate = new Ajv({
  strict: false,
  unicodeRegExp: false,
  allErrors: true,
  formats: {
    'uri-reference': isRelative,
    uri: (text: string) => URL.canParse(text),
    'date-time': true,
  },
}).compile(schema)

/** Parses a log and holds it to the schema. */
function judged(findings: readonly Finding[]): { log: Log; results: readonly Result[] } {
  const text = toSarif(summaryOf(refused(...findings)), { version: '1.2.3', rules: allRules })
  const log = JSON.parse(text) as Log
  validate(log)
  expect(validate.errors ?? []).toEqual([])
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
  return { log, results: log.runs[0]?.results ?? [] }
}

function isRelative(text: string): boolean {
  return (
    URL.canParse(text, 'file:///r/') && new URL(text, 'file:///r/').href.startsWith('file:///r/')
  )
}

const hashes = (findings: readonly Finding[]) =>
  judged(findings).results.map(({ partialFingerprints }) => partialFingerprints)

test('a finding is a result of its rule, at its line', () => {
  const { log, results } = judged([overlap])
  const [rule] = log.runs[0]?.tool.driver.rules ?? []
  const known = allRules.find(({ id }) => id === overlap.rule)
  expect(rule).toMatchObject({ id: 'subnet/overlap', shortDescription: { text: known?.wants } })
  expect(rule?.help?.text).toContain(known?.example.trimEnd())
  expect(results).toMatchObject([
    {
      ruleId: 'subnet/overlap',
      ruleIndex: 0,
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'environments/photon-prod/lab.yaml' },
            region: { startLine: 7, startColumn: 14 },
          },
          logicalLocations: [{ fullyQualifiedName: 'SubnetClaim photon-prod/lab spec.cidrBlock' }],
        },
      ],
      relatedLocations: [{ physicalLocation: { region: { startLine: 12 } } }],
    },
  ])
})

test('a log without findings is a log', () => {
  const text = toSarif(summaryOf(accepted), { version: '1.2.3', rules: allRules })
  const log = JSON.parse(text) as Log
  expect([validate(log), log.runs[0]?.results]).toEqual([true, []])
})

test('rules are listed once and referred to by their index; one that nobody knows is an id', () => {
  const more = { ...overlap, rule: 'aaa/unknown' } as const
  const { log, results } = judged([overlap, more, overlap])
  const rules = log.runs[0]?.tool.driver.rules ?? []
  expect(rules.map(({ id }) => id)).toEqual(['aaa/unknown', 'subnet/overlap'])
  for (const { ruleId, ruleIndex = -1 } of results) expect(rules[ruleIndex]?.id).toBe(ruleId)
})

test('a fingerprint stays when lines move or a claim goes to another file, and tells claims apart', () => {
  const moved = { ...overlap, at: { file: 'environments/photon-prod/b.yaml', line: 99, column: 1 } }
  expect(hashes([moved])).toEqual(hashes([overlap]))
  for (const other of [{ object: 'SubnetClaim a/b' }, { field: 'spec.gateway' }, { value: 'x' }])
    expect(hashes([{ ...overlap, ...other }])).not.toEqual(hashes([overlap]))
})

test('two that are alike are two results', () => {
  const twice = hashes([overlap, { ...overlap, message: 'other' }])
  expect(new Set(twice.map((one) => JSON.stringify(one))).size).toBe(2)
})

test.each([
  ['environments/a b/ü#?%.yaml', 'environments/a%20b/%C3%BC%23%3F%25.yaml'],
  ['https://evil.example/x', 'https%3A//evil.example/x'],
  ['javascript:alert(1)', 'javascript%3Aalert(1)'],
  ['a\uD800b', 'a%EF%BF%BDb'],
])('the path %j is %j', (file, uri) => {
  const { results } = judged([{ ...overlap, at: { file, line: 1, column: 1 } }])
  expect(results[0]?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe(uri)
})

test('a finding without a line stands at the settings, since GitHub refuses one without a place', () => {
  const { at: _at, ...nowhere } = overlap
  const { results } = judged([nowhere])
  expect(results[0]?.locations?.[0]?.physicalLocation).toEqual({
    artifactLocation: { uri: 'netclaim.yaml' },
  })
})

test('a hostile text makes no link and leaves the log readable', () => {
  const finding = { ...overlap, message: hostile, object: hostile, field: hostile, hint: hostile }
  const { results } = judged([finding])
  expect(results[0]?.message.text).not.toMatch(/(?<!\\)[[\]]/)
})
