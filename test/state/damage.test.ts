import { describe, expect, test } from 'vitest'
import type { StateTree } from '../../lib/pipeline/report.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { photon } from '../plan/world.ts'

const whole = photon().tree
const book = 'allocations/photon-prod.yaml'
const index = 'allocations/pools/ext-a/index.yaml'
const part = 'allocations/pools/ext-a/198.51.100.0.yaml'

function damaged(path: string, edit: (text: string) => string | undefined): StateTree {
  const tree = new Map(whole)
  const text = edit(tree.get(path) ?? '')
  if (text === undefined) tree.delete(path)
  else tree.set(path, text)
  return tree
}

function said(tree: StateTree, extent: 'whole' | 'part' = 'whole'): readonly string[] {
  return readState(tree, extent).findings.map(({ message }) => message)
}

test('a state branch as Netclaim wrote it is fine, and a part of it', () => {
  expect(said(whole)).toEqual([])
  expect(said(new Map([...whole].filter(([path]) => path !== 'platform.yaml')), 'part')).toEqual([])
})

describe('a state branch that somebody edited is told by', () => {
  test.each([
    ['an index that is gone', index, () => undefined, 'does not count'],
    ['a part that is gone', part, () => undefined, 'is not there'],
    ['a ledger that is gone', book, () => undefined, 'does not have 198.51.100.22'],
    ['a platform that is gone', 'platform.yaml', () => undefined, 'is not there'],
    [
      'a holder that is gone',
      part,
      (text: string) => text.replace(/^.*photon-prod\/web\n/m, ''),
      'does not know',
    ],
    [
      'an address that is another',
      book,
      (text: string) => text.replaceAll('198.51.100.24', '198.51.100.25'),
      'does not have 198.51.100.24',
    ],
    [
      'a ledger of another environment',
      book,
      (text: string) => text.replace('environment: photon-prod', 'environment: other'),
      'ledger of "other"',
    ],
    [
      'a file that is none',
      'allocations/zzz.yaml',
      () => 'x: [',
      'allocations/zzz.yaml of the state branch is not as Netclaim writes it: it is no YAML of one document',
    ],
    [
      'a file that is empty',
      'state.yaml',
      () => '',
      'state.yaml of the state branch is not as Netclaim writes it: it is empty',
    ],
    [
      'a field that nobody wrote',
      'state.yaml',
      (text: string) => `${text}more: 1\n`,
      'state.yaml of the state branch is not as Netclaim writes it: it has "more", which is never written',
    ],
    [
      'a field that is gone',
      book,
      (text: string) => text.replace(/^environment:.*\n/m, ''),
      `${book} of the state branch is not as Netclaim writes it: "environment" is missing or no string`,
    ],
  ])('%s', (_, path, edit, words) => {
    const messages = said(damaged(path, edit))
    expect(messages.join('\n')).toContain(words)
  })
})

test('a part is held to what was read of it', () => {
  const tree = damaged(part, (text) => text.replace(/^.*photon-prod\/web\n/m, ''))
  expect(said(tree, 'part').length).toBeGreaterThan(0)
})
