import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { planner } from '../../functions/allocate/planner.ts'
import { ownVersion } from '../../functions/cli/package-root.ts'
import { makeState } from '../../functions/make-state.ts'
import { systemClock } from '../../functions/system-clock.ts'
import { kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import { syncKinds } from '../../lib/pipeline/sync/sync-kinds.ts'
import { hasApiServer, networkCrds, startApiServer } from '../cluster/real-api-server.ts'
import { commitFiles, newRepository } from '../git/sandbox.ts'
import { generate } from './generate.ts'
import { lastWords, ticksIn } from './last-words.ts'
import type { Row } from './row.ts'

/** Of which some ten thousand objects are rendered. */
const CLAIMS = 3_900
const ROUNDS = 5
/** Rounds until claims are told what the first has seen. */
const TOLD = 2
const GOAL = 20

/**
 * `netclaim sync` against a real API server, in one process that goes on as `deploy/sync` runs it, and in a new one each
 * time as a schedule would: the first round, which applies everything, and those that find nothing to do. What counts is
 * the processor time of all that takes part. Nothing where no API server is at hand.
 */
export async function syncBench(): Promise<readonly Row[]> {
  if (!hasApiServer) return []
  const folder = mkdtempSync(join(tmpdir(), 'netclaim-sync-bench-'))
  const api = await startApiServer(networkCrds)
  try {
    execFileSync(process.execPath, ['functions/cli/bundle.mjs', join(folder, 'dist')])
    const repo = await claimsIn(join(folder, 'claims'), api.kubeconfig)
    const peers = ['etcd', 'kube-apiserver'].flatMap((name) => api.pids[name] ?? [])
    const target = ['--repo', repo, '--kubeconfig', api.kubeconfig, '--cluster', 'bench']
    const args = [join(folder, 'dist/netclaim.js'), 'sync', ...target, '--wait', '1s', '--quiet']
    const [first, again] = await inOneProcess(args, peers)
    const anew = middle(Array.from({ length: ROUNDS }, () => inNewProcess(args, peers, folder)))
    const name = `sync: ${await objectsIn(api.kubeconfig)} objects, nothing to do, against the first`
    const against = { peer: first, unit: 'ms of processor time' }
    return [
      {
        name: `${name}, in a process that goes on`,
        ours: again,
        ...against,
        ratio: first / again,
        goal: `>= ${GOAL} times less`,
        met: first / again >= GOAL,
      },
      { name: `${name}, in a new process`, ours: anew, ...against, ratio: first / anew },
    ]
  } finally {
    await api.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Milliseconds of its first round, from its start, and of one of those that find nothing to do. */
async function inOneProcess(
  args: readonly string[],
  peers: readonly number[],
): Promise<readonly [number, number]> {
  const sync = spawn(process.execPath, [...args, '--format', 'json', '--every', '1s'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const own = `/proc/${sync.pid}/stat`
    const before = ticksOf(peers)
    const ends: number[] = []
    // A line of JSON tells that a round has ended.
    for await (const _ of createInterface({ input: sync.stdout })) {
      ends.push(10 * (ticksIn(own) + ticksOf(peers) - before))
      if (ends.length === TOLD + ROUNDS) break
    }
    const [first = Number.NaN] = ends
    const told = ends[TOLD - 1] ?? Number.NaN
    return [first, ((ends.at(-1) ?? Number.NaN) - told) / ROUNDS]
  } finally {
    sync.kill()
  }
}

/** Milliseconds of a round that finds nothing to do, with the start and the end of its process. */
function inNewProcess(args: readonly string[], peers: readonly number[], folder: string): number {
  const told = join(folder, 'cpu')
  const before = ticksOf(peers)
  execFileSync(process.execPath, [...lastWords(told, ['stat']), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return 10 * (ticksIn(`${told}.stat`) + ticksOf(peers) - before)
}

/** A claims repository with its state, whose namespaces the cluster has. */
async function claimsIn(folder: string, kubeconfig: string): Promise<string> {
  const tree = generate(CLAIMS)
  newRepository(folder)
  const files = [...tree].flatMap(([path, entry]) =>
    entry.kind === 'text' ? [[path, entry.text] as const] : [],
  )
  commitFiles(folder, Object.fromEntries(files))
  await makeState(folder, { planner, engine: ownVersion() })
  const access = await kubeconfigAccess(systemClock, { file: kubeconfig })
  const cluster = kubernetesCluster({ access, clock: systemClock })
  const names = new Set(['netclaim', 'kmetal-metallb'])
  for (const [path] of files) {
    const [top, name = ''] = path.split('/')
    if (top === 'environments') names.add(name)
  }
  await Promise.all(
    [...names].map((name) =>
      cluster.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }),
    ),
  )
  await cluster.close()
  return folder
}

function ticksOf(pids: readonly number[]): number {
  return sum(pids.map((pid) => ticksIn(`/proc/${pid}/stat`)))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

function middle(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

async function objectsIn(kubeconfig: string): Promise<number> {
  const access = await kubeconfigAccess(systemClock, { file: kubeconfig })
  const cluster = kubernetesCluster({ access, clock: systemClock })
  let count = 0
  for (const { apiVersion, kind } of syncKinds) {
    const list = await cluster.list(
      { apiVersion, kind },
      { labels: 'app.kubernetes.io/managed-by=netclaim' },
    )
    if (list.outcome === 'whole') count += list.items.length
  }
  await cluster.close()
  return count
}
