import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { netclaim } from '../cli/fake-terminal.ts'
import { eip, environment } from '../functions/claims.ts'
import { gitIn } from '../git/sandbox.ts'
import { hasApiServer } from './real-api-server.ts'
import { openSyncStage, type SyncStage } from './sync-stage.ts'

const web = eip('photon', 'web')
const gone = Object.fromEntries(Object.keys(web).map((path) => [path, undefined]))

describe.skipIf(!hasApiServer)('netclaim recover --kubeconfig, on a real API server', () => {
  let stage: SyncStage
  beforeAll(async () => {
    stage = await openSyncStage({ ...environment('photon'), ...web }, ['photon'])
  }, 120_000)
  afterAll(() => stage.stop())

  const recover = (...more: readonly string[]) =>
    netclaim(['recover', '--kubeconfig', stage.api.kubeconfig, ...more], {
      cwd: stage.repo.folder,
    })
  const address = () => {
    const args = ['get', 'ovn-eip', 'photon-mail', '-o', 'jsonpath={.status.v4Ip}']
    return stage.kubectl(...args)
  }

  test('plans main again from what the cluster says, and the sync has nothing to do', async () => {
    await stage.report(await stage.sync())
    // web gives its address back, and mail gets it: main alone would not give it that one.
    await stage.repo.change(gone)
    for (let round = 0; round < 3; round += 1) await stage.report(await stage.sync())
    await stage.repo.change(eip('photon', 'mail'))
    for (let round = 0; round < 2; round += 1) await stage.report(await stage.sync())
    expect(address()).toBe('198.51.100.21')
    const before = await stage.revisions()

    const { folder } = stage.repo
    const tip = stage.repo.tip()
    gitIn(folder, 'branch', '--quiet', '-D', 'netclaim/state')
    gitIn(folder, 'branch', '--quiet', '-D', 'netclaim/observed/one')
    const copy = await recover('--format', 'json')
    expect(JSON.parse(copy.out)).toMatchObject({ target: tip, replayed: 0, refusals: [] })

    gitIn(folder, 'reflog', 'expire', '--expire=now', '--all')
    gitIn(folder, 'gc', '--quiet', '--prune=now')
    const { code, out } = await recover('--write', '--format', 'json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ replayed: 3, refusals: [], written: true })
    await stage.repo.allocate()
    const { run } = await stage.sync({ accept: stage.repo.tip() })
    expect(run.objects.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([])
    expect(await stage.revisions()).toEqual(before)
    expect(address()).toBe('198.51.100.21')
  }, 180_000)
})
