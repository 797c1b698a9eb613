import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planner } from '../../functions/allocate/planner.ts'
import { ownVersion } from '../../functions/cli/package-root.ts'
import { makeState } from '../../functions/make-state.ts'
import { netclaim } from '../cli/fake-terminal.ts'
import { commitFiles, gitIn, newRepository, scratchFolder } from '../git/sandbox.ts'
import { byHand, vpc } from '../import/by-hand.ts'
import { ownObjects } from '../import/live-of.ts'
import { claim, platformFile } from '../plan/files.ts'

const scratch = scratchFolder()

test('a copy of the state counts where what was imported is not rendered', async () => {
  const dump = join(scratch, 'dump.json')
  mkdirSync(scratch, { recursive: true })
  const items = [...ownObjects, ...Object.values(byHand())]
  writeFileSync(dump, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
  await netclaim(['import', '--from', dump, '--out', 'claims'], { cwd: scratch })
  const cwd = join(scratch, 'claims')
  const tip = gitIn(cwd, 'rev-parse', 'netclaim/state')
  gitIn(cwd, 'branch', '--quiet', '-D', 'netclaim/state')
  const ran = await netclaim(['recover', '--observed', dump, '--write'], { cwd })
  expect([ran.code, ran.err]).toEqual([0, ''])
  expect(ran.out).not.toContain('refused')
  expect(gitIn(cwd, 'rev-parse', 'netclaim/state')).toBe(tip)

  const mail = claim('EipClaim', 'mail')
  commitFiles(cwd, { 'environments/photon-prod/more.yaml': mail })
  const added = await netclaim(['allocate'], { cwd })
  expect(added.out).toMatch(/allocated EipClaim photon-prod\/mail 198\.51\.100\.22/)
})

test('a copy of the state counts beside an operator, who makes what is not rendered', async () => {
  const cwd = newRepository(join(scratch, 'operator'))
  commitFiles(cwd, {
    'netclaim.yaml': 'target: operator\n',
    'platform/kmetal.yaml': platformFile(),
    'environments/photon-prod/vpc.yaml': claim('VpcClaim', 'main', '{externalAccess: true}'),
  })
  await makeState(cwd, { planner, engine: ownVersion() })
  const tip = gitIn(cwd, 'rev-parse', 'netclaim/state')
  gitIn(cwd, 'branch', '--quiet', '-D', 'netclaim/state')
  const dump = join(scratch, 'made.json')
  const metadata = { name: 'main', namespace: 'photon-prod' }
  const items = [
    ...ownObjects,
    vpc('photon-prod'),
    { apiVersion: 'network.kmetal.io/v1alpha1', kind: 'VpcClaim', metadata },
  ]
  writeFileSync(dump, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
  const ran = await netclaim(['recover', '--observed', dump, '--write'], { cwd })
  expect([ran.code, ran.err]).toEqual([0, ''])
  expect(gitIn(cwd, 'rev-parse', 'netclaim/state')).toBe(tip)
})
