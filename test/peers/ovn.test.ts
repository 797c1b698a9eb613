import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { objectId } from '../../lib/domain/manifests/manifest.ts'
import type { Rendered } from '../plan/rendered.ts'
import { isReady } from './is-ready.ts'
import { isWished } from './is-wished.ts'
import { nbctl, readNorthbound } from './northbound.ts'
import { inWaves, type OvnStage, openOvnStage } from './ovn-stage.ts'
import { environments, ovnWorld } from './ovn-world.ts'
import { ownRows, promisedRows } from './promised.ts'
import { addWorkload, trace, type Workload, withoutSourceRoutes } from './trace.ts'

const objects = inWaves(ovnWorld().manifests)
const idOf = (object: Rendered) => objectId(object as unknown as Parameters<typeof objectId>[0])

describe.skipIf(!isWished)('a real Kube-OVN, given what is rendered of four tenants,', () => {
  let stage: OvnStage
  const said: string[] = []

  beforeAll(async () => {
    stage = await openOvnStage(environments)
    said.push(...(await stage.applyAll(objects)))
  }, 240_000)
  afterAll(() => stage.stop())

  /** Ids of those that are not ready in time. */
  async function unready(): Promise<readonly string[]> {
    let waiting = objects
    for (const end = Date.now() + 40_000; ; await sleep(300)) {
      const left: Rendered[] = []
      for (const object of waiting) {
        const live = await stage.get(object)
        if (live === undefined || !isReady(object, live)) left.push(object)
      }
      waiting = left
      if (waiting.length === 0 || Date.now() > end) return waiting.map(idOf)
    }
  }

  async function revisions(): Promise<Readonly<Record<string, unknown>>> {
    const entries = objects.map(async (object) => {
      const live = await stage.get(object)
      return [idOf(object), live?.metadata.resourceVersion]
    })
    return Object.fromEntries(await Promise.all(entries)) as Record<string, unknown>
  }

  test('takes every object, and makes it ready', async () => {
    expect(said).toEqual([])
    expect(await unready()).toEqual([])
    const kinds = Map.groupBy(objects, ({ kind }) => kind)
    console.log([...kinds].map(([kind, all]) => `${all.length} ${kind}`).join(', '))
  })

  test('has the very rows that the manifests promise, and no other, of both families', () => {
    const rows = ownRows(readNorthbound(stage.peers))
    expect(rows).toEqual(promisedRows(objects))
    expect([...rows.routers.keys()].toSorted()).toEqual([...environments].toSorted())
    const count = [...rows.routers.values()].flatMap((router) => Object.values(router).flat())
    const ports = [...rows.switches.values()].flat()
    expect(count.length).toBeGreaterThan(40)
    console.log(`${count.length} rows of ${rows.routers.size} routers, ${ports.length} of switches`)
  })

  test('leaves each spec as it was applied, and a second time nothing is written', async () => {
    for (const object of objects) {
      const live = await stage.get(object)
      expect({ id: idOf(object), spec: live?.['spec'] }).toMatchObject({ spec: object.spec })
    }
    // It goes on writing labels and counters for a moment.
    await sleep(5_000)
    const before = await revisions()
    expect(await stage.applyAll(objects)).toEqual([])
    expect(await revisions()).toEqual(before)
    expect(ownRows(readNorthbound(stage.peers))).toEqual(promisedRows(objects))
  })

  describe('and a packet of each tenant', () => {
    const vms = new Map<string, Workload>()
    beforeAll(async () => {
      const { peers } = stage
      for (const [n, name] of environments.entries()) {
        withoutSourceRoutes(peers, name)
        const more = name === 'nova-test' ? ['fd00:100::20'] : []
        vms.set(name, addWorkload(peers, `${name}-production`, n + 1, '10.100.0.20', ...more))
      }
      addWorkload(peers, 'photon-prod-staging', 9, '10.101.0.20')
      // Until northd has turned it into flows.
      await sleep(2_000)
    })

    const leaves: Readonly<Record<string, string | undefined>> = {
      'photon-prod': 'localnet.ext-a',
      'dynamo-prod': 'localnet.ext-a',
      'nova-test': 'localnet.ext-b',
      'closed-dev': undefined,
    }
    const way = (name: string, to: string) =>
      trace(stage.peers, vms.get(name) as Workload, name, to)

    test.each(environments)(
      '%s leaves by its own segment or not at all (M-095) (M-098)',
      (name) => {
        for (const to of ['1.1.1.1', '192.0.2.1', '172.21.208.100'])
          expect([to, way(name, to)]).toEqual([to, leaves[name]])
      },
    )

    test.each(environments)('%s reaches no host of a provider segment (M-024) (M-028)', (name) => {
      // Gateways, addresses of others, its own, and free ones; of its own segment and the other one.
      const hosts = ['198.51.100.1', '198.51.100.22', '198.51.100.24', '198.51.100.200']
      for (const to of [...hosts, '203.0.113.1', '203.0.113.3', '203.0.113.250'])
        expect([to, way(name, to)]).toEqual([to, undefined])
    })

    test.each(environments)('%s reaches nothing that is blocked (M-029) (M-031)', (name) => {
      for (const to of ['10.0.0.1', '10.9.9.9', '10.255.255.255', '192.0.2.128', '192.0.2.255'])
        expect([to, way(name, to)]).toEqual([to, undefined])
    })

    test('of IPv6 leaves not at all: no segment has that family', () => {
      for (const to of ['2001:db8::1', 'fd00:9::1'])
        expect([to, way('nova-test', to)]).toEqual([to, undefined])
    })

    test('reaches the other subnets of its own VPC, though their range is blocked', () => {
      expect(way('photon-prod', '10.101.0.20')).toBe('vm9.photon-prod-staging')
    })

    test.each(['dynamo-prod', 'nova-test', 'closed-dev'])(
      '%s reaches no subnet of another tenant, whatever they share (M-116)',
      (name) => {
        expect(way(name, '10.101.0.20')).toBeUndefined()
      },
    )

    test('leaves where its drops are taken away: it is they that keep it', async () => {
      for (const priority of ['31500', '30500'])
        nbctl(stage.peers, 'lr-policy-del', 'dynamo-prod', priority)
      await sleep(2_000)
      for (const to of ['198.51.100.200', '203.0.113.250', '10.9.9.9', '192.0.2.128'])
        expect([to, way('dynamo-prod', to)]).toEqual([to, 'localnet.ext-a'])
    })
  })
})
