import { hostname } from 'node:os'
import { inCluster } from '../../lib/adapters/kubernetes/in-cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import type { SyncOptions } from '../sync/options.ts'
import { systemClock } from '../system-clock.ts'
import { type Invocation, UsageError } from './command.ts'
import type { Progress } from './progress.ts'
import { wordOf } from './word-of.ts'

/** What the options of `netclaim sync` say, without the cluster and the state. */
export function syncOptions(
  invocation: Invocation,
  progress: Progress,
): Omit<SyncOptions, 'cluster' | 'source'> {
  const { options } = invocation
  if (options['dry-run'] === true && options['observe'] === true)
    throw new UsageError('--dry-run and --observe exclude each other')
  const [namespace, author, accept, letGo, name] = [
    'namespace',
    'author',
    'accept',
    'let-go',
    'cluster',
  ].map((option) => wordOf(invocation, option))
  const waitMs = durationOf(invocation, 'wait')
  const written = options['dry-run'] === true ? 'dry-run' : 'apply'
  return {
    clock: systemClock,
    identity: `${hostname()}-${process.pid}`,
    mode: options['observe'] === true ? 'observe' : written,
    progress: (what) => progress.step(what),
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
    ...(author === undefined ? {} : { authors: [author] }),
    ...(accept === undefined ? {} : { accept }),
    ...(letGo === undefined ? {} : { letGo }),
    ...(waitMs === undefined ? {} : { waitMs }),
  }
}

/** A kubeconfig that is named, else the pod's service account, else what kubectl would take. */
export async function accessOf(invocation: Invocation) {
  const [file, context] = [wordOf(invocation, 'kubeconfig'), wordOf(invocation, 'context')]
  const own =
    file === undefined && context === undefined ? inCluster(invocation.env, systemClock) : undefined
  if (own !== undefined) return own
  return kubeconfigAccess(systemClock, {
    ...(file === undefined ? {} : { file }),
    ...(context === undefined ? {} : { context }),
  })
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

/** Milliseconds of `30s`, `5m`, `1h`. */
export function durationOf(invocation: Invocation, name: string): number | undefined {
  const text = wordOf(invocation, name)
  if (text === undefined) return undefined
  const [, count = '', unit = ''] = /^(\d{1,5})([smh])$/.exec(text) ?? []
  const milliseconds = Number(count) * (UNITS[unit] ?? 0)
  if (milliseconds > 0 && milliseconds <= 86_400_000) return milliseconds
  throw new UsageError(`--${name} takes a time such as 30s or 5m`)
}
