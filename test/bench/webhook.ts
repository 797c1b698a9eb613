import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { env, SECRET } from '../app/environment.ts'
import { deliverMany, type Load } from './load.ts'
import type { Row } from './row.ts'
import { bundleWorker, startWorkerd } from './workerd-server.ts'

const CONNECTIONS = 16
const COUNT = 20_000

/** Webhooks verified, reduced to jobs and queued, over loopback. Takes some thirty seconds. */
export async function webhookBench(): Promise<readonly Row[]> {
  const node = await onNode()
  const { load, startMs } = await onWorkerd(bundleWorker)
  const bare = await onWorkerd((folder) =>
    copyFileSync(new URL('bare-worker.js', import.meta.url), join(folder, 'worker.js')),
  )
  return [
    ...rowsOf('Node', node, { perSecond: 5_000, p99: 25 }),
    ...rowsOf('workerd', load, { perSecond: 4_000, p99: 25, peer: bare.load.perSecond }),
    { name: 'start of workerd with the Worker, until it listens', ours: startMs, unit: 'ms' },
  ]
}

/** The peer: how many a second a Worker takes that does the same and nothing else. */
function rowsOf(
  host: string,
  load: Load,
  goal: { readonly perSecond: number; readonly p99: number; readonly peer?: number },
): readonly Row[] {
  const name = `webhooks of 8 KB verified and queued on ${host}, ${CONNECTIONS} connections`
  const { peer } = goal
  return [
    {
      name,
      ours: load.perSecond,
      unit: 'a second',
      ...(peer === undefined ? {} : { peer, ratio: load.perSecond / peer }),
      goal: `>= ${goal.perSecond}`,
      met: load.perSecond >= goal.perSecond,
    },
    { name: `${name}: half of them within`, ours: load.p50, unit: 'ms' },
    {
      name: `${name}: 99 of 100 within`,
      ours: load.p99,
      unit: 'ms',
      goal: `< ${goal.p99}`,
      met: load.p99 < goal.p99,
    },
  ]
}

async function onNode(): Promise<Load> {
  const server = fork(fileURLToPath(new URL('webhook-server.ts', import.meta.url)), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  })
  try {
    const [port] = (await once(server, 'message')) as [number]
    return await measure(port)
  } finally {
    server.kill()
  }
}

/** The Worker that `put` writes into a folder. */
async function onWorkerd(
  put: (folder: string) => void,
): Promise<{ readonly load: Load; readonly startMs: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'netclaim-workerd-'))
  try {
    put(folder)
    const server = await startWorkerd(folder, env)
    try {
      return { load: await measure(server.port), startMs: server.startMs }
    } finally {
      server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** After some to warm up, which have numbers of their own. */
async function measure(port: number): Promise<Load> {
  const target = { port, secret: SECRET, repository: 'kubedc/claims' }
  await deliverMany(
    { ...target, repository: 'kubedc/lab' },
    { count: 3_000, connections: CONNECTIONS },
  )
  return deliverMany(target, { count: COUNT, connections: CONNECTIONS })
}
