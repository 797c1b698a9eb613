import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factsPath } from '../../lib/pipeline/state/state-paths.ts'
import { netclaim } from '../cli/fake-terminal.ts'
import { eip, environment } from '../functions/claims.ts'
import { gitIn } from '../git/sandbox.ts'
import { acknowledgement, claim } from '../plan/files.ts'
import { STATE } from '../sync/claims-repository.ts'
import { type Circle, openCircle, type Round } from './circle-world.ts'
import { dying } from './dying.ts'
import { hasKubeOvn, START_MS } from './real-api-server.ts'
import { openSyncStage, type SyncStage } from './sync-stage.ts'

const files = {
  'netclaim.yaml': 'proof: ovn\n',
  ...environment('photon'),
  ...eip('photon', 'web'),
  ...eip('photon', 'mail'),
  // It stays: that the last claim of all goes would be a brake of its own.
  'environments/solar/vpc.yaml': claim('VpcClaim', 'main'),
}
const NAMESPACED = 'vpcclaims,subnetclaims,eipclaims,network-attachment-definitions'
const KINDS = 'vpcs,subnets,ovn-eips,ovn-snat-rules,ovn-dnat-rules,switch-lb-rules'

/** All that is needed to let an environment go whole in one commit. */
function goodbye(name: string, eips: readonly string[]) {
  const vpc = [`VpcClaim ${name}/main`]
  const all = [...vpc, `SubnetClaim ${name}/production`, `EipClaim ${name}/external`]
  const those = [...all, ...eips.map((one) => `EipClaim ${name}/${one}`)]
  return {
    [`environments/${name}`]: undefined,
    'acknowledgements/vpc.yaml': acknowledgement('vpc', name, vpc),
    'acknowledgements/environment.yaml': acknowledgement('environment', name, those),
    'acknowledgements/pool.yaml': acknowledgement('pool', 'ext-a', those),
  }
}

