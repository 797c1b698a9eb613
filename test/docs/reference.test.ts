import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exampleDocument } from '../../docs/generator/kinds-page.ts'
import { referencePages } from '../../docs/generator/reference-pages.ts'
import { allRules } from '../../lib/pipeline/all-rules.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'docs/reference')
const pages = await referencePages(root)

test.each([...pages])('%s is what npm run docs writes', (name, text) => {
  expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
})

test('a page beside them is written by hand, and says so by being known here', () => {
  const others = readdirSync(folder).filter((name) => !pages.has(name))
  expect(others).toEqual(['benchmarks.md'])
})

test('every rule has its section', () => {
  const headings = [...(pages.get('rules.md') ?? '').matchAll(/^## (\S+)$/gm)].map(([, id]) => id)
  expect(headings).toEqual(allRules.map(({ id }) => id))
})

test('no page holds a sign that nobody sees', () => {
  for (const text of pages.values()) expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
})

describe('the example of a kind is one that is read without a finding', () => {
  test.each([
    ['VpcClaim', 'environments/photon-prod/vpc.yaml'],
    ['SubnetClaim', 'environments/photon-prod/subnet.yaml'],
    ['EipClaim', 'environments/photon-prod/eip.yaml'],
    ['KMetal', 'platform/kmetal.yaml'],
    ['VipPoolMigration', 'platform/to-10-243.yaml'],
    ['Acknowledgement', 'acknowledgements/one.yaml'],
    ['Transfer', 'acknowledgements/one.yaml'],
  ] as const)('%s', (kind, path) => {
    const text = exampleDocument(kind)
    expect(pages.get('kinds.md')).toContain(text)
    const { findings } = readTree(new Map([[path, { kind: 'text', text }]]))
    // What an address has to do with other files is not looked at here.
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})
