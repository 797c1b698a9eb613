import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { planner } from '../../functions/allocate/planner.ts'
import { ownVersion } from '../../functions/cli/package-root.ts'
import { makeState } from '../../functions/make-state.ts'
import { systemClock } from '../../functions/system-clock.ts'
import { kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import { syncKinds } from '../../lib/pipeline/sync/sync-kinds.ts'
import { hasApiServer, startApiServer } from '../cluster/real-api-server.ts'
import { commitFiles, newRepository } from '../git/sandbox.ts'
import { generate } from './generate.ts'
import type { Row } from './row.ts'

/** Of which some ten thousand objects are rendered. */
const CLAIMS = 3_900
const ROUNDS = 5
const GOAL = 20
const CRDS = ['kube-ovn-v1.16', 'metallb-v0.16', 'network-attachment-definition'].map(
  (name) => `--crds=${resolve(import.meta.dirname, `../../../shared/crds/${name}.yaml`)}`,
)

/**
 * `netclaim sync` as a process of its own against a real API server: the first, which applies everything, and those that
 * find nothing to do. What counts is the processor time of all that takes part. Nothing where no API server is at hand.
 */
export async function syncBench(): Promise<readonly Row[]> {
  if (!hasApiServer) return []
  const folder = mkdtempSync(join(tmpdir(), 'netclaim-sync-bench-'))
  const api = await startApiServer(CRDS)
  try {
    execFileSync(process.execPath, ['functions/cli/bundle.mjs', join(folder, 'dist')])
    const repo = await claimsIn(join(folder, 'claims'), api.kubeconfig)
    const peers = ['etcd', 'kube-apiserver'].flatMap((name) => api.pids[name] ?? [])
    const told = join(folder, 'cpu')
    const node = ['--import', lastWords(told), join(folder, 'dist/netclaim.js')]
    const command = ['sync', '--repo', repo, '--kubeconfig', api.kubeconfig]
    const args = [...node, ...command, '--cluster', 'bench', '--wait', '1s', '--quiet']
    const run = () => {
      const before = sum(peers.map((pid) => ticksIn(`/proc/${pid}/stat`)))
      execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
      const ours = ticksIn(told)
      return 10 * (ours + sum(peers.map((pid) => ticksIn(`/proc/${pid}/stat`))) - before)
    }
    const first = run()
    // Claims are told of what the first run has seen.
    run()
    const idle = middle(Array.from({ length: ROUNDS }, run))
    return [
      {
        name: `sync: ${await objectsIn(api.kubeconfig)} objects, a process that finds nothing to do, against the first`,
        ours: idle,
        peer: first,
        unit: 'ms of processor time',
        ratio: first / idle,
        goal: `>= ${GOAL} times less`,
        met: first / idle >= GOAL,
      },
    ]
  } finally {
    await api.stop()
    rmSync(folder, { recursive: true, force: true })
  }
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

/** Has a process write down its `stat` when it ends: what it took itself, and those that it waited for. */
function lastWords(file: string): string {
  const code = `import fs from 'node:fs'; process.on('exit', () => fs.writeFileSync(${JSON.stringify(file)}, fs.readFileSync('/proc/self/stat')))`
  return `data:text/javascript,${encodeURIComponent(code)}`
}

/** Hundredths of a second of user and system time, with that of children that have ended (proc(5)). */
function ticksIn(stat: string): number {
  const fields = readFileSync(stat, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return sum(fields.slice(11, 15).map(Number))
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
