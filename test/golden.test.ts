import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Tree } from '../lib/domain/document.ts'
import { check } from '../lib/pipeline/check.ts'
import { readFacts } from '../lib/pipeline/facts/read-facts.ts'
import { toText } from '../lib/summary/text.ts'
import { judge, judgeAvailable } from './manifests/crd-judge.ts'
import { objectsIn } from './plan/rendered.ts'
import { engine } from './plan/world.ts'
import { treeOf } from './read/tree-of.ts'

const root = new URL('golden/', import.meta.url).pathname

/**
 * Every folder of `golden/` is a story: `base/` is what main holds, `head/` what the change adds or replaces,
 * `observed/` what the cluster shows. `expected/` is what the check says, and every manifest after it.
 */
describe.each(readdirSync(root).toSorted())('%s', (name) => {
  const folder = join(root, name)
  const base = filesIn(folder, 'base')
  const facts = existsSync(join(folder, 'observed'))
    ? readFacts(filesIn(folder, 'observed')).value
    : undefined
  const { report, capacityBefore, after } = check({
    head: toTree(new Map([...base, ...filesIn(folder, 'head')])),
    base: toTree(base),
    engine,
    ...(facts === undefined ? {} : { facts }),
  })
  // The CRDs are the same in every story; test/crds/ holds them.
  const rendered = [...after()].filter(([path]) => /^rendered\/(?!.*\/crd-).*\.yaml$/.test(path))
  const text = toText({ report, capacityBefore, diffs: [], sources: [] })
  const expected = new Map([['findings.txt', text], ...rendered])

  test.each([...expected])('%s', async (path, wanted) => {
    await expect(wanted).toMatchFileSnapshot(join(folder, 'expected', path))
  })

  test('nothing else is expected', () => {
    expect([...filesIn(folder, 'expected').keys()]).toEqual([...expected.keys()].toSorted())
  })

  test.skipIf(!judgeAvailable)('every manifest passes the CRD of its kind', () => {
    const complaints = rendered.flatMap(([, manifest]) => objectsIn(manifest).flatMap(judge))
    expect(complaints).toEqual([])
  })
})

/** The files below a part of a story by path, in order. */
function filesIn(folder: string, part: string): ReadonlyMap<string, string> {
  const cwd = join(folder, part)
  const paths = globSync('**/*.{yaml,txt}', { cwd }).toSorted()
  return new Map(paths.map((path) => [path, readFileSync(join(cwd, path), 'utf8')]))
}

function toTree(files: ReadonlyMap<string, string>): Tree {
  return treeOf(Object.fromEntries(files))
}
