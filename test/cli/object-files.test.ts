import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { objectFiles } from '../../lib/adapters/object-files.ts'
import { scratchFolder } from '../git/sandbox.ts'

const scratch = scratchFolder()

function textsIn(path: string): readonly (readonly [string, string])[] {
  return [...objectFiles(path)].map(({ name, chunks }) => [name, [...chunks].join('')])
}

test('a long file comes in chunks that are put together, also where one ends inside a character', () => {
  const text = `\u{FEFF}a${'ü'.repeat(1_500_000)}`
  const file = join(scratch, 'long.yaml')
  writeFileSync(file, text)
  const [one] = objectFiles(file)
  const chunks = [...(one?.chunks ?? [])]
  expect(chunks.length).toBeGreaterThan(2)
  expect(chunks.join('')).toBe(text.slice(1))
  expect(one?.bytes).toBe(3_000_004)
})

test('the files of a folder come in order, and nothing but YAML and JSON', () => {
  const folder = join(scratch, 'dump')
  mkdirSync(join(folder, 'sub'), { recursive: true })
  for (const name of ['b.json', 'a.yml', 'sub/c.yaml', 'notes.txt'])
    writeFileSync(join(folder, name), name)
  expect(textsIn(folder)).toEqual([
    ['a.yml', 'a.yml'],
    ['b.json', 'b.json'],
    ['sub/c.yaml', 'sub/c.yaml'],
  ])
})

test.each([
  ['in the middle', [0x61, 0xff, 0x62]],
  ['that is cut off at the end', [0x61, 0xc3]],
])('what is no UTF-8 %s cannot be read', (_, bytes) => {
  const file = join(scratch, 'odd.yaml')
  writeFileSync(file, Uint8Array.from(bytes))
  expect(() => textsIn(file)).toThrow(/"[^"]*odd\.yaml" cannot be read: the objects must be UTF-8/)
})
