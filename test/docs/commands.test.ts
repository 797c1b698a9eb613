import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../../functions/cli/commands.ts'

const root = resolve(import.meta.dirname, '../..')
const pages = ['README.md', ...globSync('{docs,repo-template}/**/*.md', { cwd: root })].filter(
  (path) => !path.startsWith('docs/reference/'),
)

/** What a page has in code that begins as a command line of ours does, up to what a shell would not hand over. */
function commandsIn(text: string): readonly (readonly string[])[] {
  const inline = [...text.matchAll(/`(netclaim [^`\n]+)`/g)]
  const shown = [...text.matchAll(/^\s*(?:\$ )?(?:[A-Z_]+=\S+ )*(netclaim [^\n]+)$/gm)]
  return [...inline, ...shown].map(([, line = '']) =>
    (line.split(/ [#|>;]|…/)[0] ?? '').split(/\s+/).slice(1),
  )
}

const options = new Map<string, ReadonlySet<string>>()
for (const [name, { load }] of Object.entries(commands))
  options.set(name, new Set(Object.keys((await load()).options)))

test.each(pages)('every command in %s is one that there is, with options that it has', (path) => {
  const wrong = commandsIn(readFileSync(resolve(root, path), 'utf8')).flatMap(
    ([name = '', ...rest]) => {
      const known = options.get(name)
      if (known === undefined) return /^[a-z][a-z-]{2,}$/.test(name) ? [`netclaim ${name}`] : []
      return rest
        .flatMap((word) => /^--([a-z-]+)/.exec(word)?.[1] ?? [])
        .filter((option) => !known.has(option) && option !== 'help')
        .map((option) => `netclaim ${name} --${option}`)
    },
  )
  expect(wrong).toEqual([])
})
