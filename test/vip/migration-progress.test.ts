import { describe, expect, test } from 'vitest'
import { viewFacts } from '../../lib/domain/ledger/facts-view.ts'
import { progressOf } from '../../lib/pipeline/migration-progress.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import { migrationText } from '../../lib/summary/migration-text.ts'
import type { World } from '../plan/world.ts'
import { delegated, filesOf, inStep, seen } from './migrating.ts'
import { migrationPath } from './migration-file.ts'

function told(world: World): string {
  const inputs = readTree(world.main).value
  const progress = progressOf(inputs, world.state, viewFacts(world.facts))
  return progress === undefined ? 'none' : migrationText(progress)
}

describe('K-088 what is told of a migration', () => {
  test('is nothing where there is none', () => {
    expect(told(delegated())).toBe('none')
  })

  test('is which steps are taken, what stands in the way of the next in each cluster, and the next edit', () => {
    const world = inStep('Revoke')
    const mirrors = [{ address: '10.242.0.20', holder: 'SwitchLBRule old', vpc: 'photon-prod' }]
    world.report(seen(world, { mirrors, tenants: ['photon-prod/solar', 'photon-prod/moon'] }))
    expect(told(world)).toBe(`VipPoolMigration to-10-243: 10.242.0.0/24 → 10.243.0.0/24
  1.  Revoke   taken  revoke every delegation, and see that no mirror and no SwitchLBRule of a cluster is left
  2.  Release  next   set spec.disposition: Release on every old AddressReservation
  3.  Delete          delete the released AddressReservations, so that a rebuild brings no old claim back
  4.  Retire          retire the old AddressArena
  5.  Create          create and authorize new blocks out of the new pool

In the way of Release
  KdcCluster dynamo-prod/coil  nobody has told what its Services have
    next: let the sync reach the cluster, or leave out its project by network.kube-dc.com/address-reservation: disabled on its Namespace until the migration is over
  KdcCluster photon-prod/solar  SwitchLBRule old still stands for 10.242.0.20
    next: netclaim sync takes away what it made; what somebody else made a person deletes

Next, in one pull request, when nothing is in the way any more
  platform/to-10-243.yaml:8:9 write step: Release
`)
  })

  test('is that a step is merged and waits', () => {
    const world = inStep('Revoke')
    world.report(seen(world, { tenants: [] }))
    world.commit(filesOf('Release'))
    const text = told(world)
    expect(text).toContain('  2.  Release  merged, not due yet  set')
    expect(text).toContain(
      '  nothing to write: the next plan takes Release, when nothing is in the way any more\n',
    )
  })

  test('is both edits of the last step, and then the file that may go', () => {
    const world = inStep('Retire')
    expect(told(world)).toContain(`Next, in one pull request
  platform/to-10-243.yaml:8:9 write step: Create
  platform/cluster-config.env:2:15 write VIP_POOL_CIDR=10.243.0.0/24
`)
    world.commit(filesOf('Create'))
    expect(told(world)).toContain('Next\n  it is over: remove platform/to-10-243.yaml\n')
  })

  test('is what to put back where its file is gone', () => {
    const world = inStep('Release')
    world.commit({ [migrationPath]: undefined })
    expect(told(world)).toContain(
      '  platform/ write a VipPoolMigration with from: 10.242.0.0/24, to: 10.243.0.0/24, step: Release\n',
    )
  })
})
