import { expect, test } from 'vitest'
import { isUnheard } from '../../functions/allocate/unheard.ts'
import { readFacts } from '../../lib/pipeline/facts/read-facts.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { netclaim } from '../cli/fake-terminal.ts'
import { eip, environment } from '../functions/claims.ts'
import { gitIn } from '../git/sandbox.ts'
import { STATE } from '../sync/claims-repository.ts'
import { kubeOvn } from '../sync/kube-ovn.ts'
import { MemoryCluster } from '../sync/memory-cluster.ts'
import { type Stage, stageOf, stages } from '../sync/stage.ts'

const stage = stages()
const mail = eip('photon', 'mail')
const [path = ''] = Object.keys(mail)

/** Where mail was given back, and is not proven gone. */
async function lived(): Promise<Stage> {
  const on = await stage({
    'netclaim.yaml': 'proof: ovn\n',
    ...environment('photon'),
    ...eip('photon', 'web'),
    ...mail,
  })
  await settle(on)
  await on.repo.change({ [path]: undefined })
  await settle(on)
  return on
}

async function settle(on: Stage): Promise<void> {
  for (let round = 0; round < 3; round += 1) await on.report(await on.sync())
}

/** A cluster that was built anew, beside the same repository. */
function anew({ repo }: Stage): Stage {
  const cluster = new MemoryCluster(kubeOvn)
  const system = cluster.find('Namespace kube-system')
  if (system === undefined) throw new Error('no kube-system')
  const object = { ...system, metadata: { ...system.metadata, uid: 'uid-anew' } }
  cluster.objects.set('Namespace kube-system', { object })
  return stageOf(repo, cluster)
}

const stateOf = async ({ repo }: Stage) =>
  readState(await repo.repository.readState(repo.tip()), 'whole').value
const rendered = ({ repo: { folder } }: Stage) => gitIn(folder, 'ls-tree', '-r', STATE, 'rendered')
const phaseOf = async (on: Stage) =>
  (await stateOf(on)).books.get('photon')?.get('EipClaim mail')?.phase
const run = (on: Stage, ...args: readonly string[]) => netclaim(args, { cwd: on.repo.folder })

