import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import { netclaim } from '../cli/fake-terminal.ts'
import { eip, environment } from '../functions/claims.ts'
import { eips } from '../plan/files.ts'
import { dying } from './dying.ts'
import { hasApiServer, START_MS } from './real-api-server.ts'
import { openSyncStage, outcomes, type SyncStage } from './sync-stage.ts'

const names = Array.from({ length: 12 }, (_, n) => `tenant-${n + 10}`)
const files = Object.assign(
  {},
  ...names.map((name, n) => ({
    ...environment(name, 100 + n),
    [`environments/${name}/eips.yaml`]: eips(6),
  })),
) as Readonly<Record<string, string>>

describe.skipIf(!hasApiServer)('a sync on a real API server that is disturbed', () => {
  let stage: SyncStage
  beforeAll(async () => {
    stage = await openSyncStage(files, names, 'without controllers')
  }, START_MS)
  afterAll(() => stage.stop())
  // No controller runs here, so nothing becomes healthy, and nothing is waited for.
  const quick = { waitMs: 1 }

  test('was killed in the middle, several times, and ends where an undisturbed one does', async () => {
    for (const calls of [0, 1, 19, 25, 40, 60, 80])
      await expect(stage.sync({ ...quick, cluster: dying(stage.cluster, calls) })).rejects.toThrow(
        'killed',
      )
    const seen = Object.values(outcomes(await stage.sync(quick)))
    expect(seen.filter((one) => one === 'unchanged').length).toBeGreaterThan(5)
    expect(new Set(seen)).toEqual(new Set(['applied', 'unchanged']))
    const before = await stage.revisions()
    const again = await stage.sync(quick)
    expect(new Set(Object.values(outcomes(again)))).toEqual(new Set(['unchanged']))
    expect(await stage.revisions()).toEqual(before)
  })

  test('goes on when the API server is restarted under it', async () => {
    await stage.repo.change({ 'netclaim.yaml': 'proof: api\nkubeOvnVersion: 1.14.0\n' })
    await stage.repo.change(Object.assign({}, ...names.map((name) => eip(name, 'late'))))
    const running = stage.sync(quick)
    await Promise.all([running, stage.api.tell('restart kube-apiserver')])
    const seen = outcomes(await running)
    expect(new Set(Object.values(seen))).toEqual(new Set(['applied', 'unchanged']))
    expect(seen['OvnEip tenant-10-late']).toBe('applied')
    const left = Object.values(outcomes(await stage.sync(quick)))
    expect(new Set(left)).toEqual(new Set(['unchanged']))
  })

  test('does not write while another one is at work', async () => {
    await stage.repo.change(eip('tenant-10', 'latest'))
    const apply = () => Promise.reject(new Error('killed'))
    const cluster = { ...dying(stage.cluster, Infinity), apply }
    await expect(stage.sync({ ...quick, cluster, identity: 'one' })).rejects.toThrow('killed')
    await expect(stage.sync({ ...quick, identity: 'two' })).rejects.toThrow(OutsideError)
    const one = await stage.sync({ ...quick, identity: 'one' })
    expect(stateOf(one.run)).toBe('pending')
  })

  test('is a command, too: what it would do, what it did, and what somebody else did', async () => {
    await stage.repo.change(eip('tenant-11', 'latest'))
    const own = ['--repo', stage.repo.folder, '--kubeconfig', stage.api.kubeconfig]
    const run = (...more: readonly string[]) => netclaim(['sync', ...own, '--wait', '1s', ...more])
    const dry = await run('--dry-run')
    expect(dry).toMatchObject({ code: 0, err: '' })
    expect(dry.out).toMatch(/^tenant-11 +OvnEip tenant-11-latest +to-apply$/m)
    const json = await run('--format', 'json')
    expect(JSON.parse(json.out)).toMatchObject({ version: 1, state: 'pending', findings: [] })
    expect(json.out).toContain(
      '"id":"OvnEip tenant-11-latest","unit":"environments/tenant-11","outcome":"applied"',
    )
    stage.kubectl(
      'patch',
      'ovn-eip',
      'tenant-11-latest',
      '--type=merge',
      '-p',
      '{"spec":{"type":"lrp"}}',
    )
    const seen = await run('--observe', '--quiet')
    expect(seen.code).toBe(1)
    expect(seen.out).toMatch(
      /^tenant-11 +OvnEip tenant-11-latest +conflict +\.spec\.type is "kubectl-patch"'s since \S+; /,
    )
    expect(seen.out).toMatch(
      /\na person must look: state \w{12}, generation \d+, 1 conflict, \d+ unchanged\n$/,
    )
  })

  test.each([
    [['--dry-run', '--observe'], '--dry-run and --observe exclude each other'],
    [['--once', '--every', '30s'], '--once and --every exclude each other'],
    [['--every', '30'], '--every takes a time such as 30s or 5m'],
    [['--format', 'junit'], 'sync has the formats text and json only'],
    [['--mirror', 'm'], '--mirror needs an address in --repo'],
    [['--repo', '/nowhere'], '/nowhere'],
  ])('does not start with %j', async (more, message) => {
    const own = more.includes('--repo') ? [] : ['--repo', stage.repo.folder]
    const { code, err } = await netclaim([
      'sync',
      ...own,
      '--kubeconfig',
      stage.api.kubeconfig,
      ...more,
    ])
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})
