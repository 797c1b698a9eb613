import { describe, expect, test } from 'vitest'
import { stepNames } from '../../lib/domain/vip/migration-steps.ts'
import { rendered } from '../plan/rendered.ts'
import type { World } from '../plan/world.ts'
import { blocksOf, delegationOf } from './ledger.ts'
import { delegated, filesOf, proven, seen } from './migrating.ts'
import { migrationPath, newPool } from './migration-file.ts'
import { loud, vipConfig } from './vip-files.ts'

const solar = 'photon-prod/solar'
const moon = 'photon-prod/moon'
const coil = 'dynamo-prod/coil'

/** What a step would be told: `error vip-migration/not-due`. */
function verdictOf(world: World, step: string): readonly string[] {
  return loud(world.check(filesOf(step)).report.findings).map(({ message }) => message)
}

function reservations(world: World): readonly string[] {
  return [...rendered(world.tree).values()]
    .filter(({ kind }) => kind === 'AddressReservation')
    .map(
      ({ metadata, spec }) =>
        `${metadata.name} ${String(spec['phase'])} ${String(spec['disposition'])}`,
    )
    .toSorted()
}

function record(world: World, cluster: string): string {
  return world.tree.get(`rendered/tenants/${cluster}/delegation.yaml`) ?? ''
}

