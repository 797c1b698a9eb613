import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeOf } from '../../functions/check/change.ts'
import { conflictsOf } from '../../functions/check/conflicts.ts'
import { overlay } from '../../functions/check/overlay.ts'
import { touchedPaths } from '../../functions/check/touched-paths.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import { MAX_ENVIRONMENT_FILES } from '../../lib/domain/rules/environment-limits.ts'
import type { Difference } from '../../lib/ports/repository.ts'
import { commitFiles, gitIn, newRepository, scratchFolder } from '../git/sandbox.ts'
import { treeOf } from '../read/tree-of.ts'
import { memorySnapshot } from '../scope/memory-snapshot.ts'

type Files = Readonly<Record<string, string>>

function differing(from: Files, to: Files): ReadonlyMap<string, Difference> {
  const paths = new Set([...Object.keys(from), ...Object.keys(to)])
  return new Map(
    [...paths].flatMap((path): [string, Difference][] => {
      const [before, after] = [from[path], to[path]]
      if (before === after) return []
      return [
        [
          path,
          {
            ...(before === undefined ? {} : { before }),
            ...(after === undefined ? {} : { after }),
          },
        ],
      ]
    }),
  )
}

function merged(start: Files, main: Files, head: Files) {
  const theirs = touchedPaths(differing(start, head))
  const ours = touchedPaths(differing(start, main))
  const snapshots = { main: memorySnapshot(treeOf(main)), head: memorySnapshot(treeOf(head)) }
  return {
    conflicts: conflictsOf({ theirs, ours }),
    snapshot: overlay({ ...snapshots, theirs, ours }),
  }
}

const folders = [
  'environments/',
  'environments/a/',
  'environments/b/',
  'platform/',
  'platform/tenants/',
]
const paths = [
  'environments/a/1',
  'environments/a/2',
  'environments/b/1',
  'environments/b',
  'platform/k',
  'platform/tenants/a',
  'x',
]

/** Trees in which no file stands where another has a folder. */
const files = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...paths), fc.constantFrom('1', '2', '3')), {
    selector: ([path]) => path,
  })
  .map((all) => all.filter(([path]) => !all.some(([other]) => other.startsWith(`${path}/`))))
  .map((all): Files => Object.fromEntries(all))

describe('a pull request laid over main', () => {
  test('is the merge file by file, whatever is asked of it', async () => {
    await fc.assert(
      fc.asyncProperty(files, files, files, async (start, main, head) => {
        const { conflicts, snapshot } = merged(start, main, head)
        const wanted: Record<string, string> = { ...main }
        for (const [path, { after }] of differing(start, head)) {
          if (after === undefined) delete wanted[path]
          else wanted[path] = after
        }
        const clashes = [...differing(start, head)].some(([path, { after }]) => {
          const our = differing(start, main).get(path)
          return our !== undefined && our.after !== after
        })
        const all = Object.keys(wanted)
        const isNoTree = all.some((path) => all.some((other) => other.startsWith(`${path}/`)))
        expect(conflicts.length > 0).toBe(clashes || isNoTree)
        if (conflicts.length > 0) return
        const plain = memorySnapshot(treeOf(wanted))
        for (const folder of folders) {
          expect(new Set(await snapshot.names(folder))).toEqual(new Set(await plain.names(folder)))
          expect(await snapshot.read([folder])).toEqual(await plain.read([folder]))
        }
        const some = ['environments/', 'environments', 'environments/b', 'platform/', 'x']
        expect(await snapshot.read(some)).toEqual(await plain.read(some))
      }),
      { numRuns: process.env['LONG'] ? 20_000 : 1_000 },
    )
  })

  test('passes the limit of an environment that each side keeps', async () => {
    const half = (side: string): Files =>
      Object.fromEntries(
        Array.from({ length: MAX_ENVIRONMENT_FILES / 2 + 1 }, (_, n) => [
          `environments/a/${side}${n}`,
          '',
        ]),
      )
    const { snapshot } = merged({}, half('m'), half('h'))
    const read = await snapshot.read(['environments/a/'])
    expect([...read.values()]).toEqual([{ kind: 'too-much', limit: 'files' }])
  })
})

test('of a real repository, where a name of a folder gives all below it', async () => {
  const repo = newRepository(join(scratchFolder(), 'r'))
  commitFiles(repo, { 'environments/a/1.yaml': 'a: 1\n', 'environments/a/2.yaml': 'a: 2\n' })
  gitIn(repo, 'checkout', '--quiet', '-b', 'side')
  const head = commitFiles(repo, { 'environments/a/1.yaml': undefined })
  gitIn(repo, 'checkout', '--quiet', 'main')
  const main = commitFiles(repo, { 'environments/a/3.yaml': 'a: 3\n' })
  const change = await changeOf(await gitRepository({ repo }), main, head)
  expect(change.changed).toEqual(['environments/a/1.yaml'])
  const read = await change.head.read(['environments/a', 'environments/a/'])
  expect([...read.keys()].toSorted()).toEqual(['environments/a/2.yaml', 'environments/a/3.yaml'])
})
