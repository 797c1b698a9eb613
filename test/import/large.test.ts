import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { emit, type Json } from '../../lib/domain/emit.ts'
import { measured } from '../cli/measured.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { largeCluster } from './large-cluster.ts'

const scratch = scratchFolder()
const main = resolve(import.meta.dirname, '../../functions/cli/main.ts')
const isShort = process.env['LONG'] === undefined

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
