import { expect, test } from 'vitest'
import { styleFor } from '../../lib/adapters/terminal.ts'
import { diffText } from '../../lib/summary/diff-text.ts'
import { toText } from '../../lib/summary/text.ts'
import { accepted, hostile, overlap, refused, summaryOf } from './sample.ts'

test('an accepted change shows who gets what and how full the pools are', () => {
  expect(toText(summaryOf(accepted))).toBe(`Allocations
  photon-prod  EipClaim external  198.51.100.22  ext-a  kept
  photon-prod  EipClaim web       198.51.100.24  ext-a  new, a preview until merged

Capacity
  ext-a           IPv4  ██████████▓▓░░░░░░░░  61 %  91 -> 110 used  69 free  of 180, 1 tombstoned
  photon-prod/v6  IPv6                                used unknown   0 free  of 18446744073709551613

accepted: 1 claim gets an address
`)
})

test('a refusal names file, line, object, field and both parties', () => {
  const text = toText(summaryOf({ ...refused(overlap), allocations: [], capacity: [] }))
  expect(
    text,
  ).toBe(`environments/photon-prod/lab.yaml:7:14: error[subnet/overlap]: cidrBlock "10.100.0.0/25" overlaps SubnetClaim "production" (10.100.0.0/24) in namespace "photon-prod"
  in SubnetClaim photon-prod/lab, spec.cidrBlock
  environments/photon-prod/claims.yaml:12:14: SubnetClaim "production" has it since before
  hint: choose a block outside 10.100.0.0/24

refused: 1 error
`)
})

test('a hint that is a file to add can be pasted, and a long one ends', () => {
  const hint = 'add this:\nspec:\n  brake: vpc\u001B'
  const text = toText(
    summaryOf({ ...refused({ ...overlap, hint }), allocations: [], capacity: [] }),
  )
  expect(text).toContain('  hint: add this:\n    spec:\n      brake: vpc\\u{1b}\n')
  const long = toText(summaryOf(refused({ ...overlap, hint: '\n'.repeat(5_000) })))
  expect(long).toContain('    … (5000 lines)')
  expect(long.split('\n').length).toBeLessThan(1_050)
})

test('findings stand by file, line, column and rule, whatever their order', () => {
  const at = (file: string, line: number) => ({ ...overlap, at: { file, line, column: 1 } })
  const text = toText(summaryOf(refused(at('b', 1), at('a', 10), at('a', 9), at('B', 1))))
  expect(text.match(/^\S+:\d+:1:/gm)).toEqual(['B:1:1:', 'a:9:1:', 'a:10:1:', 'b:1:1:'])
})

test('nothing from a file reaches the terminal unescaped, in any field', () => {
  const finding = {
    ...overlap,
    at: { file: hostile, line: 1, column: 1 },
    object: hostile,
    field: hostile,
    value: hostile,
    message: hostile,
    hint: hostile,
    related: [{ at: { file: hostile, line: 1, column: 1 }, message: hostile }],
  }
  const row = { environment: hostile, claim: hostile, pool: hostile, address: hostile }
  const text = toText(
    summaryOf({
      ...refused(finding),
      allocations: [{ ...row, origin: 'new' }],
      capacity: [{ pool: hostile, family: 'IPv4', size: '1', used: '1', free: '0' }],
    }),
  )
  const diff = diffText([{ action: 'create', path: hostile, lines: () => [`+${hostile}`] }])
  expect((text + diff).replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
  expect(text).not.toContain('\nnew line')
})

test('colour changes nothing but the colour', () => {
  const plain = toText(summaryOf(refused(overlap)))
  const coloured = toText(summaryOf(refused(overlap)), styleFor(true))
  expect(coloured).not.toBe(plain)
  // oxlint-disable-next-line no-control-regex -- these are the signs that are looked for
  expect(coloured.replaceAll(/\u001B\[\d+m/g, '')).toBe(plain)
})
