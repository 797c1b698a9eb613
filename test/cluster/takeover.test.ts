import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { netclaim } from '../cli/fake-terminal.ts'
import { eip, environment } from '../functions/claims.ts'
import { gitIn } from '../git/sandbox.ts'
import { claim } from '../plan/files.ts'
import { endState } from './accident-world.ts'
import { type Circle, openCircle } from './circle-world.ts'
import { hasKubeOvn, START_MS } from './real-api-server.ts'
import { openSyncStage, type SyncStage, syncStageOf } from './sync-stage.ts'

const OBSERVED = 'netclaim/observed/one'
const mail = eip('photon', 'mail')
const files = {
  'netclaim.yaml': 'proof: ovn\n',
  ...environment('photon'),
  ...eip('photon', 'web'),
  'environments/solar/vpc.yaml': claim('VpcClaim', 'main'),
}
const namespaces = ['photon', 'solar']

describe.skipIf(!hasKubeOvn)('a management cluster is lost for good', { timeout: 300_000 }, () => {
  let lost: SyncStage
  let next: SyncStage
  let circle: Circle
  beforeAll(async () => {
    lost = await openSyncStage(files, namespaces)
    circle = await openCircle(lost)
    await circle.untilQuiet()
    next = await syncStageOf(lost.repo, namespaces)
  }, START_MS)
  afterAll(async () => {
    await next?.stop()
    await lost?.stop()
  })

  const uidOf = (stage: SyncStage) =>
    stage.kubectl('get', 'namespace', 'kube-system', '-o', 'jsonpath={.metadata.uid}')
  const run = (...args: readonly string[]) => netclaim(args, { cwd: lost.repo.folder })
  const messages = async (at: Circle) =>
    (await at.round()).synced.run.findings.map(({ rule, message }) => `${rule}: ${message}`)

  test('in the middle of a release: the next one is as if nothing had happened, and the lost one is shut out', async () => {
    const before = await endState(lost)
    await lost.repo.change(mail)
    await circle.untilQuiet()
    await lost.repo.change({ [Object.keys(mail)[0] ?? '']: undefined })
    for (let round = 0; round < 3; round += 1) await circle.round({ proves: false })
    expect((await circle.book('photon')).get('EipClaim mail')?.phase).toBe('tombstone')

    const after = await openCircle(next)
    const [uid, another] = [uidOf(lost), uidOf(next)]
    expect(await messages(after)).toEqual([
      `sync/foreign-cluster: this cluster is "${another}", and the state is of "${uid}"`,
    ])
    expect(await next.revisions()).toEqual({})
    const kept = gitIn(lost.repo.folder, 'rev-parse', OBSERVED)
    gitIn(lost.repo.folder, 'branch', '--quiet', '-D', OBSERVED)
    expect(await run('recover', '--cluster-gone', uid, '--write')).toMatchObject({
      code: 0,
      err: '',
    })
    expect(await run('allocate', '--never-applied')).toMatchObject({ code: 0, err: '' })
    await after.untilQuiet()
    expect(await endState(next)).toEqual(before)

    // It was only away: its key is still good, and all that it remembers lets it in.
    const there = await lost.revisions()
    const given = `sync/foreign-cluster: this cluster is "${uid}", which netclaim recover --cluster-gone gave up`
    expect(await messages(circle)).toEqual([given])
    await lost.repo.change(eip('photon', 'later'))
    expect(await messages(circle)).toEqual([given])
    await after.untilQuiet()
    expect((await endState(next)).addresses).toContain('photon-later 198.51.100.22')
    expect(await lost.revisions()).toEqual(there)
    // Nor is it heard where somebody pushes what it told.
    const tip = lost.repo.tip()
    gitIn(lost.repo.folder, 'branch', '--force', OBSERVED, kept)
    await lost.repo.allocate()
    expect(after.state('state.yaml')).toMatch(new RegExp(`^cluster: "?${another}"?$`, 'm'))
    expect(gitIn(lost.repo.folder, 'diff', '--stat', tip, lost.repo.tip())).toBe('')
  })
})
