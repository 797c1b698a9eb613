import { describe, expect, test } from 'vitest'
import { gitSource } from '../../functions/sync/git-source.ts'
import { type StateReader, stateReader } from '../../functions/sync/state-reader.ts'
import type { Fetched, StateSource } from '../../functions/sync/state-source.ts'
import { createSync } from '../../functions/sync.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import { eip, environment } from '../functions/claims.ts'
import { kubeOvn } from './kube-ovn.ts'
import { MemoryCluster } from './memory-cluster.ts'
import { onNetwork, outcomes, stages } from './stage.ts'

const open = stages()
const files = { ...environment('photon'), ...eip('photon', 'web') }
const { repo } = await open(files)
const first = await gitSource(repo.repository, { main: 'main' }).latest(undefined)
const last = withoutPhoton(first)

/** The same with a ledger by which everything of one environment is to go. */
function withoutPhoton(fetched: Fetched): Fetched {
  const texts = new Map(
    [...fetched.texts].filter(
      ([path]) => !/^(?:rendered\/environments\/photon|allocations)\//.test(path),
    ),
  )
  const gone = [...fetched.texts]
    .filter(([path]) => path.startsWith('rendered/environments/photon/'))
    .flatMap(([, text]) => [
      ...text.matchAll(/^kind: (\w+)\nmetadata:\n {2}name: (.+)\n(?: {2}namespace: (.+)\n)?/gm),
    ])
    .map(
      ([, kind, name, namespace]) =>
        `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`,
    )
  const dropped = gone
    .map((object) => `      - object: ${object}\n        generation: 2\n`)
    .join('')
  texts.set(
    'allocations/photon.yaml',
    `environment: photon\nentries:\n  - claim: VpcClaim main\n    phase: tombstone\n    spec: {}\n    dropped:\n${dropped}`,
  )
  const candidate = {
    ...fetched.candidate,
    commit: 'f'.repeat(40),
    generation: 2,
    appliedIsAncestor: true,
  }
  return { ...fetched, candidate, texts }
}

const readers = new Map<Fetched, StateReader>()

/** Each state is read once for all runs. */
function readerOf(fetched: Fetched): StateReader {
  const reader = readers.get(fetched) ?? stateReader()
  readers.set(fetched, reader)
  return reader
}

function syncTo(cluster: MemoryCluster, fetched: Fetched) {
  const source: StateSource = { latest: async () => fetched }
  let now = 1_800_000_000_000
  const clock = {
    now: () => now,
    pause: async (milliseconds: number) => {
      now += milliseconds
    },
  }
  return createSync({
    cluster,
    clock,
    source,
    identity: 'one',
    waitMs: 5_000,
    read: readerOf(fetched),
  })()
}

/** Everything that the cluster holds and a person would see. */
function picture(cluster: MemoryCluster): string {
  return JSON.stringify(
    cluster.ids().map((id) => {
      const { spec, metadata } = cluster.find(id) as {
        spec?: unknown
        metadata: { labels?: object }
      }
      return id.startsWith('Lease') ? id : [id, spec, metadata.labels]
    }),
  )
}

async function from(fetched?: Fetched): Promise<MemoryCluster> {
  const cluster = new MemoryCluster(kubeOvn)
  if (fetched !== undefined) await syncTo(cluster, fetched)
  cluster.calls.length = 0
  return cluster
}

describe.each([
  ['a first sync', undefined, first],
  ['the removal of an environment', first, last],
] as const)('%s', (_, before, after) => {
  test('stopped before any of its calls and run again ends at the same', async () => {
    const ground = await from(before)
    const undisturbed = ground.clone()
    const well = await syncTo(undisturbed, after)
    expect(stateOf(well.run)).toBe('success')
    const count = undisturbed.calls.length
    expect(count).toBeGreaterThan(20)
    for (let n = 0; n < count; n += 1) {
      const cluster = ground.clone()
      cluster.before = () => {
        if (cluster.calls.length >= n) throw new Error('killed')
      }
      await expect(syncTo(cluster, after), `call ${n}`).rejects.toThrow('killed')
      cluster.before = () => undefined
      expect(stateOf((await syncTo(cluster, after)).run), `after call ${n}`).toBe('success')
      expect(picture(cluster), `after call ${n}`).toBe(picture(undisturbed))
    }
  })

  test('with any one of its calls unanswered tells so, removes nothing else, and ends at the same', async () => {
    const ground = await from(before)
    const undisturbed = ground.clone()
    await syncTo(undisturbed, after)
    const count = undisturbed.calls.length
    const gone = new Set(undisturbed.calls.filter((call) => call.startsWith('remove ')))
    for (let n = 0; n < count; n += 1) {
      const cluster = ground.clone()
      let calls = 0
      cluster.before = () => {
        calls += 1
        if (calls === n + 1)
          throw new OutsideError('no answer', { system: 'kubernetes', retryable: true })
      }
      await syncTo(cluster, after).then(
        ({ run }) => expect(['failure', 'pending', 'success']).toContain(stateOf(run)),
        (error: unknown) => expect(error).toBeInstanceOf(OutsideError),
      )
      cluster.before = () => undefined
      expect(stateOf((await syncTo(cluster, after)).run), `after call ${n}`).toBe('success')
      expect(picture(cluster), `after call ${n}`).toBe(picture(undisturbed))
      const strays = cluster.calls.filter((call) => call.startsWith('remove ') && !gone.has(call))
      expect(strays).toEqual([])
    }
  })
})

test('an environment goes in waves, each only when the one before is gone', async () => {
  const cluster = await from(first)
  const result = await syncTo(cluster, last)
  const removed = cluster.calls.filter((one) => one.startsWith('remove '))
  expect(onNetwork(removed)).toEqual([
    'remove OvnSnatRule photon-production',
    'remove NetworkAttachmentDefinition photon/production-net',
    'remove Subnet photon-production',
    'remove OvnEip photon-web',
    'remove Vpc photon',
    'remove OvnEip photon-ext-a',
  ])
  expect(outcomes(result)['Vpc photon']).toBe('removed')
  expect(cluster.ids().filter((id) => id.includes('photon'))).toEqual([])
})

test('what terminates and does not go keeps back what comes after it', async () => {
  const cluster = await from(first)
  const rule = cluster.find('OvnSnatRule photon-production')
  if (rule === undefined) throw new Error('no rule')
  const stuck = new MemoryCluster((object, all) =>
    object.kind === 'OvnSnatRule' ? object : kubeOvn(object, all),
  )
  stuck.objects.clear()
  for (const [id, one] of cluster.objects) stuck.objects.set(id, one)
  const result = await syncTo(stuck, last)
  expect(stateOf(result.run)).toBe('pending')
  expect(outcomes(result)).toMatchObject({
    'OvnSnatRule photon-production': 'removing',
    'Subnet photon-production': 'to-remove',
    'Vpc photon': 'to-remove',
  })
  expect(result.run.objects.find(({ id }) => id === 'Vpc photon')?.message).toBe(
    'OvnSnatRule photon-production must be gone first',
  )
})
