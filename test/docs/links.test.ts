import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const pages = [
  'README.md',
  'CHANGELOG.md',
  ...globSync('{docs,workflows,repo-template}/**/*.md', { cwd: root }),
]
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

test.each(pages)('the links of %s lead somewhere', (path) => {
  const dead = [...textOf(path).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].flatMap(
    ([, link = '']) => {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : join(dirname(path), file)
      if (!existsSync(join(root, target))) return [link]
      return anchor === undefined || anchorsOf(target).has(anchor) ? [] : [link]
    },
  )
  expect(dead).toEqual([])
})

test('every page of the docs is reached from another page', () => {
  const linked = new Set(
    pages.flatMap((path) =>
      [...textOf(path).matchAll(/\]\((?!https?:)([^)\s#]+)/g)].map(([, link = '']) =>
        join(dirname(path), link),
      ),
    ),
  )
  const inFolder = (path: string) => linked.has(dirname(path))
  expect(
    pages.filter((path) => path.startsWith('docs/') && !linked.has(path) && !inFolder(path)),
  ).toEqual([])
})

function anchorsOf(path: string): ReadonlySet<string> {
  return new Set(
    [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}