test('a cluster that is lost for good holds nothing: the next one gets every claim at its address', async () => {
  const on = await lived()
  const before = rendered(on)
  const { cluster: uid = '' } = await stateOf(on)
  expect(await phaseOf(on)).toBe('tombstone')
  const next = anew(on)
  const refused = (await next.sync()).run.findings.map(({ rule }) => rule)
  expect(refused).toEqual(['sync/foreign-cluster'])

  const gone = ['recover', '--cluster-gone', uid, '--write']
  const told = await run(on, ...gone)
  expect([told.code, told.err]).toEqual([
    2,
    expect.stringContaining('netclaim/observed/one tells of that cluster: delete the branch'),
  ])
  gitIn(on.repo.folder, 'branch', '--quiet', '-D', 'netclaim/observed/one')
  const tip = on.repo.tip()
  const objects = gitIn(on.repo.folder, 'count-objects', '-v')
  expect((await run(on, ...gone.slice(0, -1))).out).toContain('--write sets it')
  expect(on.repo.tip()).toBe(tip)
  expect(gitIn(on.repo.folder, 'count-objects', '-v')).toBe(objects)
  expect((await run(on, ...gone)).code).toBe(0)
  expect((await stateOf(on)).cluster).toBeUndefined()
  expect(await phaseOf(on)).toBe('tombstone')
  expect((await run(on, 'allocate', '--never-applied')).code).toBe(0)
  expect(await phaseOf(on)).toBeUndefined()

  await settle(next)
  expect((await stateOf(next)).cluster).toBe('uid-anew')
  expect(rendered(next)).toBe(before)
  // The lowest one is free by then, and it keeps its own.
  expect(next.cluster.find('OvnEip photon-web')?.['status']).toMatchObject({
    v4Ip: '198.51.100.22',
  })
  const again = await next.sync()
  expect(new Set(again.run.objects.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']))
})

test('one that comes back with its keys after it was given up is neither applied to nor heard', async () => {
  const on = await lived()
  const { cluster: uid = '' } = await stateOf(on)
  const told = gitIn(on.repo.folder, 'rev-parse', 'netclaim/observed/one')
  gitIn(on.repo.folder, 'branch', '--quiet', '-D', 'netclaim/observed/one')
  expect((await run(on, 'recover', '--cluster-gone', uid, '--write')).code).toBe(0)
  expect((await stateOf(on)).gone).toEqual([uid])

  const refused = async () =>
    (await on.sync()).run.findings.map(({ rule, message }) => `${rule}: ${message}`)
  const given = `sync/foreign-cluster: this cluster is "${uid}", which netclaim recover --cluster-gone gave up`
  expect(await refused()).toEqual([given])
  gitIn(on.repo.folder, 'branch', 'netclaim/observed/one', told)
  await on.repo.allocate()
  expect((await stateOf(on)).cluster).toBeUndefined()
  gitIn(on.repo.folder, 'branch', '--quiet', '-D', 'netclaim/observed/one')

  // Its own Lease says that it was applied to, which lets a cluster from a backup in.
  await settle(anew(on))
  expect((await stateOf(on)).cluster).toBe('uid-anew')
  expect(await refused()).toEqual([given])
  // What is pushed of it in place of what the next one tells is no news.
  const tip = on.repo.tip()
  gitIn(on.repo.folder, 'branch', '--force', 'netclaim/observed/one', told)
  await on.repo.allocate()
  expect(on.repo.tip()).toBe(tip)
})

test('facts of one that was given up are not used beside those of the next one, and hinder nothing', async () => {
  const on = await lived()
  const { cluster: uid = '' } = await stateOf(on)
  const told = gitIn(on.repo.folder, 'rev-parse', 'netclaim/observed/one')
  gitIn(on.repo.folder, 'branch', '--quiet', '-D', 'netclaim/observed/one')
  expect((await run(on, 'recover', '--cluster-gone', uid, '--write')).code).toBe(0)
  expect((await run(on, 'allocate', '--never-applied')).code).toBe(0)
  // It has its key, and what it told last lies there: an OvnEip of mail, which is nobody's by now.
  gitIn(on.repo.folder, 'branch', 'netclaim/observed/old', told)
  const next = anew(on)
  await settle(next)
  const state = await stateOf(next)
  expect(state.cluster).toBe('uid-anew')
  const [web] = Object.keys(eip('photon', 'web'))
  await next.repo.change({
    'netclaim.yaml': 'proof: api\n',
    [web ?? '']: undefined,
    ...eip('photon', 'shop'),
  })
  await settle(next)
  await settle(next)
  const book = (await stateOf(next)).books.get('photon')
  expect(
    [...(book?.values() ?? [])].map(({ name, phase, address }) => [name, phase, address]),
  ).toEqual([
    ['external', 'held', '198.51.100.20'],
    ['shop', 'held', '198.51.100.21'],
    ['production', 'held', undefined],
    ['main', 'held', undefined],
  ])
  const again = await run(next, 'allocate')
  expect([again.code, again.out]).toEqual([
    0,
    expect.stringContaining(
      'observed/old.yaml:1:1: warning[facts/foreign-cluster]: facts are of cluster uid-1, which netclaim recover --cluster-gone gave up: they are not used',
    ),
  ])
  expect(again.out).toContain('0 state commits made')
  const stuck = await run(next, 'stuck')
  expect([stuck.code, stuck.err]).toEqual([0, ''])
})

test('one that was given up too early is the one again with the commit before', async () => {
  const on = await lived()
  const { cluster: uid = '' } = await stateOf(on)
  gitIn(on.repo.folder, 'branch', '--quiet', '-D', 'netclaim/observed/one')
  const { code } = await run(on, 'recover', '--cluster-gone', uid, '--write')
  expect([code, (await on.sync()).refused]).toEqual([0, true])
  gitIn(on.repo.folder, 'branch', '--quiet', '--force', STATE, `${STATE}~1`)
  const { run: next } = await on.sync()
  expect([next.findings, new Set(next.objects.map(({ outcome }) => outcome))]).toEqual([
    [],
    new Set(['unchanged']),
  ])
})

test('what is said of a cluster is said by its uid, and of no other', async () => {
  const on = await lived()
  const { code, err } = await run(on, 'recover', '--cluster-gone', 'another', '--write')
  expect([code, err]).toEqual([
    2,
    expect.stringMatching(/the state is that of cluster uid-1, not of another/),
  ])
  const both = await run(on, 'recover', '--cluster-gone', 'x', '--from', 'none')
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('exclude each other')])
})

test('what cannot be read beside a cluster that was given up is told, as it may be the next one’s', () => {
  const gone = ['11111111-2222-3333-4444-555555555555']
  const theirs = `apiVersion: netclaim.dev/v1alpha1\nkind: Facts\nuid: ${gone[0]}\n`
  const unheard = (files: Readonly<Record<string, string>>) =>
    isUnheard(readFacts(new Map(Object.entries(files)), gone), { gone })
  expect(unheard({ 'observed/old.yaml': theirs })).toBe(true)
  expect(unheard({ 'observed/new.yaml': 'kind: [' })).toBe(false)
  expect(unheard({ 'observed/new.yaml': 'kind: [', 'observed/old.yaml': theirs })).toBe(false)
})
