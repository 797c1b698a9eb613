import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../git/sandbox.ts'
import { migrationFile } from '../vip/migration-file.ts'
import { liveCluster, vipConfig } from '../vip/vip-files.ts'
import { ClaimsHistory } from './claims-history.ts'

const scratch = scratchFolder()

function facts(generation: number, more = ''): string {
  return `apiVersion: netclaim.dev/v1alpha1
kind: Facts
uid: 11111111-2222-3333-4444-555555555555
generation: ${generation}
complete: [Service, SwitchLBRule, AddressReservation, AddressArena, KdcCluster, Cluster]
clusters: [example/solar]
${more}`
}

test('netclaim explain leads through a migration in a repository', async () => {
  const history = await ClaimsHistory.begin(join(scratch, 'explain'), {
    'environments/example/solar.yaml': liveCluster('solar'),
    ...vipConfig(),
  })
  const nothing = await history.run('explain', 'to-10-243')
  expect(nothing.code).toBe(2)
  expect(nothing.err).toContain('there is no rule and no VipPoolMigration "to-10-243"')
  history.commit(migrationFile('Revoke'), 'Revoke', { day: '03-01' })
  await history.out('allocate')
  history.observe(facts(2), { day: '03-02' })
  await history.out('allocate')
  expect(await history.out('explain', 'to-10-243')).toContain(
    'In the way of Release\n  KdcCluster example/solar  nobody has told what its Services have\n',
  )
  history.observe(facts(2, 'tenants: [example/solar]\n'), { day: '03-03' })
  await history.out('allocate')
  const text = await history.out('explain', 'VipPoolMigration')
  expect(text).toContain(
    'Next, in one pull request\n  platform/to-10-243.yaml:8:9 write step: Release\n',
  )
  expect(await history.out('explain', 'to-10-243')).toBe(text)
  const json = await history.out('explain', 'to-10-243', '--format', 'json')
  expect(JSON.parse(json)).toMatchObject({
    version: 1,
    migration: { next: 'Release', obstacles: [], edits: [{ text: 'step: Release' }] },
  })
  const elsewhere = await history.run('explain', 'to-10-244', '--repo', '.')
  expect(elsewhere.err).toContain('there is no rule and no VipPoolMigration "to-10-244"')
})
