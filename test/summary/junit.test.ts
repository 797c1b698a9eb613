import { expect, test } from 'vitest'
import { toJunit } from '../../lib/summary/junit.ts'
import type { Summary } from '../../lib/summary/summary.ts'
import { type Element, judgeXml } from './judge-xml.ts'
import { accepted, hostile, overlap, refused, summaryOf } from './sample.ts'

/** The cases of a document: class name and name, and what is in them. */
function casesOf(summary: Summary): readonly (readonly [string, ...Element[]])[] {
  const [suite] = judgeXml(toJunit(summary)).children
  return (suite?.children ?? [])
    .filter(({ name }) => name === 'testcase')
    .map(({ attributes, children }) => [
      `${attributes['classname']} ${attributes['name']}`,
      ...children,
    ])
}

test('each claim that the change touches is a case', () => {
  expect(casesOf(summaryOf(accepted))).toEqual([
    ['photon-prod EipClaim external'],
    ['photon-prod EipClaim web'],
  ])
})

test('an error is the failure of its claim, and counted', () => {
  const xml = judgeXml(toJunit(summaryOf(refused(overlap, { ...overlap, message: 'and more' }))))
  expect(xml.attributes).toEqual({ name: 'netclaim', tests: '3', failures: '1' })
  const cases = casesOf(summaryOf(refused(overlap, { ...overlap, message: 'and more' })))
  const [, failure] = cases.find(([name]) => name === 'photon-prod SubnetClaim lab') ?? []
  expect(failure).toMatchObject({
    name: 'failure',
    attributes: { type: 'subnet/overlap', message: 'and more' },
  })
  expect(failure?.text).toMatch(
    /^environments\/photon-prod\/lab\.yaml:7:14: error\[subnet\/overlap\]/,
  )
  expect(failure?.text).toContain('hint: choose a block outside')
})

test('a warning stands in the output of its case, and fails nothing', () => {
  const { object: _, ...finding } = { ...overlap, severity: 'warning' } as const
  const [last] = casesOf(summaryOf({ ...accepted, findings: [finding] })).toReversed()
  expect(last?.[0]).toBe('netclaim subnet/overlap')
  expect(last?.slice(1)).toMatchObject([{ name: 'system-out' }])
})

test('a change of nothing is one case that passes', () => {
  const report = { ...accepted, allocations: [], changes: [], capacity: [] }
  expect(casesOf(summaryOf(report))).toEqual([['netclaim check']])
})

test('a hostile text stays text, also where XML has no character for it', () => {
  const text = `${hostile} ]]> <!-- --> " ' \u0000 \uFFFE \uDC00`
  const finding = {
    ...overlap,
    message: text,
    object: text,
    hint: text,
    at: { file: text, line: 1, column: 1 },
  }
  const row = { environment: text, claim: text, pool: text, address: text, origin: 'new' } as const
  const cases = casesOf(summaryOf({ ...refused(finding), allocations: [row] }))
  expect(cases).toHaveLength(2)
  expect(cases[1]?.[1]?.attributes['message']).toContain('<script>alert(1)</script>')
  expect(cases.flat()).not.toContain('\uFFFE')
})
