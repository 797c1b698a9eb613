import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gitSource } from '../../functions/sync/git-source.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { eip, environment } from '../functions/claims.ts'
import { commitFiles, gitIn } from '../git/sandbox.ts'
import { acknowledgement, claim, transfer } from '../plan/files.ts'
import { backUp, endState, restore } from './accident-world.ts'
import { type Circle, openCircle } from './circle-world.ts'
import { hasKubeOvn, START_MS } from './real-api-server.ts'
import { openSyncStage, type SyncStage } from './sync-stage.ts'

const web = eip('photon', 'web')
const files = {
  'netclaim.yaml': 'proof: ovn\n',
  ...environment('photon'),
  ...web,
  // It stays: that the last claim of all goes would be a brake of its own.
  'environments/solar/vpc.yaml': claim('VpcClaim', 'main'),
}
const photon = ['VpcClaim photon/main', 'SubnetClaim photon/production']
const all = [...photon, 'EipClaim photon/external', 'EipClaim photon/web']

/** A merge by which a tenant is gone, and somebody let every brake go: once, so that each needs a reason of its own. */
const wrong = (why: string) => ({
  'environments/photon': undefined,
  'acknowledgements/vpc.yaml': acknowledgement('vpc', 'photon', all.slice(0, 1), why),
  'acknowledgements/environment.yaml': acknowledgement('environment', 'photon', all, why),
  'acknowledgements/pool.yaml': acknowledgement('pool', 'ext-a', all, why),
})
const phasesOf = async (circle: Circle) =>
  [...(await circle.book('photon')).values()].map(({ phase }) => phase).toSorted()

