import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { referencePages } from './generator/reference-pages.ts'

const root = resolve(import.meta.dirname, '..')
for (const [name, text] of await referencePages(root)) {
  writeFileSync(join(root, 'docs/reference', name), text)
  console.log(`docs/reference/${name}`)
}
