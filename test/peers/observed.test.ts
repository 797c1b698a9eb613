import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { objectsIn, type Rendered } from '../plan/rendered.ts'
import { isWished } from './is-wished.ts'
import { readNorthbound } from './northbound.ts'
import { inWaves, type OvnStage, openOvnStage } from './ovn-stage.ts'
import { environments, ovnWorld, platform } from './ovn-world.ts'
import { pathOf } from './path-of.ts'
import { ownRows, promisedRows } from './promised.ts'
import { caseTrees, goldenTrees, templateTree } from './trees.ts'

/**
 * Faults of Kube-OVN that were seen, and that we do not run into. Of the others: fields that it
 * rewrites, and the order of policies, are in `ovn.test.ts`; what must never reach it in
 * `refusals.ts`; a status that says nothing of the spec, the order of deletion and what waits for
 * whom in `test/cluster/{sync,status,policies}.test.ts`.
 */
describe.skipIf(!isWished)('a real Kube-OVN', () => {
  const world = ovnWorld()
  const objects = inWaves(world.manifests)
  const ref = (kind: string, name: string) => ({
    apiVersion: 'kubeovn.io/v1',
    kind,
    metadata: { name },
  })
  const dnat: KubeObject = {
    ...ref('OvnDnatRule', 'solar-https'),
    spec: {
      ovnEip: 'photon-prod-web',
      vpc: 'photon-prod',
      v4Ip: '10.100.0.20',
      internalPort: '443',
      externalPort: '443',
      protocol: 'tcp',
    },
  }
  let stage: OvnStage

  beforeAll(async () => {
    stage = await openOvnStage(environments)
    await stage.applyAll(objects)
    await until('all is in OVN', () => {
      const rows = ownRows(readNorthbound(stage.peers))
      if (!isDeepStrictEqual(rows, promisedRows(objects))) throw new Error('other rows')
    })
  }, 240_000)
  afterAll(() => stage.stop())

  async function until(what: string, holds: () => void | Promise<void>): Promise<void> {
    for (const end = Date.now() + 40_000; ; await sleep(300)) {
      try {
        return await holds()
      } catch (error) {
        if (Date.now() > end) throw new Error(`${what}: not in time`, { cause: error })
      }
    }
  }

  const isThere = async (object: Parameters<typeof pathOf>[0]) =>
    (await stage.get(object)) !== undefined

  test('does not let the address of a router port go before the Vpc, nor cuts its way out', async () => {
    const address = ref('OvnEip', 'photon-prod-ext-a')
    await stage.call('DELETE', pathOf(address))
    await sleep(3_000)
    expect(await isThere(address)).toBe(true)
    expect(ownRows(readNorthbound(stage.peers))).toEqual(promisedRows(objects))
  })

  test('does not let an address go that is still forwarded', async () => {
    const address = ref('OvnEip', 'photon-prod-web')
    await stage.call('POST', pathOf(dnat).replace(/\/[^/]*$/, ''), dnat)
    await until('the rule is ready', async () => {
      expect(await stage.get(dnat)).toMatchObject({ status: { ready: true } })
    })
    await stage.call('DELETE', pathOf(address))
    await sleep(2_000)
    expect(await isThere(address)).toBe(true)
    await stage.call('DELETE', pathOf(dnat))
    await until('the address is gone', async () => expect(await isThere(address)).toBe(false))
  })

  test('has the same rows after a restart, at which its gateway loses its label, and takes all again without a conflict', async () => {
    const rest = objects.filter(({ metadata }) => metadata.name !== 'photon-prod-web')
    stage.peers.child.stdin?.write('restart kube-ovn-controller\n')
    const gateway = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'gw1' } }
    await until('the gateway has lost its label', async () => {
      const labels = (await stage.get(gateway))?.metadata.labels
      expect(labels).toMatchObject({ 'ovn.kubernetes.io/external-gw': 'false' })
    })
    await sleep(8_000)
    expect(await stage.applyAll(rest)).toEqual([])
    await until('all is in OVN', () => {
      expect(ownRows(readNorthbound(stage.peers))).toEqual(promisedRows(objects))
    })
  })

  test('gets no external subnet of IPv6, whose addresses never become ready', () => {
    const dual = platform
      .replace('203.0.113.0/24', '"203.0.113.0/24,2001:db8::/64"')
      .replace('gateway: 203.0.113.1', 'gateway: "203.0.113.1,2001:db8::1"')
    const { report } = world.check({ 'platform/kmetal.yaml': dual })
    expect(report.verdict).toBe('refuse')
  })

  describe('gets, of whatever we render,', () => {
    let all: readonly (readonly [string, readonly Rendered[]])[] = []
    beforeAll(async () => {
      const trees = [
        ...goldenTrees(),
        ...(await caseTrees()),
        ['template', templateTree()] as const,
      ]
      all = trees.map(([name, tree]) => [
        name,
        [...tree]
          .filter(([path]) => path.startsWith('rendered/') && path.endsWith('.yaml'))
          .flatMap(([, text]) => objectsIn(text)),
      ])
    })
    const each = (kind: string) =>
      all.map(
        ([name, found]) =>
          [
            name,
            found.filter((one) => one.kind === kind && one.apiVersion === 'kubeovn.io/v1'),
          ] as const,
      )

    test('one way out a subnet: the deletion of a second would cut the first', () => {
      let rules = 0
      for (const [name, found] of each('OvnSnatRule')) {
        const subnets = found.map(({ spec }) => spec['vpcSubnet'])
        expect([name, subnets]).toEqual([name, [...new Set(subnets)]])
        rules += found.length
      }
      expect(rules).toBeGreaterThan(20)
    })

    test('no SwitchLBRule, which leaves its rows behind', () => {
      expect(each('SwitchLBRule').flatMap(([, found]) => found)).toEqual([])
      expect(each('Vpc').flatMap(([, found]) => found).length).toBeGreaterThan(40)
    })

    test('an OvnEip only with the finalizer, and only of IPv4', () => {
      for (const [name, found] of each('OvnEip'))
        for (const { metadata, spec } of found) {
          const { finalizers } = metadata as { readonly finalizers?: readonly string[] }
          expect([name, finalizers]).toEqual([name, ['kubeovn.io/kube-ovn-controller']])
          expect(spec['v4Ip']).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
        }
    })

    test('only policies that OVN takes: one that it refuses would stop those after it', () => {
      for (const [name, found] of each('Vpc'))
        for (const { spec } of found)
          for (const policy of (spec['policyRoutes'] ?? []) as readonly Record<string, unknown>[]) {
            expect([name, policy['priority'] as number]).toSatisfy(
              ([, priority]) => priority >= 0 && priority <= 32_767,
            )
            expect([name, policy['match']]).toEqual([
              name,
              expect.stringMatching(/^(?:ip4\.dst == [\d.]+|ip6\.dst == [\da-f:]+)\/\d+$/),
            ])
          }
    })
  })
})