describe.skipIf(!hasKubeOvn)('bad days on real peers', { timeout: 300_000 }, () => {
  let stage: SyncStage
  let circle: Circle
  beforeAll(async () => {
    stage = await openSyncStage(files, ['photon', 'solar'])
    circle = await openCircle(stage)
    await circle.untilQuiet()
  }, START_MS)
  afterAll(() => stage?.stop())

  describe('a tenant that a wrong merge took away comes back by git revert as it was', () => {
    test.each([
      ['before any sync', 0, {}, ['releasing', 'releasing', 'releasing', 'tombstone']],
      ['when a part of it is gone', 1, {}, ['releasing', 'releasing', 'tombstone']],
      [
        'when all of it is gone and nothing is proven',
        5,
        { proves: false },
        ['tombstone', 'tombstone'],
      ],
      ['when all of it is free again', 8, {}, []],
    ])('%s', async (when, rounds, how, phases) => {
      const before = await endState(stage)
      await stage.repo.change(wrong(when))
      for (let round = 0; round < rounds; round += 1) await circle.round(how)
      const seen = await phasesOf(circle)
      gitIn(stage.repo.folder, 'revert', '--no-edit', 'HEAD')
      await stage.repo.allocate()
      await circle.untilQuiet()
      expect(await endState(stage)).toEqual(before)
      expect(seen).toEqual(phases)
    })
  })

  describe('an address that a Transfer moved is back by another one, the other way round', () => {
    const [path = ''] = Object.keys(web)
    const [from, to] = ['EipClaim photon/web', 'EipClaim photon/shop']
    test.each([
      ['before any sync', 0, ['photon-web 198.51.100.21']],
      ['when nobody has it', 1, []],
      ['when the other one has it', 8, ['photon-shop 198.51.100.21']],
    ])('%s', async (when, rounds, between) => {
      const before = await endState(stage)
      await stage.repo.change({
        ...eip('photon', 'shop'),
        [path]: undefined,
        'acknowledgements/move.yaml': transfer(from, to, when),
      })
      for (let round = 0; round < rounds; round += 1) await circle.round()
      const midway = await endState(stage)
      expect(midway.addresses.filter((one) => one.endsWith('.21'))).toEqual(between)
      const [shop = ''] = Object.keys(eip('photon', 'shop'))
      await stage.repo.change({
        ...web,
        [shop]: undefined,
        'acknowledgements/move.yaml': transfer(to, from, when),
      })
      await circle.untilQuiet()
      const { live, addresses } = await endState(stage)
      expect({ live, addresses }).toEqual({ live: before.live, addresses: before.addresses })
    })
  })

  test('etcd that is put back to yesterday gives up first what is another’s today', async () => {
    const yesterday = join(stage.repo.folder, '../yesterday')
    await backUp(stage.api, yesterday)
    await stage.repo.change({ [Object.keys(web)[0] ?? '']: undefined })
    await circle.untilQuiet()
    await stage.repo.change(eip('photon', 'mail'))
    await circle.untilQuiet()
    const before = await endState(stage)
    expect(before.addresses).toContain('photon-mail 198.51.100.21')

    await restore(stage, yesterday)
    expect((await endState(stage)).addresses).toContain('photon-web 198.51.100.21')
    const { synced, removed } = await circle.round()
    expect(synced.run.restored).toMatch(
      /its revision went back from \d+ to \d+|it reported generation/,
    )
    expect(removed).toEqual(['OvnEip photon-web', 'EipClaim photon/web'])
    await circle.untilQuiet()
    expect(await endState(stage)).toEqual(before)
  })

  test('a forge that is away keeps nothing from being repaired, and is told afterwards', async () => {
    const before = await endState(stage)
    const { repository } = stage.repo
    const no = new OutsideError('could not resolve host', { system: 'git', retryable: true })
    const away = { ...repository, tips: () => Promise.reject(no) }
    const source = gitSource(away, { main: 'main' })
    stage.kubectl('delete', 'ovn-snat-rules', 'photon-production')
    await stage.repo.change(eip('photon', 'late'))
    const { run } = await stage.sync({ source })
    expect(run.findings.map(({ rule }) => rule)).toEqual(['sync/forge-away'])
    expect((await endState(stage)).live).toEqual(before.live)
    await circle.untilQuiet()
    expect((await endState(stage)).addresses).toContain('photon-late 198.51.100.22')
    expect(circle.facts()).toContain('OvnEip photon-late')
  })

  test('a main that was pushed over goes on when the old tip is back in its history', async () => {
    const { folder } = stage.repo
    const before = await endState(stage)
    const old = gitIn(folder, 'rev-parse', 'main')
    gitIn(folder, 'commit', '--quiet', '--amend', '--allow-empty', '-m', 'Rewritten')
    commitFiles(folder, eip('photon', 'later'))
    await expect(stage.repo.allocate()).rejects.toThrow(/main was rewritten/)
    expect(await endState(stage)).toEqual(before)
    gitIn(folder, 'merge', '--quiet', '-s', 'ours', '-m', 'Keep the history', old)
    await stage.repo.allocate()
    await circle.untilQuiet()
    const after = await endState(stage)
    expect(after.addresses).toEqual([...before.addresses, 'photon-later 198.51.100.23'].toSorted())
    expect(before.live.filter((id) => !after.live.includes(id))).toEqual([])
  })

  test('a main that was pushed over for good stops the sync until an acknowledgement says so', async () => {
    const { folder } = stage.repo
    const before = await endState(stage)
    const old = gitIn(folder, 'rev-parse', 'main')
    gitIn(folder, 'commit', '--quiet', '--amend', '-m', 'Rewritten for good')
    const revisions = await stage.revisions()
    const { run } = await stage.sync()
    expect(run.findings.map(({ rule }) => rule)).toEqual(['sync/foreign-state'])
    expect(await stage.revisions()).toEqual(revisions)
    const reset = acknowledgement('state/reset', old, [gitIn(folder, 'rev-parse', 'main')])
    const named = reset.replace('{name: state/reset}', '{name: reset}')
    await stage.repo.change({ 'acknowledgements/reset.yaml': named })
    await circle.untilQuiet()
    expect(await endState(stage)).toEqual(before)
    expect(circle.state('state.yaml')).toContain(gitIn(folder, 'rev-parse', 'main'))
  })
})
