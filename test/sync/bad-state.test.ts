import { describe, expect, test } from 'vitest'
import { tellSynced } from '../../functions/sync/tell-synced.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import type { RunReport } from '../../lib/pipeline/sync-report/run-report.ts'
import { eip, environment } from '../functions/claims.ts'
import { gitIn, gitWith } from '../git/sandbox.ts'
import { outcomes, type Stage, stages } from './stage.ts'

const open = stages()
const photon = { ...environment('photon'), ...eip('photon', 'web') }
const STATE = 'refs/heads/netclaim/state'

const writes = ({ cluster }: Stage) =>
  cluster.calls.filter((one) => /^(?:apply|create|replace|remove) /.test(one))

/** What a run says about a state that it does not apply; it must not have written anything. */
async function refused(stage: Stage): Promise<string> {
  stage.cluster.calls.length = 0
  const { run } = await stage.sync()
  expect(stateOf(run)).toBe('failure')
  expect(run.objects).toEqual([])
  expect(writes(stage)).toEqual([])
  return run.findings.map(({ rule, message }) => `${rule}: ${message}`).join('\n')
}

interface Commit {
  readonly files: Readonly<Record<string, string | undefined>>
  readonly message?: string
  readonly email?: string
}

/** Puts a commit on top of the state branch, as somebody else would. */
function push({ repo }: Stage, commit: Commit): void {
  const { files, message = 'Allocate for 1: x', email = 'netclaim@localhost' } = commit
  const lines = gitIn(repo.folder, 'ls-tree', '-r', STATE).split('\n')
  const left = lines.filter((line) => !Object.hasOwn(files, line.slice(line.indexOf('\t') + 1)))
  const added = Object.entries(files).flatMap(([path, text]) =>
    text === undefined
      ? []
      : [`100644 blob ${gitWith(repo.folder, text, 'hash-object', '-w', '--stdin')}\t${path}`],
  )
  const tree = treeOf(repo.folder, [...left, ...added])
  const id = gitWith(
    repo.folder,
    `tree ${tree}\nparent ${repo.tip()}\nauthor x <${email}> 1700000000 +0000\ncommitter x <x@y> 1700000000 +0000\n\n${message}\n`,
    'hash-object',
    '-t',
    'commit',
    '-w',
    '--stdin',
  )
  gitIn(repo.folder, 'update-ref', STATE, id)
}

/** Writes nested trees from lines of `ls-tree -r`. */
function treeOf(folder: string, lines: readonly string[]): string {
  const here: string[] = []
  const below = new Map<string, string[]>()
  for (const line of lines) {
    const [head = '', path = ''] = line.split('\t')
    const [first = '', ...rest] = path.split('/')
    if (rest.length === 0) here.push(line)
    else below.set(first, [...(below.get(first) ?? []), `${head}\t${rest.join('/')}`])
  }
  for (const [name, some] of below) here.push(`040000 tree ${treeOf(folder, some)}\t${name}`)
  return gitWith(folder, `${here.join('\n')}\n`, 'mktree')
}

const STATE_FILE = (stage: Stage, generation: number) =>
  gitIn(stage.repo.folder, 'show', `${STATE}:state.yaml`).replace(
    /generation: \d+/,
    `generation: ${generation}`,
  )

