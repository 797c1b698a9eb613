import { constants as buffer } from 'node:buffer'
import { closeSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { emit, type Json } from '../../lib/domain/emit.ts'
import { measured } from '../cli/measured.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { largeCluster } from './large-cluster.ts'

const scratch = scratchFolder()
const main = resolve(import.meta.dirname, '../../functions/cli/main.ts')
const isShort = process.env['LONG'] === undefined

/** Of other kinds, beside the objects: more than the longest string that there is (V8: 512 MiB). */
const OTHERS = 600 * 1_048_576

/** Writes what kubectl prints of a cluster with a great many large ConfigMaps. */
function writeDump(file: string, items: readonly object[], print: (one: unknown) => string): void {
  const out = openSync(file, 'w')
  const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', namespace: 'y' } }
  const line = 'a line of what somebody keeps in a ConfigMap: "{}[]" and more'
  const other = print({ ...config, data: { text: line.repeat(400) } })
  const [before, after] = print({ apiVersion: 'v1', items: [], kind: 'List' }).split('[]')
  const isJson = before?.startsWith('{') === true
  writeSync(out, isJson ? `${before}[` : `${before}\n`)
  const itemOf = (text: string) =>
    isJson ? text : `- ${text.trimEnd().replaceAll('\n', '\n  ')}\n`
  const times = Math.ceil(OTHERS / items.length / other.length)
  for (const [n, item] of items.entries()) {
    const some = [print(item), ...Array<string>(times).fill(other)].map(itemOf)
    writeSync(out, `${isJson && n > 0 ? ',' : ''}${some.join(isJson ? ',' : '')}`)
  }
  writeSync(out, isJson ? `]${after}` : `${after?.trimStart()}`)
  closeSync(out)
}

test.skipIf(isShort).each([
  ['YAML', 'dump-large.yaml', (one: unknown) => emit(one as Json)],
  ['JSON', 'dump-large.json', (one: unknown) => JSON.stringify(one)],
] as const)(
  'ten thousand objects among 600 MiB of others, in one file of %s, take no more memory',
  { timeout: 600_000 },
  (_, name, print) => {
    const file = join(scratch, name)
    writeDump(file, largeCluster(1_000), print)
    expect(statSync(file).size).toBeGreaterThan(buffer.MAX_STRING_LENGTH)
    const ran = measured(main, ['import', '--from', name], scratch)
    rmSync(file)
    expect([ran.code, ran.err]).toEqual([0, ''])
    expect(ran.out).toContain('imported: 6000 claims of 1000 environments')
    expect(ran.mib).toBeLessThan(500)
  },
)

test.skipIf(isShort)(
  'ten thousand objects, as kubectl prints them, take at most a minute and 500 MiB',
  { timeout: 120_000 },
  () => {
    const items = largeCluster(1_000)
    expect(items.length).toBeGreaterThan(10_000)
    const list = { apiVersion: 'v1', items, kind: 'List', metadata: { resourceVersion: '' } }
    writeFileSync(join(scratch, 'dump.yaml'), emit(list as unknown as Json))
    const ran = measured(main, 'import --from dump.yaml --out claims'.split(' '), scratch)
    expect([ran.code, ran.err]).toEqual([0, ''])
    expect(ran.out).toContain('imported: 6000 claims of 1000 environments')
    expect(ran.mib).toBeLessThan(500)
    expect(ran.seconds).toBeLessThan(60)
    const tree = gitIn(join(scratch, 'claims'), 'ls-tree', '-r', '--name-only', 'netclaim/state')
    expect(tree.match(/^allocations\/tenant\d+\.yaml$/gm)).toHaveLength(1_000)
    expect(tree).not.toMatch(/^rendered\/.*\.yaml$/m)
  },
)
