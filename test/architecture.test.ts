import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

/** What a folder may import; `types` names folders of which only types may come. */
interface Row {
  readonly may: readonly string[]
  readonly types?: readonly string[]
}

const table: Readonly<Record<string, Row>> = {
  'lib/domain': { may: ['zod'] },
  // Of a port only what its values look like. @bufbuild: CEL, and RE2 for its patterns.
  'lib/pipeline': { may: ['lib/domain', 'yaml', 'zod', '@bufbuild'], types: ['lib/ports'] },
  // diff: finds the changed lines of two manifests.
  'lib/summary': { may: ['lib/domain', 'diff'], types: ['lib/pipeline', 'sarif'] },
  'lib/ports': { may: ['lib/domain'], types: ['lib/pipeline'] },
  // Runs on Workers too: nothing of Node in it.
  'lib/adapters/github': {
    may: ['lib/domain', 'lib/ports', 'lib/adapters/outside-error.ts', '@octokit', 'zod'],
    types: ['lib/pipeline'],
  },
  'lib/adapters/actions': {
    may: [
      'lib/domain',
      'lib/ports',
      'lib/adapters/git',
      'lib/adapters/outside-error.ts',
      'node:',
      'zod',
    ],
    types: ['@octokit'],
  },
  'lib/adapters/embedded-forge': {
    may: [
      'lib/domain',
      'lib/ports',
      'lib/adapters/git.ts',
      'lib/adapters/git',
      'lib/adapters/outside-error.ts',
      'node:',
      'hono',
      '@hono/node-server',
      'graphql',
      '@octokit/graphql-schema',
      // marked: shows the summary of a check run as GitHub would.
      'marked',
      'zod',
    ],
  },
  'lib/adapters/gitea': {
    may: [
      'lib/domain',
      'lib/ports',
      'lib/adapters/outside-error.ts',
      'lib/adapters/forge-differences.ts',
      // Annotations become a list in a comment there.
      'lib/summary/markdown-escape.ts',
      'lib/summary/fit.ts',
      'zod',
    ],
  },
  'lib/adapters/kubernetes': {
    may: [
      'lib/domain',
      'lib/ports',
      'lib/adapters/outside-error.ts',
      'node:',
      'undici',
      '@kubernetes/client-node',
      'zod',
    ],
  },
  'lib/adapters/ovsdb': {
    may: ['lib/domain', 'lib/ports', 'lib/adapters/outside-error.ts', 'node:', 'zod'],
    types: ['lib/pipeline'],
  },
  'lib/adapters': { may: ['lib/domain', 'lib/ports', 'node:'], types: ['lib/pipeline'] },
  functions: {
    may: [
      'lib/domain',
      'lib/pipeline',
      'lib/summary',
      'lib/ports',
      'lib/adapters',
      'node:',
      'hono',
      '@hono/node-server',
      'zod',
      'package.json',
    ],
  },
}

/** Files longer than three screens, each with the reason why it is one thing. */
const longFiles: Readonly<Record<string, string>> = {
  'lib/pipeline/all-rules.ts': 'one list, by hand',
  'lib/pipeline/yaml/fast-read.ts': 'one scanner, whose methods call each other around',
}
const MAX_LINES = 150

const sources = globSync('{functions,lib}/**/*.ts').toSorted()

test('the sources are found, and each lies in a folder of the table', () => {
  expect(sources.length).toBeGreaterThan(50)
  expect(sources.filter((file) => folderOf(file) === undefined)).toEqual([])
})

test.each(Object.keys(table))('%s imports only what it may', (folder) => {
  const strays = sources
    .filter((file) => folderOf(file) === folder)
    .flatMap((file) =>
      importsOf(readFileSync(file, 'utf8'), file)
        .filter((found) => !isAllowed(folder, found))
        .map((found) => `${file} → ${found.target}`),
    )
  expect(strays).toEqual([])
})

test('a file fits on three screens', () => {
  const long = sources.filter((file) => linesOf(file) > MAX_LINES && !(file in longFiles))
  expect(long).toEqual([])
  expect(Object.keys(longFiles).filter((file) => linesOf(file) <= MAX_LINES)).toEqual([])
})

describe('the finder of imports', () => {
  test.each([
    ["import { a } from 'x'", 'x', false],
    ["import type { a } from 'x'", 'x', true],
    ["import { type A, b } from 'x'", 'x', false],
    ["import 'x'", 'x', false],
    ["export { a } from 'x'", 'x', false],
    ["export type { a } from 'x'", 'x', true],
    ["const a = await import('x')", 'x', false],
    ["import {\n  type A,\n  b,\n} from '../domain/x.ts'", 'lib/domain/x.ts', false],
  ])('%s', (text, target, typeOnly) => {
    expect(importsOf(text, 'lib/summary/a.ts')).toEqual([{ target, typeOnly }])
  })

  test('the table refuses a value where only types may come', () => {
    const target = 'lib/pipeline/report.ts'
    expect(isAllowed('lib/summary', { target, typeOnly: true })).toBe(true)
    expect(isAllowed('lib/summary', { target, typeOnly: false })).toBe(false)
    expect(isAllowed('lib/domain', { target: 'node:fs', typeOnly: true })).toBe(false)
  })
})

interface Import {
  readonly target: string
  readonly typeOnly: boolean
}

function importsOf(text: string, file: string): readonly Import[] {
  const pattern =
    /^\s*(?:import|export)\s(?<type>type\s)?(?:[^'"]*?\sfrom\s)?\s*'(?<static>[^']+)'|\bimport\(\s*'(?<dynamic>[^']+)'/gm
  return [...text.matchAll(pattern)].map(({ groups = {} }) => {
    const target = groups['static'] ?? groups['dynamic'] ?? ''
    return {
      target: target.startsWith('.') ? normalize(join(dirname(file), target)) : target,
      typeOnly: groups['type'] !== undefined,
    }
  })
}

function isAllowed(folder: string, { target, typeOnly }: Import): boolean {
  const row = table[folder]
  const fits = (part: string) =>
    target === part || target.startsWith(part.endsWith(':') ? part : `${part}/`)
  return [folder, ...(row?.may ?? []), ...(typeOnly ? (row?.types ?? []) : [])].some(fits)
}

function folderOf(file: string): string | undefined {
  return Object.keys(table).find((folder) => file.startsWith(`${folder}/`))
}

function linesOf(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1
}
