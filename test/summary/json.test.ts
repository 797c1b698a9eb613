import { expect, test } from 'vitest'
import { toJson } from '../../lib/summary/json.ts'
import { judgeJson } from './judge-json.ts'
import { accepted, hostile, overlap, refused } from './sample.ts'

test('a report is one object of version 1 that the shipped schema takes', () => {
  const report = judgeJson(toJson(refused(overlap)))
  expect(report).toMatchObject({
    version: 1,
    verdict: 'refuse',
    findings: [
      {
        rule: 'subnet/overlap',
        severity: 'error',
        file: 'environments/photon-prod/lab.yaml',
        line: 7,
        column: 14,
        object: 'SubnetClaim photon-prod/lab',
        field: 'spec.cidrBlock',
        value: '10.100.0.0/25',
        related: [{ file: 'environments/photon-prod/claims.yaml', line: 12, column: 14 }],
      },
    ],
  })
})

test('what is absent is left out, never null', () => {
  const finding = { rule: 'a/b', severity: 'info', message: 'm' } as const
  const text = toJson({ ...accepted, findings: [finding] })
  expect(text).not.toContain('null')
  expect(judgeJson(text)['findings']).toEqual([finding])
})

test('hidden characters are escaped, and the value is exact all the same', () => {
  const text = toJson(refused({ ...overlap, value: hostile, message: hostile }))
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
  const { findings } = judgeJson(text) as { findings: { value: string }[] }
  expect(findings[0]?.value).toBe(hostile)
})

test('a huge value is cut and says how long it is', () => {
  const text = toJson(refused({ ...overlap, value: 'x'.repeat(100_000) }))
  expect(text.length).toBeLessThan(10_000)
  expect(text).toContain('(100000 characters)')
})

test('the order of the findings does not matter', () => {
  const other = { ...overlap, at: { file: 'a.yaml', line: 2, column: 1 } }
  expect(toJson(refused(other, overlap))).toBe(toJson(refused(overlap, other)))
})
