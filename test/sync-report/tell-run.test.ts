import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPublished } from '../../functions/sync/publish-facts.ts'
import { tellRun } from '../../functions/sync/tell-run.ts'
import type { TellOptions, ToldRun } from '../../functions/sync/told-run.ts'
import { gitMirror } from '../../lib/adapters/git/mirror.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Entry } from '../../lib/domain/ledger/entry.ts'
import { emptyState } from '../../lib/domain/ledger/state.ts'
import type { DatabaseStatus, NorthboundRows } from '../../lib/pipeline/proof/northbound-rows.ts'
import type { RunReport } from '../../lib/pipeline/sync-report/run-report.ts'
import type { Cluster, KubeObject, Listed } from '../../lib/ports/cluster.ts'
import type { Northbound } from '../../lib/ports/northbound.ts'
import { tenant } from '../claims-status/sample.ts'
import { commitFiles, gitIn, newRepository, scratchFolder } from '../git/sandbox.ts'

const scratch = scratchFolder()
const commit = 'a'.repeat(40)
const object = 'OvnEip photon-prod-old'
const tombstone = {
  kind: 'EipClaim',
  name: 'old',
  phase: 'tombstone',
  address: '203.0.113.77',
  releasedAt: 6,
  dropped: [{ object, generation: 7 }],
} as unknown as Entry
const told: ToldRun = {
  run: { commit, objects: [], findings: [] },
  outcome: 'success',
  uid: 'uid-1',
  applied: { commit, generation: 7 },
  state: {
    ...emptyState,
    books: new Map([['photon-prod', new Map([['EipClaim old', tombstone]])]]),
  },
}
const drop = {
  _uuid: ['uuid', 'p'],
  action: 'drop',
  match: 'ip4.dst == 203.0.113.0/24',
}
const rows: NorthboundRows = new Map([
  ['Logical_Router', [{ name: 'photon-prod', policies: ['uuid', 'p'] }]],
  ['Logical_Router_Policy', [drop]],
])

/** A cluster that has the sample tenant, and remembers what was written. */
function clusterOf(failing = new Map<string, Listed>()) {
  const written: KubeObject[] = []
  const items = Object.values(tenant()) as unknown as KubeObject[]
  const put = async (one: KubeObject) => {
    written.push(one)
    return { outcome: 'written', object: one, warnings: [] } as const
  }
  const none = async () => undefined
  const cluster: Cluster = {
    apply: put,
    create: put,
    replace: put,
    get: none,
    list: async ({ apiVersion, kind }) =>
      failing.get(kind) ?? {
        outcome: 'whole',
        revision: '1',
        items: items.filter((one) => one.kind === kind && one.apiVersion === apiVersion),
      },
    remove: async () => ({ outcome: 'gone' }),
  }
  return { cluster, written }
}

const leader: DatabaseStatus = { model: 'standalone', connected: true, leader: true, uuid: 'u' }
const northboundOf = (status = leader): Northbound => ({
  servers: 1,
  connect: async () => [
    {
      endpoint: 'tcp:10.0.0.1:6641',
      status: async () => status,
      rows: async () => rows,
      close: () => undefined,
    },
  ],
})

async function given(name: string, more: Partial<TellOptions> = {}) {
  const work = newRepository(join(scratch, `${name}-work`))
  commitFiles(work, { 'environments/a/x.yaml': 'a: 1\n' })
  const url = join(scratch, `${name}.git`)
  gitIn(scratch, 'clone', '--quiet', '--bare', work, url)
  const repository = await gitMirror({ folder: join(scratch, `${name}-mirror`), url })
  const sent: RunReport[] = []
  let now = 1_764_460_800_000
  const { cluster, written } = clusterOf()
  const options: TellOptions = {
    cluster,
    clock: { now: () => now, pause: async (ms) => void (now += ms) },
    name: 'prod-1',
    repository,
    northbound: northboundOf(),
    send: async (_, report) => void sent.push(report),
    ...more,
  }
  const published = () => readPublished({ repository, cluster: 'prod-1' })
  return { options, sent, written, published }
}