describe('a state that is not applied', () => {
  test('is older than the one before', async () => {
    const stage = await open(photon)
    const first = stage.repo.tip()
    await stage.repo.change(eip('photon', 'mail'))
    await stage.sync()
    gitIn(stage.repo.folder, 'update-ref', STATE, first)
    expect(await refused(stage)).toMatch(
      /^sync\/older-state: state \w{12} \(generation 1\) is older than \w{12} \(generation 2\), which was applied$/,
    )
    const { run } = await stage.sync({ accept: first })
    expect(run.findings).toEqual([])
  })

  test('is older than the one that a cluster told of, which has forgotten it since', async () => {
    const stage = await open(photon)
    const clock = { now: () => stage.now, pause: async () => undefined }
    const as = { name: 'one', repository: stage.repo.repository }
    const telling = { ...as, cluster: stage.cluster, clock }
    await tellSynced(await stage.sync(as), telling)
    await stage.repo.allocate()
    const first = stage.repo.tip()
    await stage.repo.change({ ...environment('quark', 101), ...eip('quark', 'web') })
    await tellSynced(await stage.sync(as), telling)
    stage.cluster.objects.delete('Lease netclaim/netclaim-sync')
    gitIn(stage.repo.folder, 'update-ref', STATE, first)
    stage.cluster.calls.length = 0
    const { run } = await stage.sync(as)
    expect(writes(stage)).toEqual([])
    expect(run.findings.map(({ rule }) => rule)).toEqual(['sync/older-state'])
    expect(stage.cluster.find('OvnEip quark-web')).toBeDefined()
    const accepted = await stage.sync({ ...as, accept: first })
    expect(accepted.run.findings).toEqual([])
  })

  test.each([
    ['applied-generation', 'many'],
    ['applied-commit', 'main'],
    ['applied-commit', undefined],
    ['cluster', undefined],
  ])('is not known to be the next one, for %s of the Lease is %s', async (key, text) => {
    const stage = await open(photon)
    await stage.sync()
    const lease = stage.cluster.find('Lease netclaim/netclaim-sync')
    if (lease === undefined) throw new Error('no Lease')
    const { [`netclaim.dev/${key}`]: _, ...rest } = lease.metadata.annotations ?? {}
    const annotations = text === undefined ? rest : { ...rest, [`netclaim.dev/${key}`]: text }
    await stage.cluster.replace({ ...lease, metadata: { ...lease.metadata, annotations } })
    await stage.repo.change(eip('photon', 'mail'))
    stage.cluster.calls.length = 0
    await expect(stage.sync()).rejects.toThrow(
      `the Lease "netclaim/netclaim-sync" does not say in a way that can be read what was applied (netclaim.dev/${key})`,
    )
    expect(writes(stage)).toEqual([])
  })

  test('was rewritten', async () => {
    const stage = await open(photon)
    const first = stage.repo.tip()
    await stage.repo.change(eip('photon', 'mail'))
    await stage.sync()
    gitIn(stage.repo.folder, 'update-ref', STATE, first)
    push(stage, { files: { 'state.yaml': `${STATE_FILE(stage, 7)}\n` } })
    expect(await refused(stage)).toMatch(
      /^sync\/rewritten-state: state \w{12} does not have \w{12}/,
    )
  })

  test('was committed by hand', async () => {
    const stage = await open(photon)
    await stage.sync()
    push(stage, { files: { 'state.yaml': `${STATE_FILE(stage, 2)}\n` }, message: 'fix the vpc' })
    expect(await refused(stage)).toMatch(
      /^sync\/foreign-state: commit \w{12} of the state branch, "fix the vpc", is not one that Netclaim writes$/,
    )
  })

  test('was committed by somebody else, also below a commit of ours', async () => {
    const stage = await open(photon)
    await stage.sync()
    push(stage, { files: { 'state.yaml': `${STATE_FILE(stage, 2)}\n` }, email: 'eve@example.com' })
    push(stage, { files: { 'state.yaml': `${STATE_FILE(stage, 3)}\n` } })
    expect(await refused(stage)).toContain('is by "eve@example.com", who is not Netclaim')
    const { run } = await stage.sync({ authors: ['eve@example.com', 'netclaim@localhost'] })
    expect(run.findings).toEqual([])
  })

  test('is of a commit that main does not have', async () => {
    const stage = await open(photon)
    await stage.repo.change(eip('photon', 'mail'))
    gitIn(stage.repo.folder, 'update-ref', 'refs/heads/main', 'main~1')
    expect(await refused(stage)).toContain('which is not in the history of main')
  })

  test('has a ledger that cannot be read', async () => {
    const stage = await open(photon)
    push(stage, { files: { 'allocations/photon.yaml': 'environment: other\nentries: []\n' } })
    expect(await refused(stage)).toContain('state/unreadable: ')
  })

  const OF_ANOTHER = 'this cluster is "staging", and the state is of "uid-1"'

  test('is of another cluster', async () => {
    const stage = await open(photon)
    await onAnother(stage)
    expect(await refused(stage)).toBe(`sync/foreign-cluster: ${OF_ANOTHER}`)
  })

  test('is of another cluster, whose claims and facts are left alone and which is told to nobody but the host', async () => {
    const stage = await open(photon)
    await onAnother(stage)
    for (const kind of ['EipClaim', 'VpcClaim'])
      stage.cluster.put({
        apiVersion: 'network.kmetal.io/v1alpha1',
        kind,
        metadata: { name: 'theirs', namespace: 'photon' },
        spec: {},
      })
    const synced = await stage.sync()
    stage.cluster.calls.length = 0
    const sent: RunReport[] = []
    const { repository, folder } = stage.repo
    const told = await tellSynced(synced, {
      cluster: stage.cluster,
      clock: { now: () => stage.now, pause: async () => undefined },
      name: 'two',
      repository,
      send: async (_, report) => void sent.push(report),
    })
    expect(stage.cluster.calls).toEqual([])
    expect(told).toEqual({ problems: [] })
    expect(gitIn(folder, 'for-each-ref', 'refs/heads/netclaim/observed/two')).toBe('')
    expect(sent).toMatchObject([{ state: 'failure', message: OF_ANOTHER }])
  })
})

