import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Measured, measured } from '../cli/measured.ts'
import { commitFiles } from '../git/sandbox.ts'
import { claim } from '../plan/files.ts'
import { fillCluster, movedIn, revisionsIn } from './filled-cluster.ts'
import {
  hasApiServer,
  networkCrds,
  type RealApiServer,
  START_MS,
  startApiServer,
} from './real-api-server.ts'

/** Ten objects each: `npm run test:peers` takes ten thousand. */
const isShort = process.env['SHORT'] !== undefined
const TENANTS = isShort ? 20 : 1_000
const main = resolve(import.meta.dirname, '../../functions/cli/main.ts')

describe.skipIf(!hasApiServer)(`a cluster of ${10 * TENANTS} objects`, () => {
  let api: RealApiServer
  let folder: string
  let before: ReadonlyMap<string, string>
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nc-first-'))
    api = await startApiServer(networkCrds)
    await fillCluster(api.kubeconfig, TENANTS)
    before = await revisionsIn(api.kubeconfig)
  }, START_MS)
  afterAll(async () => {
    await api?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const run = (...args: readonly string[]) => measured(main, args, folder)
  const sync = () =>
    run(
      ...'sync --repo claims --cluster management --wait 1s --kubeconfig'.split(' '),
      api.kubeconfig,
    )
  function expectWell({ code, err, seconds, mib }: Measured): void {
    expect([code, err]).toEqual([0, ''])
    expect(seconds).toBeLessThan(60)
    expect(mib).toBeLessThan(500)
  }

  test('is imported and synced in a minute each and 500 MiB: no object is more, less or of another revision', {
    timeout: 300_000,
  }, async () => {
    expect(before.size).toBeGreaterThan(10 * TENANTS)
    const imported = run('import', '--kubeconfig', api.kubeconfig, '--out', 'claims')
    expectWell(imported)
    expect(imported.out).toContain(
      `imported: ${6 * TENANTS} claims of ${TENANTS} environments; left as it is:`,
    )
    for (const _ of ['the first', 'one more']) {
      const synced = sync()
      expectWell(synced)
      expect(synced.out).toMatch(/^in sync: state [0-9a-f]{12}, generation 1\n$/)
      expect(movedIn(before, await revisionsIn(api.kubeconfig))).toEqual([])
    }
  })

  // It waits for an API server to serve new kinds, some ten seconds.
  test.skipIf(isShort)(
    'is worked with: a new claim is made, and nothing that was there moves',
    async () => {
      commitFiles(join(folder, 'claims'), {
        'environments/tenant7/more.yaml': claim('EipClaim', 'more'),
      })
      expectWell(run('allocate', '--repo', 'claims'))
      expectWell(sync())
      const after = await revisionsIn(api.kubeconfig)
      const moved = movedIn(before, after)
      expect(moved.filter((id) => before.has(id))).toEqual([])
      expect(moved.filter((id) => !id.startsWith('apiextensions')).toSorted()).toEqual([
        'kubeovn.io/v1 OvnEip /tenant7-more',
        'network.kmetal.io/v1alpha1 EipClaim tenant7/more',
      ])
    },
  )
})
