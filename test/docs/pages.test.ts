import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fits, playPage } from './play-page.ts'

const root = resolve(import.meta.dirname, '../..')
const pages = ['README.md', ...globSync('docs/{*,how-to/*}.md', { cwd: root })]
  .toSorted()
  .map((path) => ({ path, text: readFileSync(resolve(root, path), 'utf8') }))
  .filter(({ text }) => text.includes('```console'))

test('there are pages to play', () => {
  expect(pages.map(({ path }) => path)).toContain('README.md')
  expect(pages.map(({ path }) => path)).toContain('docs/tutorial.md')
})

describe.each(pages)('$path', ({ text }) => {
  test('every command prints what the page says', async () => {
    const played = await playPage(text)
    const wrong = played.filter(({ told, printed }) => !fits(told ?? printed, printed))
    const shown = wrong.map(
      ({ line, command, told, printed }) =>
        `line ${line}: $ ${command}\n--- told\n${told}\n--- printed\n${printed}`,
    )
    expect(shown.join('\n\n')).toBe('')
  })
})

describe('the player of pages', () => {
  test('writes files, keeps the folder, and sees what differs', async () => {
    const page =
      'The file `a/b.txt`:\n\n```text\nhello\n```\n\n<!-- $ echo unseen -->\n\n```console\n$ cd a\n$ cat b.txt\nhello\n$ echo one; echo two; echo three\none\n…\n$ echo no\nyes\n```\n'
    const played = await playPage(page)
    expect(played.map(({ told, printed }) => fits(told ?? printed, printed))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
  })
  test('takes one id for another, and no other text', () => {
    expect(fits('abcdef012345 Merge -> 0123456789ab', 'fedcba543210 Merge -> a123456789ab')).toBe(
      true,
    )
    expect(fits('198.51.100.24', '198.51.100.25')).toBe(false)
    expect(fits('web gets it', 'mail gets it')).toBe(false)
  })
})
