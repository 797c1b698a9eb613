import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Document, Path } from '../../lib/domain/document.ts'
import { fastRead } from '../../lib/pipeline/yaml/fast-read.ts'
import { readWithLibrary } from '../../lib/pipeline/yaml/read-documents.ts'
import { brokenText, claimText, oneByOne } from './claims.ts'

const runs = process.env['LONG'] === undefined ? 1_000 : 100_000
let answered = 0

/** Everything that a document can tell, for every path and for paths beside them. */
function tellAll(document: Document): unknown {
  const told: unknown[] = [document.file, document.at, JSON.stringify(document.value)]
  const visit = (value: unknown, path: Path): void => {
    for (const at of [path, [...path, 'absent'], [...path, 99], [...path, 'a', 0]])
      told.push(document.place(at), document.place(at, 'key'), document.source(at))
    if (Array.isArray(value)) value.forEach((item, index) => visit(item, [...path, index]))
    else if (typeof value === 'object' && value !== null)
      for (const [key, entry] of Object.entries(value)) visit(entry, [...path, key])
  }
  visit(document.value, [])
  return told
}

function agree(text: string): void {
  const fast = fastRead('f.yaml', text)
  if (fast === undefined) return
  answered += 1
  const slow = readWithLibrary('f.yaml', text)
  expect(slow.findings).toEqual([])
  expect(fast.value.map(tellAll)).toEqual(slow.value.map(tellAll))
}

test('the fast reader says what the library says of every oddity alone', () => {
  answered = 0
  const texts = oneByOne()
  for (const text of texts) agree(text)
  expect(answered).toBeGreaterThan(texts.length / 10)
})

test('the fast reader says what the library says of every text that it answers', () => {
  answered = 0
  fc.assert(fc.property(claimText(), agree), { numRuns: runs })
  expect(answered).toBeGreaterThan(runs / 10)
}, 3_600_000)

test('the fast reader says what the library says of damaged texts', () => {
  answered = 0
  fc.assert(fc.property(brokenText(), agree), { numRuns: runs })
  expect(answered).toBeGreaterThan(runs / 50)
}, 3_600_000)