describe.skipIf(!hasKubeOvn)(
  'the whole circle, from Git to OVN and back',
  { timeout: 180_000 },
  () => {
    let stage: SyncStage
    let circle: Circle
    beforeAll(async () => {
      stage = await openSyncStage(files, ['photon', 'quark', 'solar'])
      circle = await openCircle(stage)
    }, START_MS)
    afterAll(() => stage?.stop())

    const statusOf = (kind: string, name: string, namespace = 'photon') =>
      JSON.parse(stage.kubectl('get', kind, name, '-n', namespace, '-o', 'json')).status
    const left = (name: string) =>
      [
        stage.kubectl('get', NAMESPACED, '-n', name, '-o', 'name'),
        stage.kubectl('get', KINDS, '-o', 'name'),
      ]
        .flatMap((some) => some.split('\n'))
        .filter((one) => /claim|attachment/.test(one) || one.includes(name))
    const addressOf = async (claim: string, name = 'photon') => {
      const entry = (await circle.book(name)).get(`EipClaim ${claim}`)
      return entry?.kind === 'EipClaim' ? entry.address : undefined
    }
    const planned = () =>
      gitIn(stage.repo.folder, 'ls-tree', '-r', STATE, 'rendered', 'allocations')

    test('what is allocated stands in the cluster, and is told back; nothing moves by that', async () => {
      const before = planned()
      const rounds = await circle.untilQuiet()
      expect(rounds.flatMap(({ problems }) => problems)).toEqual([])
      expect(rounds.length).toBeLessThanOrEqual(4)
      expect(planned()).toBe(before)
      expect(circle.facts()).toContain('OvnEip photon-web')
      expect(circle.facts()).toMatch(/^uid: /m)
      // The last state is applied, though that alone is no news.
      const { run } = (await circle.round()).synced
      expect(run.commit).toBe(stage.repo.tip())
    })

    test('every claim says that it is ready, and the address that it has', async () => {
      const [web, external, main, production] = [
        statusOf('eipclaim', 'web'),
        statusOf('eipclaim', 'external'),
        statusOf('vpcclaim', 'main'),
        statusOf('subnetclaim', 'production'),
      ]
      expect(web).toMatchObject({ v4Ip: await addressOf('web'), eip: 'photon-web', bound: false })
      expect(external).toMatchObject({ bound: true, binding: { type: 'Vpc' } })
      expect(production).toMatchObject({ subnet: 'photon-production', v4UsingIPs: 0 })
      for (const { conditions } of [web, external, main, production])
        expect(conditions).toMatchObject([{ type: 'Ready', status: 'True' }])
      // No node agent runs here, which alone would make a provider network ready.
      const columns = stage.kubectl('get', 'providernetworks.network.kmetal.io', 'provider')
      expect(columns).toMatch(/^NAME +INTERFACE +READY +AGE\nprovider +\S+ +False +/)
    })

    let freed: readonly string[] = []

    test('what is deleted in one commit goes step by step, and without OVN-NB no address is freed (M-108)', async () => {
      const claims = ['web', 'mail', 'external']
      const addresses = await Promise.all(claims.map((one) => addressOf(one)))
      freed = addresses.flatMap((one) => one ?? [])
      expect(freed).toHaveLength(3)
      await stage.repo.change(goodbye('photon', ['web', 'mail']))
      const rounds = await circle.untilQuiet(() => circle.round({ proves: false }))
      expect(rounds.length).toBeLessThanOrEqual(5)
      inOrder(rounds, 'photon')
      dropsFollowFacts('photon')
      expect(
        (await circle.book('photon'))
          .values()
          .map(({ phase }) => phase)
          .toArray(),
      ).toEqual(['tombstone', 'tombstone', 'tombstone'])
      expect(await Promise.all(claims.map((one) => addressOf(one)))).toEqual(addresses)
    })

    test('two reads of OVN-NB free the addresses, and nothing is left', async () => {
      const rounds = await circle.untilQuiet()
      expect(rounds.flatMap(({ problems }) => problems)).toEqual([])
      expect(rounds.length).toBeLessThanOrEqual(3)
      expect((await circle.book('photon')).size).toBe(0)
      expect(left('photon')).toEqual([])
      expect(circle.northbound('ext-a')).not.toEqual([])
      for (const word of ['photon', ...freed]) expect(circle.northbound(word)).toEqual([])
      const again = await circle.round()
      expect([again.states, again.facts]).toEqual([0, 0])
    })

    test('another claim gets the address, and its tenant goes as well, killed at every step', async () => {
      await stage.repo.change({ ...environment('quark', 101), ...eip('quark', 'web') })
      await circle.untilQuiet()
      expect(freed).toContain(await addressOf('web', 'quark'))
      expect(statusOf('eipclaim', 'web', 'quark')).toMatchObject({
        v4Ip: await addressOf('web', 'quark'),
      })

      await stage.repo.change(goodbye('quark', ['web']))
      let calls = 20
      let kills = 0
      const rounds = await circle.untilQuiet(async () => {
        calls += 7
        const killed = await circle.round({ cluster: dying(stage.cluster, calls) }).catch(String)
        if (typeof killed !== 'string') return killed
        expect(killed).toContain('killed')
        kills += 1
        return circle.round()
      })
      expect(kills).toBeGreaterThan(2)
      expect(rounds.length).toBeLessThanOrEqual(9)
      dropsFollowFacts('quark')
      expect((await circle.book('quark')).size).toBe(0)
      expect(left('quark')).toEqual([])
      expect(circle.northbound('quark')).toEqual([])
    })

    test('is a command', async () => {
      const { api, repo } = stage
      const args = `sync --repo file://${repo.folder} --cluster one --northbound ${api.nb} --wait 5s`
      const run = (...more: readonly string[]) =>
        netclaim([...args.split(' '), '--kubeconfig', api.kubeconfig, ...more])
      const { code, out, err } = await run()
      expect([code, err]).toEqual([0, ''])
      expect(out).toMatch(/^under way: state \w{12}, generation \d+, \d+ unchanged$/m)
      const facts = circle.facts()
      expect(await run('--observe', '--quiet')).toEqual({ code: 0, out: '', err: '' })
      expect(circle.facts()).toBe(facts)
    })

    /** What stands on something goes before it. */
    function inOrder(rounds: readonly Round[], name: string): void {
      const at = (object: string) =>
        rounds.findIndex(({ removed }) => removed.includes(object.replace('%', name)))
      expect(at('OvnSnatRule %-production')).toBeGreaterThanOrEqual(0)
      expect(at('Subnet %-production')).toBeGreaterThan(at('OvnSnatRule %-production'))
      expect(at('Vpc %')).toBeGreaterThan(at('Subnet %-production'))
      expect(at('Vpc %')).toBeGreaterThan(at('OvnEip %-web'))
    }

    /** No state lets go of what, by the facts that it was planned with, something still stands on. */
    function dropsFollowFacts(name: string): void {
      const { folder } = stage.repo
      let seen = 0
      for (const commit of gitIn(folder, 'rev-list', STATE).split('\n')) {
        const paths = gitIn(folder, 'ls-tree', '-r', '--name-only', commit).split('\n')
        if (!paths.includes(`allocations/${name}.yaml`)) continue
        const book = gitIn(folder, 'show', `${commit}:allocations/${name}.yaml`)
        const facts = paths.includes(factsPath)
          ? gitIn(folder, 'show', `${commit}:${factsPath}`)
          : ''
        const isDropped = (object: string) => new RegExp(`object: ${object}$`, 'm').test(book)
        for (const [object, ...users] of [
          [`Subnet ${name}-production`, `OvnSnatRule ${name}-production`],
          [`Vpc ${name}`, `Subnet ${name}-production`, `OvnEip ${name}-web`],
        ] as const) {
          if (!isDropped(object)) continue
          seen += 1
          for (const user of users) expect(facts).not.toContain(`${user}\n`)
        }
      }
      expect(seen).toBeGreaterThan(1)
    }
  },
)
