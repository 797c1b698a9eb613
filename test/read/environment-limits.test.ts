import { describe, expect, test } from 'vitest'
import type { Entry } from '../../lib/domain/document.ts'
import { cpuMs } from '../yaml/cpu-ms.ts'
import { claimText, read } from './read.ts'

const eip = claimText('EipClaim', ['type: nat'])
const neighbour = { 'environments/bank/a.yaml': eip.replace('shop', 'bank') }

/** Files of the environment `shop`, beside the one of a neighbour that must not notice. */
function shop(count: number, entry: (nth: number) => string | Entry, folder = '') {
  return Object.fromEntries([
    ...Object.entries(neighbour),
    ...Array.from({ length: count }, (_, nth): [string, string | Entry] => [
      `environments/shop/${folder}${String(nth).padStart(5, '0')}.yaml`,
      entry(nth),
    ]),
  ])
}

/** Where and what is said of the limit, once everything that must hold beyond one is checked. */
function frozenBy(files: ReturnType<typeof shop>): string {
  const start = process.cpuUsage()
  const { value, findings } = read(files)
  expect(cpuMs(start)).toBeLessThan(8_000)
  expect(value.environments.get('shop')?.readable).toBe(false)
  expect(value.environments.get('bank')).toMatchObject({ readable: true, claims: [{}] })
  expect(value.readable).toBe(true)
  return findings
    .filter(({ rule }) => rule === 'placement/too-many')
    .map(({ at, message }) => `${at?.file.slice('environments/shop/'.length)} ${message}`)
    .join('\n')
}

describe('an environment is frozen, and no other, beyond', () => {
  test('10,000 files, at the first one too many', () => {
    const files = shop(10_001, () => '')
    expect(frozenBy(files)).toContain(
      '10000.yaml the environment has more than 10000 files, none of it is read',
    )
    expect(read(files).value.environments.get('shop')?.claims).toEqual([])
    expect(read(shop(10_000, () => '')).findings).toEqual([])
  })

  test('16 MiB of files', () => {
    const text = `#${' '.repeat(1_048_573)}\n\n`
    expect(frozenBy(shop(17, () => text))).toContain(
      '00016.yaml the environment has more than 16777216 bytes of files',
    )
  })

  test('4 MiB of paths', () => {
    const folder = 'a/'.repeat(450)
    expect(frozenBy(shop(4_700, () => '', folder))).toContain(
      `${folder}04519.yaml the environment has more than 4194304 bytes of paths`,
    )
  })

  test('what an adapter says is too much', () => {
    expect(frozenBy(shop(1, () => ({ kind: 'too-much', limit: 'bytes' })))).toContain(
      '00000.yaml the environment has more than 16777216 bytes of files',
    )
  })

  test('500,000 words, marks and blanks', () => {
    const text = `a: [${'{b: 1},'.repeat(20_000)}]\n`
    expect(frozenBy(shop(3, () => text))).toContain(
      '00002.yaml the environment has more than 500000 words, marks and blanks',
    )
  })

  test.each([
    ['escapes that are none', `a: "${'\\x'.repeat(31_000)}"\n`, 4],
    ['lines of a scalar', `a: >\n${'\n'.repeat(200_000)}  x\n`, 3],
  ])('500,000 of them by %s', (_, text, files) => {
    expect(frozenBy(shop(files, () => text))).toContain('500000 words, marks and blanks')
  })

  test('10,000 findings', () => {
    const wrong = eip + Array.from({ length: 250 }, (_, nth) => `  a${nth}: 1\n`).join('')
    expect(frozenBy(shop(60, () => wrong))).toContain(
      '00040.yaml the environment has more than 10000 findings',
    )
  })

  test('5,000 values of a Cluster', () => {
    const cluster = (items: number) =>
      `apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\nmetadata: {name: a}\nspec:\n  x: [${'a,'.repeat(items)}]\n`
    expect(frozenBy(shop(1, () => cluster(5_000)))).toContain(
      '00000.yaml Cluster shop/a has more than 5000 values',
    )
    expect(read(shop(1, () => cluster(4_000))).findings).toEqual([])
  })
})

describe('a file of comments alone', () => {
  test.each([
    ['short lines', '#\n'.repeat(145_000)],
    ['blank lines', '\n'.repeat(290_000)],
    ['long lines', `#${'x'.repeat(99)}\n`.repeat(5_000)],
  ])('costs next to nothing: 30 of %s', (_, text) => {
    const start = process.cpuUsage()
    const { value, findings } = read(shop(30, () => text))
    expect(cpuMs(start)).toBeLessThan(3_000)
    expect(findings).toEqual([])
    expect(value.environments.get('shop')?.readable).toBe(true)
  })
})

describe('a file name that is no UTF-8', () => {
  const odd: Entry = { kind: 'odd-path' }

  test('is told as such, and freezes the environment', () => {
    const { value, findings } = read({ 'environments/shop/\uFFFD.yaml': odd })
    expect(findings).toMatchObject([
      {
        rule: 'placement/file-name',
        message: 'the file name "environments/shop/\uFFFD.yaml" is no text in UTF-8',
        hint: 'rename the file',
      },
    ])
    expect(value.environments.get('shop')?.readable).toBe(false)
  })

  test('does no harm to a text for people', () => {
    expect(read({ 'environments/shop/\uFFFD.md': odd }).findings).toEqual([])
  })
})