describe('the whole migration', () => {
  test('K-040 K-088 leads to a larger pool of the same addresses, too, and begins with the file that the refusal prints', () => {
    const world = delegated()
    const larger = vipConfig('enable', '10.242.0.0/22')
    const { hint = '' } = world.check(larger).report.findings[0] ?? {}
    const file = hint.slice(hint.indexOf('apiVersion:'))
    expect(hint).toContain('begin with this file in platform/, and VIP_POOL_CIDR as it was:\n')
    for (const [n, step] of stepNames.entries()) {
      const text = file.replace('step: Revoke', `step: ${step}`)
      const more = n === stepNames.length - 1 ? larger : {}
      expect(world.check({ [migrationPath]: text, ...more }).report.verdict).not.toBe('refuse')
      world.commit({ [migrationPath]: text, ...more })
      world.report(seen(world))
      world.report(proven(world))
    }
    expect(world.state.arenas.get('photon-prod')).toBe('10.242.0.0/22')
    expect(blocksOf(world, solar)).toEqual(['10.242.0.16/28 Bound', '10.242.0.32/28 Bound'])
  })

  test('K-076 K-079 K-080 K-081 K-082 K-083 K-085 K-087 K-088 leads every cluster from the old pool to the new one', () => {
    const world = delegated()
    expect(blocksOf(world, solar)).toEqual(['10.242.0.16/28 Bound', '10.242.0.32/28 Bound'])
    expect(blocksOf(world, coil)).toEqual(['10.242.0.0/28 Bound'])

    // 1. K-079: revoked, and the certificate republished disabled, without a pool.
    expect(verdictOf(world, 'Revoke')).toEqual([
      'step "Revoke" withdraws 4 blocks of 3 clusters: KdcCluster dynamo-prod/coil, KdcCluster photon-prod/moon, KdcCluster photon-prod/solar',
    ])
    world.commit(filesOf('Revoke'))
    expect(blocksOf(world, solar)).toEqual(['10.242.0.16/28 Revoked', '10.242.0.32/28 Revoked'])
    for (const cluster of [solar, moon, coil]) {
      expect(record(world, cluster)).toContain('enabled: "false"')
      expect(record(world, cluster)).not.toContain('IPAddressPool')
    }
    expect(delegationOf(world, solar)).toMatchObject({
      reason: 'Pending',
      message:
        'its pool is migrated from 10.242.0.0/24 to 10.243.0.0/24, step Revoke (1 of 5): nothing is delegated until the last one',
    })

    // 2. K-082: only when the datapath is drained, as facts of afterwards show.
    expect(verdictOf(world, 'Release')).toEqual([
      'step Release is not due: no cluster has told what it has since step Revoke was applied',
    ])
    const mirrors = [
      { address: '10.242.0.17', holder: 'SwitchLBRule old', vpc: 'photon-prod' },
      { address: '10.242.0.17', holder: 'Service photon-prod/slr-old', vpc: 'photon-prod' },
      { address: '10.242.0.17', holder: 'SwitchLBRule other', vpc: 'dynamo-prod' },
    ]
    world.report(seen(world, { mirrors }))
    expect(verdictOf(world, 'Release')).toEqual([
      'step Release is not due: KdcCluster photon-prod/solar: Service photon-prod/slr-old still stands for 10.242.0.17',
      'step Release is not due: KdcCluster photon-prod/solar: SwitchLBRule old still stands for 10.242.0.17',
    ])
    world.report(seen(world))
    expect(verdictOf(world, 'Release')).toEqual([])
    world.commit(filesOf('Release'))
    expect(blocksOf(world, coil)).toEqual(['10.242.0.0/28 Releasing'])
    expect(reservations(world)).toEqual([
      'dynamo-prod-coil-1 Releasing Release',
      'photon-prod-moon-1 Releasing Release',
      'photon-prod-solar-1 Releasing Release',
      'photon-prod-solar-2 Releasing Release',
    ])

    // 3. K-083: the records go, the ranges stay until two reads of OVN-NB are without them.
    expect(verdictOf(world, 'Delete')).toHaveLength(1)
    world.report(seen(world))
    expect(verdictOf(world, 'Delete')).toEqual([])
    world.commit(filesOf('Delete'))
    expect(reservations(world)).toEqual([])
    expect(blocksOf(world, coil)).toEqual(['10.242.0.0/28 Tombstoned'])
    world.report(seen(world))
    expect(blocksOf(world, coil)).toEqual(['10.242.0.0/28 Tombstoned'])

    // 4. K-085: the arena is retired when no block is left in it.
    expect(verdictOf(world, 'Retire')).toEqual([
      'step Retire is not due: KdcCluster dynamo-prod/coil: 10.242.0.0/28 (Tombstoned): nothing proves yet that no Service has a VIP of 10.242.0.0/28',
      'step Retire is not due: KdcCluster photon-prod/moon: 10.242.0.0/28 (Tombstoned): nothing proves yet that no Service has a VIP of 10.242.0.0/28',
      'step Retire is not due: KdcCluster photon-prod/solar: 10.242.0.16/28 (Tombstoned), 10.242.0.32/28 (Tombstoned): nothing proves yet that no Service has a VIP of 10.242.0.16/28, 10.242.0.32/28',
    ])
    world.report(proven(world))
    expect(blocksOf(world, solar)).toEqual([])
    expect(world.state.arenas.get('photon-prod')).toBe('10.242.0.0/24')
    expect(verdictOf(world, 'Retire')).toEqual([])
    world.commit(filesOf('Retire'))
    expect(world.state.arenas).toEqual(new Map())
    expect(world.objects.filter((one) => one.startsWith('AddressArena'))).toEqual([])

    // 5. K-087: VIP_POOL_CIDR and the step come together, when the old arena is gone.
    const arena = 'AddressArena vip-photon-prod'
    const { objects } = seen(world)
    world.report(seen(world, { objects: [...objects, arena] }))
    expect(verdictOf(world, 'Create')).toEqual([`step Create is not due: ${arena} is still there`])
    world.report(seen(world))
    expect(verdictOf(world, 'Create')).toEqual([])
    world.commit(filesOf('Create'))
    expect(blocksOf(world, solar)).toEqual(['10.243.0.16/28 Bound', '10.243.0.32/28 Bound'])
    expect(blocksOf(world, moon)).toEqual(['10.243.0.0/28 Bound'])
    expect(blocksOf(world, coil)).toEqual(['10.243.0.0/28 Bound'])
    expect(world.state.arenas).toEqual(
      new Map([
        ['dynamo-prod', newPool],
        ['photon-prod', newPool],
      ]),
    )
    expect(record(world, solar)).toContain('enabled: "true"')

    // The file may go then.
    expect(world.check({ [migrationPath]: undefined }).report.verdict).toBe('accept')
    world.commit({ [migrationPath]: undefined })
    expect(world.state.migration).toBeUndefined()
    expect(blocksOf(world, moon)).toEqual(['10.243.0.0/28 Bound'])
  })
})