test('a run is told to the claims, to Git and to whoever hosts Netclaim', async () => {
  const { options, sent, written, published } = await given('all')
  const { tip, problems } = await tellRun(told, options)
  expect(problems).toEqual([])
  expect(
    written.filter(({ kind }) => kind !== 'Event').map(({ metadata }) => metadata.name),
  ).toEqual(['main', 'production', 'external', 'web'])
  expect(sent).toMatchObject([
    { cluster: 'prod-1', state: 'success', revision: commit, facts: tip },
  ])
  expect(await published()).toMatchObject({
    tip,
    facts: {
      uid: 'uid-1',
      generation: 7,
      commit,
      proven: [{ address: '203.0.113.77', generation: 7 }],
      drops: [{ vpc: 'photon-prod', cidrs: ['203.0.113.0/24'] }],
    },
  })
})

test('claims that somebody else put there get no status and no event of ours', async () => {
  const { options } = await given('others')
  const { cluster, written } = clusterOf()
  const list: Cluster['list'] = async (kind) => {
    const listed = await cluster.list(kind)
    if (listed.outcome !== 'whole') return listed
    const items = listed.items.map((one) => {
      return { ...one, metadata: { ...one.metadata, labels: {} } }
    })
    return { ...listed, items }
  }
  await tellRun(told, { ...options, cluster: { ...cluster, list } })
  expect(written).toEqual([])
})

test('what cannot be read of OVN-NB proves nothing and opens nothing', async () => {
  const northbound = northboundOf({ ...leader, model: 'relay' })
  const { options, published } = await given('relay', { northbound })
  const { problems } = await tellRun(told, options)
  expect(problems).toEqual([
    'nothing is proven absent: OVN-NB has no leader here (tcp:10.0.0.1:6641: it is a relay)',
  ])
  expect((await published()).facts).toMatchObject({
    proven: [],
    drops: [{ vpc: 'photon-prod', cidrs: [] }],
  })
})

test('a list that fails proves nothing, and keeps what was seen before', async () => {
  const { options, published } = await given('failing')
  await tellRun(told, options)
  const before = (await published()).facts
  const message = '403'
  const { cluster } = clusterOf(new Map([['OvnEip', { outcome: 'failed', message }]]))
  await tellRun(told, { ...options, cluster })
  const after = (await published()).facts
  expect(after?.complete).not.toContain('OvnEip')
  expect(after).toMatchObject({ holders: before?.holders, objects: before?.objects, proven: [] })
})

test('a host that does not answer keeps nothing from Git', async () => {
  const send = async () => {
    throw new OutsideError('no answer', { system: 'report', retryable: true })
  }
  const { options, published } = await given('deaf', { send })
  const { problems, tip } = await tellRun(told, options)
  expect(problems).toEqual(['no answer'])
  expect((await published()).tip).toBe(tip)
})

test('a branch of facts that cannot be read is told of, and no facts are made without it', async () => {
  const { options, sent, written, published } = await given('unreadable')
  await tellRun(told, options)
  const { tip } = await published()
  const statuses = written.length
  const { repository } = options
  const broken = {
    ...(repository as NonNullable<typeof repository>),
    tips: async () => {
      throw new OutsideError('git does not answer', { system: 'git', retryable: true })
    },
  }
  const again = await tellRun(told, { ...options, repository: broken })
  expect(again).toEqual({ problems: ['git does not answer'] })
  expect(written.length).toBeGreaterThan(statuses)
  expect(sent.at(-1)).toMatchObject({
    state: 'success',
    message: '0/0 objects are well; git does not answer',
    details: { problems: ['git does not answer'] },
  })
  expect((await published()).tip).toBe(tip)
})

test('before anything was applied nothing is proven', async () => {
  const { options, published } = await given('early')
  const { applied: _applied, ...early } = told
  await tellRun(early, options)
  const { facts } = await published()
  expect(facts?.proven).toEqual([])
  expect(facts?.generation).toBeUndefined()
})

test('a report names the facts that are new, and no others', async () => {
  const { options, sent } = await given('again')
  const { tip } = await tellRun(told, options)
  const again = await tellRun(told, options)
  expect(again.tip).toBe(tip)
  expect(sent.map(({ facts }) => facts)).toEqual([tip, undefined])
})
