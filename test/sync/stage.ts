import { join } from 'node:path'
import { gitSource } from '../../functions/sync/git-source.ts'
import type { SyncOptions } from '../../functions/sync/options.ts'
import { createSync, type Synced } from '../../functions/sync.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { ClaimsRepository } from './claims-repository.ts'
import { kubeOvn } from './kube-ovn.ts'
import { MemoryCluster } from './memory-cluster.ts'

/** A repository, a cluster in memory, and a clock that moves only when somebody waits. */
export interface Stage {
  readonly repo: ClaimsRepository
  readonly cluster: MemoryCluster
  now: number
  sync(more?: Partial<SyncOptions>): Promise<Synced>
  /** Tells Git what the cluster has, as of what was applied last. */
  report(synced: Synced): Promise<string>
}

const START = Date.parse('2026-11-30T12:00:00Z')

type Files = Readonly<Record<string, string | undefined>>

/** Opens stages below one folder of a test file. */
export function stages(): (files: Files, cluster?: MemoryCluster) => Promise<Stage> {
  const scratch = scratchFolder()
  let count = 0
  return async (files, cluster = new MemoryCluster(kubeOvn)) => {
    const repo = await ClaimsRepository.open(join(scratch, `${(count += 1)}`), files)
    return stageOf(repo, cluster)
  }
}

export function stageOf(repo: ClaimsRepository, cluster: MemoryCluster): Stage {
  const stage: Stage = {
    repo,
    cluster,
    now: START,
    sync: (more = {}) => {
      const clock = {
        now: () => stage.now,
        pause: async (milliseconds: number) => {
          stage.now += milliseconds
        },
      }
      const source = gitSource(repo.repository, { main: 'main' })
      return createSync({ cluster, clock, source, identity: 'one', waitMs: 5_000, ...more })()
    },
    report: ({ live, run }) => {
      const system = cluster.find('Namespace kube-system')
      if (system === undefined) throw new Error('no kube-system')
      return repo.report(system, live, run.generation)
    },
  }
  return stage
}

/** Calls on what carries traffic: neither on claims that the cluster shows nor on what declares their kinds. */
export function onNetwork(calls: readonly string[]): readonly string[] {
  return calls.filter((one) => !/ (?:\w+Claim|CustomResourceDefinition|KMetal) /.test(one))
}

/** `OvnEip photon-web: applied`, by what it is called. */
export function outcomes({ run }: Synced): Readonly<Record<string, string>> {
  return Object.fromEntries(run.objects.map(({ id, outcome }) => [id, outcome]))
}
