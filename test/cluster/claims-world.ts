import { join } from 'node:path'
import { planner } from '../../functions/allocate/planner.ts'
import { allocateOnForge } from '../../functions/allocate-on-forge.ts'
import { ownVersion } from '../../functions/cli/package-root.ts'
import type { Context } from '../../functions/context.ts'
import { giteaContext } from '../../functions/gitea-context.ts'
import { makeState } from '../../functions/make-state.ts'
import { gitSource } from '../../functions/sync/git-source.ts'
import { tellSynced } from '../../functions/sync/tell-synced.ts'
import { createSync } from '../../functions/sync.ts'
import type { KubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { gitIn } from '../git/sandbox.ts'
import { type Clone, cloneOf } from '../gitea/clone.ts'
import { realClock } from '../gitea/real-clock.ts'
import type { RealGitea } from '../gitea/real-gitea.ts'

export const STATE = 'netclaim/state'
/** A claims repository on a real Gitea, and the functions on it. */
export interface ClaimsWorld {
  readonly url: string
  readonly context: Context
  readonly work: Clone
  /** Commits to main, and allocates. Gives the tip of the state. */
  commit(files: Readonly<Record<string, string | undefined>>): Promise<string>
  /** As `netclaim sync --observe` does: what the cluster has now is told, and allocated for. Gives the tip of the state. */
  observe(cluster: KubernetesCluster): Promise<string>
  /** A file of the state's tip. */
  read(path: string): string
}

/** Makes one of files on main; its state is planned. */
export async function openClaims(
  gitea: RealGitea,
  scratch: string,
  files: Readonly<Record<string, string>>,
): Promise<ClaimsWorld> {
  const repository = await gitea.newRepository('claims')
  const work = cloneOf(gitea, join(scratch, 'work'), repository, gitea.operator)
  work.push('main', files)
  await makeState(work.dir, { planner, engine: ownVersion() })
  work.send(STATE)
  const context = await giteaContext({
    url: gitea.url,
    token: gitea.netclaim.token,
    mirrors: join(scratch, 'mirrors'),
    name: repository,
    queue: { send: async () => {} },
    clock: realClock,
    engine: ownVersion(),
    main: 'main',
  })
  const read = (path: string) => gitIn(work.dir, 'show', `${STATE}:${path}`)
  return {
    url: `${gitea.url}/${repository}.git`,
    context,
    work,
    async commit(changes) {
      work.push('main', changes)
      await allocateOnForge(context)
      return work.pull(STATE)
    },
    async observe(cluster) {
      const { repository } = context
      const source = gitSource(repository, { main: 'main' })
      const by = { cluster, clock: realClock, repository }
      const observe = createSync({
        ...by,
        source,
        identity: 'test',
        namespace: 'default',
        mode: 'observe',
      })
      const { problems } = await tellSynced(await observe(), { ...by, name: 'one' })
      if (problems.length > 0) throw new Error(problems.join('\n'))
      await allocateOnForge(context)
      return work.pull(STATE)
    },
    read,
  }
}
