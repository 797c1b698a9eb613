import { gitRepository } from '../../lib/adapters/git.ts'
import { kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import type { SyncRun } from '../../lib/pipeline/sync/sync-run.ts'
import { gitSource } from '../sync/git-source.ts'
import { createSync } from '../sync.ts'
import { systemClock } from '../system-clock.ts'
import { mainOf, repoOf } from './claims-repository.ts'
import type { Invocation } from './command.ts'
import { isClusterNamed } from './kubeconfig-options.ts'
import { accessOf } from './sync-options.ts'
import { wordOf } from './word-of.ts'

/**
 * How the cluster of `--kubeconfig` or `--context` stands against the latest state, as a sync sees it that leaves the making
 * to others; undefined where neither is given. Writes nothing. Throws `OutsideError` where it cannot be looked at.
 */
export async function lookLive(invocation: Invocation): Promise<SyncRun | undefined> {
  if (!isClusterNamed(invocation)) return undefined
  const repo = repoOf(invocation)
  const main = await mainOf(invocation, repo)
  const source = gitSource(await gitRepository({ repo }), { main })
  const cluster = kubernetesCluster({ access: await accessOf(invocation), clock: systemClock })
  try {
    const namespace = wordOf(invocation, 'namespace')
    // Without the repository nothing is remembered in the cluster of what Flux or Argo CD applied.
    const where = namespace === undefined ? {} : { namespace }
    const who = { identity: 'netclaim-stuck', clock: systemClock, mode: 'observe' } as const
    const { run } = await createSync({ cluster, source, ...who, ...where })()
    return run
  } finally {
    await cluster.close()
  }
}