/** Its state is planned for one cluster, and now it meets another one, with nothing in it. */
async function onAnother(stage: Stage): Promise<void> {
  await stage.report(await stage.sync())
  const system = stage.cluster.objects.get('Namespace kube-system')
  if (system === undefined) throw new Error('no kube-system')
  stage.cluster.objects.clear()
  const metadata = { ...system.object.metadata, uid: 'staging' }
  stage.cluster.objects.set('Namespace kube-system', { object: { ...system.object, metadata } })
}

describe('an environment with a strange object', () => {
  const role = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: photon-admin
  labels: { app.kubernetes.io/managed-by: netclaim, netclaim.dev/environment: photon }
  annotations: { netclaim.dev/claim: VpcClaim photon/main }
spec: {}
`
  const subnet = (change: (text: string) => string, stage: Stage) =>
    change(
      gitIn(
        stage.repo.folder,
        'show',
        `${STATE}:rendered/environments/photon/subnetclaim-production.yaml`,
      ),
    )
  test.each<readonly [string, (stage: Stage) => string, string]>([
    ['of a kind that is never rendered', () => role, 'no ClusterRoleBinding of'],
    [
      'without our label',
      (stage) =>
        subnet((text) => text.replaceAll('managed-by: netclaim', 'managed-by: eve'), stage),
      'has no label app.kubernetes.io/managed-by: netclaim',
    ],
    [
      'of another environment',
      (stage) =>
        subnet(
          (text) => text.replaceAll('name: photon-production', 'name: quark-production'),
          stage,
        ),
      'is not one of "photon"',
    ],
    [
      'in another namespace',
      (stage) =>
        subnet((text) => text.replaceAll('namespace: photon', 'namespace: kube-system'), stage),
      'is in namespace "kube-system"',
    ],
    [
      'twice',
      (stage) => subnet((text) => `${text}\n---\n${text}\n`, stage),
      'and in "rendered/environments/photon/subnetclaim-production.yaml"',
    ],
    ['with a status', () => `${role}status: {}\n`, 'Unrecognized key: "status"'],
    ['that is no YAML', () => 'a: [', 'cannot be applied'],
    ['that is no map', () => '- a\n', 'cannot be applied'],
  ])('%s is left as it is, and no other is', async (_, text, message) => {
    const stage = await open({ ...photon, ...environment('quark', 101) })
    push(stage, {
      files: { 'rendered/environments/photon/subnetclaim-production.yaml': `${text(stage)}\n` },
    })
    const synced = await stage.sync()
    const { run } = synced
    expect(run.findings.map((one) => one.message).join('\n')).toContain(message)
    expect(outcomes(synced)['Vpc photon']).toBe('left')
    expect(outcomes(synced)['Vpc quark']).toBe('applied')
    expect(writes(stage).filter((one) => one.includes('photon'))).toEqual([])
    expect(stateOf(run)).toBe('failure')
  })

  test('keeps what it had, too', async () => {
    const stage = await open({ ...photon, ...environment('quark', 101) })
    await stage.sync()
    push(stage, {
      files: {
        'state.yaml': `${STATE_FILE(stage, 2)}\n`,
        'rendered/environments/photon/eipclaim-web.yaml': undefined,
        'rendered/environments/photon/strange.yaml': role,
      },
    })
    const synced = await stage.sync()
    expect(outcomes(synced)['OvnEip photon-web']).toBe('kept')
    expect(stage.cluster.find('OvnEip photon-web')).toBeDefined()
  })
})

describe('a platform with an object of no version of ours', () => {
  const named = (kind: string, name: string) => `apiVersion: ${
    kind === 'CustomResourceDefinition'
      ? 'apiextensions.k8s.io/v1'
      : 'admissionregistration.k8s.io/v1'
  }
kind: ${kind}
metadata:
  name: ${name}
  labels: { app.kubernetes.io/managed-by: netclaim }
  annotations: {}
spec: {}
`
  test.each([
    ['CustomResourceDefinition', 'secrets.example.com'],
    ['ValidatingAdmissionPolicy', 'nobody-does-anything'],
    ['ValidatingAdmissionPolicyBinding', 'nobody-does-anything'],
  ])('%s "%s" is left as it is, and no environment is', async (kind, name) => {
    const stage = await open(photon)
    push(stage, { files: { 'rendered/platform/strange.yaml': named(kind, name) } })
    const { run } = await stage.sync()
    expect(run.findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      `sync/foreign-object: "rendered/platform/strange.yaml" is not as Netclaim renders it: no ${kind} is called "${name}"`,
    ])
    expect(stage.cluster.find(`${kind} ${name}`)).toBeUndefined()
    expect(stateOf(run)).toBe('failure')
  })

  test.each([
    ['CustomResourceDefinition', 'clusterclaims.network.kmetal.io'],
    ['ValidatingAdmissionPolicy', 'netclaim-something-later'],
  ])('is none for %s "%s"', async (kind, name) => {
    const stage = await open(photon)
    push(stage, { files: { 'rendered/platform/later.yaml': named(kind, name) } })
    const { run } = await stage.sync()
    expect(run.findings).toEqual([])
    expect(stage.cluster.find(`${kind} ${name}`)).toBeDefined()
  })
})

test('a refused state leaves the cluster with the one that it had', async () => {
  const stage = await open(photon)
  const { applied } = await stage.sync()
  expect(applied).toEqual({ commit: stage.repo.tip(), generation: 1 })
  push(stage, { files: {}, email: 'eve@example.com', message: 'My own' })
  const again = await stage.sync()
  expect(stateOf(again.run)).toBe('failure')
  expect(again.applied).toEqual(applied)
  expect((await stage.sync({ mode: 'observe' })).applied).toEqual(applied)
})

test('a refused state says nothing in the cluster either', async () => {
  const stage = await open(photon)
  const clock = { now: () => stage.now, pause: async () => undefined }
  const { repository, folder } = stage.repo
  const telling = { cluster: stage.cluster, clock, name: 'one', repository }
  await tellSynced(await stage.sync(), telling)
  const claim = 'EipClaim photon/web'
  const before = stage.cluster.find(claim)?.['status']
  expect(before).toMatchObject({ v4Ip: '198.51.100.21' })
  const ledger = gitIn(folder, 'show', `${STATE}:allocations/photon.yaml`)
  const files = {
    'allocations/photon.yaml': `${ledger.replaceAll('198.51.100.21', '198.51.100.66')}\n`,
  }
  push(stage, { files, email: 'eve@example.com' })
  stage.cluster.calls.length = 0
  const synced = await stage.sync()
  const told = await tellSynced(synced, telling)
  expect(synced.run.findings.map(({ rule }) => rule)).toContain('sync/foreign-state')
  expect(writes(stage)).toEqual([])
  expect(stage.cluster.find(claim)?.['status']).toEqual(before)
  expect(told.problems).toEqual([])
})
