import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planner } from '../../functions/allocate/planner.ts'
import { ownVersion } from '../../functions/cli/package-root.ts'
import { makeState } from '../../functions/make-state.ts'
import { netclaim } from '../cli/fake-terminal.ts'
import { commitFiles, gitIn, newRepository, scratchFolder } from '../git/sandbox.ts'
import { byHand, eip, ovn, vpc } from '../import/by-hand.ts'
import { ownObjects } from '../import/live-of.ts'
import { claim, platformFile } from '../plan/files.ts'

const scratch = scratchFolder()

/** A claims repository of a cluster that somebody made by hand, and what that one has. */
async function imported(
  name: string,
  others: readonly object[] = [],
): Promise<{ readonly cwd: string; readonly dump: string }> {
  const folder = join(scratch, name)
  mkdirSync(folder, { recursive: true })
  const dump = join(folder, 'dump.json')
  const items = [...ownObjects, ...Object.values(byHand()), ...others]
  writeFileSync(dump, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
  await netclaim(['import', '--from', dump, '--out', 'claims'], { cwd: folder })
  return { cwd: join(folder, 'claims'), dump }
}

function going(name: string) {
  return {
    name,
    deletionTimestamp: '2026-11-01T00:00:00Z',
    finalizers: ['kubeovn.io/kube-ovn-controller'],
  }
}

const more = { 'environments/photon-prod/more.yaml': claim('EipClaim', 'mail') }

test('a copy of the state counts where what was imported is not rendered', async () => {
  const { cwd, dump } = await imported('copy')
  const tip = gitIn(cwd, 'rev-parse', 'netclaim/state')
  gitIn(cwd, 'branch', '--quiet', '-D', 'netclaim/state')
  const ran = await netclaim(['recover', '--observed', dump, '--write'], { cwd })
  expect([ran.code, ran.err]).toEqual([0, ''])
  expect(ran.out).not.toContain('refused')
  expect(gitIn(cwd, 'rev-parse', 'netclaim/state')).toBe(tip)
  commitFiles(cwd, more)
  const added = await netclaim(['allocate'], { cwd })
  expect(added.out).toMatch(/allocated EipClaim photon-prod\/mail 198\.51\.100\.22/)
})

test('an object of somebody else is not that of a claim which is refused because of it', async () => {
  const theirs = { vpc: 'photon-prod', protocol: 'IPv4', cidrBlock: '10.9.0.0/24' }
  const { cwd, dump } = await imported('refused', [
    ovn('Subnet', 'photon-prod-theirs', { ...theirs, gateway: '10.9.0.1' }),
    { ...eip('photon-prod-going', '198.51.100.30'), metadata: going('photon-prod-going') },
  ])
  commitFiles(cwd, {
    'environments/photon-prod/theirs.yaml': claim(
      'SubnetClaim',
      'theirs',
      '{cidrBlock: 10.77.0.0/24, gateway: 10.77.0.1, protocol: IPv4, excludeIps: [10.77.0.1]}',
    ),
    'environments/photon-prod/going.yaml': claim('EipClaim', 'going', '{v4Ip: 198.51.100.20}'),
  })
  await netclaim(['allocate'], { cwd })
  const book = gitIn(cwd, 'show', 'netclaim/state:allocations/photon-prod.yaml')
  expect(book.match(/phase: rejected/g)).toHaveLength(2)
  const tip = gitIn(cwd, 'rev-parse', 'netclaim/state')
  gitIn(cwd, 'branch', '--quiet', '-D', 'netclaim/state')
  const ran = await netclaim(['recover', '--observed', dump, '--write'], { cwd })
  expect(ran.out).not.toContain('refused:')
  expect([ran.code, ran.err]).toEqual([0, ''])
  expect(gitIn(cwd, 'rev-parse', 'netclaim/state')).toBe(tip)
})

test('nor is it where only the copy tells: a claim that it refuses has nothing in the cluster', async () => {
  const { cwd, dump } = await imported('nothing', [
    { ...vpc('handmade'), metadata: going('handmade') },
  ])
  commitFiles(cwd, {
    'environments/handmade/main.yaml': claim(
      'VpcClaim',
      'main',
      '{providerNetworkRef: {name: nonesuch}}',
    ),
  })
  await netclaim(['allocate'], { cwd })
  const tip = gitIn(cwd, 'rev-parse', 'netclaim/state')
  expect(gitIn(cwd, 'show', `${tip}:allocations/handmade.yaml`)).toContain('phase: rejected')
  gitIn(cwd, 'branch', '--quiet', '-D', 'netclaim/state')
  const ran = await netclaim(['recover', '--observed', dump, '--write'], { cwd })
  expect([ran.code, ran.err]).toEqual([0, ''])
  expect(ran.out).not.toContain('refused:')
  expect(gitIn(cwd, 'rev-parse', 'netclaim/state')).toBe(tip)
})

test('the ledger that was imported is such a copy, and what came after it is planned again', async () => {
  const { cwd, dump } = await imported('first')
  const first = gitIn(cwd, 'rev-list', '--max-parents=0', 'netclaim/state')
  gitIn(cwd, 'update-ref', 'refs/heads/netclaim/state', first)
  gitIn(cwd, 'reflog', 'expire', '--expire=now', '--all')
  gitIn(cwd, 'gc', '--quiet', '--prune=now')
  commitFiles(cwd, more)
  const ran = await netclaim(['recover', '--observed', dump, '--write'], { cwd })
  expect([ran.code, ran.err]).toEqual([0, ''])
  const book = gitIn(cwd, 'show', 'netclaim/state:allocations/photon-prod.yaml')
  expect(book.match(/imported: true/g)).toHaveLength(4)
  const rendered = gitIn(
    cwd,
    'ls-tree',
    '--name-only',
    'netclaim/state',
    'rendered/environments/photon-prod/',
  )
  expect(rendered).toContain('eipclaim-mail.yaml')
  expect(rendered).not.toContain('eipclaim-web.yaml')
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
