import { expect, test } from 'vitest'
import { annotationsOf } from '../../functions/check/annotations.ts'
import type { Finding } from '../../lib/domain/finding.ts'
import { overlap } from '../summary/sample.ts'

const [other = { at: { file: '', line: 0, column: 0 }, message: '' }] = overlap.related ?? []

test('the other place of a conflict has one too, where its file is in the pull request', () => {
  const alone = annotationsOf([overlap], new Set([overlap.at?.file ?? '']))
  expect(alone.map(({ path, line, column }) => [path, line, column])).toEqual([
    ['environments/photon-prod/lab.yaml', 7, 14],
  ])
  expect(alone[0]?.message).toContain('environments/photon-prod/claims.yaml:12: SubnetClaim')
  expect(alone[0]?.message).toContain('hint: choose a block outside')

  const both = annotationsOf([overlap], new Set([other.at.file]))
  expect(both.map(({ path, line }) => [path, line])).toEqual([
    ['environments/photon-prod/lab.yaml', 7],
    ['environments/photon-prod/claims.yaml', 12],
  ])
  expect(both[1]?.message).toContain('environments/photon-prod/lab.yaml:7: cidrBlock')
})

test('the gravest come first, and there are no more than 200', () => {
  const at = (line: number) => ({ file: 'environments/a/a.yaml', line, column: 1 })
  const some = (severity: Finding['severity'], from: number): Finding[] =>
    Array.from({ length: 150 }, (_, n) => ({ ...overlap, severity, at: at(from + n), related: [] }))
  const all = annotationsOf(
    [...some('info', 1), ...some('warning', 500), ...some('error', 900)],
    new Set(),
  )
  expect(all).toHaveLength(200)
  expect([all[0]?.level, all[149]?.level, all[150]?.level, all[199]?.level]).toEqual([
    'failure',
    'failure',
    'warning',
    'warning',
  ])
})

test('what stands nowhere, or in the state, is in the summary alone', () => {
  const { at: _, ...nowhere } = overlap
  const state = { ...overlap, at: { file: 'allocations/a.yaml', line: 1, column: 1 } }
  const facts = { ...overlap, at: { file: 'observed/one.yaml', line: 1, column: 1 } }
  expect(annotationsOf([{ ...nowhere, related: [] }, state, facts], new Set())).toEqual([])
})
