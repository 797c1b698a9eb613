import { resolve } from 'node:path'
import { kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import { objectFiles } from '../../lib/adapters/object-files.ts'
import type { Finding } from '../../lib/domain/finding.ts'
import { printable } from '../../lib/domain/printable.ts'
import type { Lists } from '../../lib/pipeline/facts/lists.ts'
import { Dump } from '../../lib/pipeline/import/read-dump.ts'
import { readCluster } from '../import/read-cluster.ts'
import { systemClock } from '../system-clock.ts'
import { type Invocation, UsageError } from './command.ts'
import type { Progress } from './progress.ts'
import { wordOf } from './word-of.ts'

interface Read {
  readonly lists: Lists
  /** What could not be read. */
  readonly findings: readonly Finding[]
}

/** What `netclaim import` or another command is to look at: a cluster, or what kubectl printed of one. */
export async function readImport(
  invocation: Invocation,
  progress: Progress,
  command = 'import',
): Promise<Read> {
  const { cwd } = invocation.terminal
  const [file, from, context] = ['kubeconfig', 'from', 'context'].map((name) =>
    wordOf(invocation, name),
  )
  if ((file === undefined) === (from === undefined))
    throw new UsageError(`${command} takes either --kubeconfig or --from`)
  if (from !== undefined) {
    if (context !== undefined) throw new UsageError('--context needs --kubeconfig')
    return readFiles(resolve(cwd, from), progress)
  }
  const access = await kubeconfigAccess(systemClock, {
    file: resolve(cwd, file ?? ''),
    ...(context === undefined ? {} : { context }),
  })
  const cluster = kubernetesCluster({ access, clock: systemClock })
  try {
    return { lists: await readCluster(cluster, (doing) => progress.step(doing)), findings: [] }
  } finally {
    await cluster.close()
  }
}

function readFiles(path: string, progress: Progress): Read {
  const dump = new Dump()
  for (const { name, bytes, chunks } of objectFiles(path)) {
    // The whole line is to fit a terminal of 80 columns.
    const file = printable(name, 30)
    let read = 0
    const watched = chunks.map((chunk) => {
      progress.step(`reading ${file}, ${mib(read)} of ${mib(bytes)} MiB, ${dump.count} objects`)
      read += chunk.length
      return chunk
    })
    dump.add(name, watched)
  }
  return { lists: dump.lists, findings: dump.findings }
}

function mib(bytes: number): string {
  return (bytes / 1_048_576).toFixed(0)
}
