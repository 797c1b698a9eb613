import { join } from 'node:path'
import { planner } from '../../functions/allocate/planner.ts'
import { allocateOnForge } from '../../functions/allocate-on-forge.ts'
import { appliedState } from '../../functions/applied-state.ts'
import { ownVersion } from '../../functions/cli/package-root.ts'
import type { Context } from '../../functions/context.ts'
import { giteaContext } from '../../functions/gitea-context.ts'
import { makeState } from '../../functions/make-state.ts'
import type { KubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { factsFromObjects } from '../../lib/pipeline/facts/facts-from-objects.ts'
import { renderFacts } from '../../lib/pipeline/facts/own-form.ts'
import { gitIn } from '../git/sandbox.ts'
import { type Clone, cloneOf } from '../gitea/clone.ts'
import { realClock } from '../gitea/real-clock.ts'
import type { RealGitea } from '../gitea/real-gitea.ts'

export const STATE = 'netclaim/state'
const OBSERVED = 'netclaim/observed/one'

/** Kinds that a cluster tells of. */
const KUBE_OVN = ['Vpc', 'Subnet', 'OvnEip', 'OvnSnatRule']
const KINDS = [
  ...KUBE_OVN.map((kind) => ({ apiVersion: 'kubeovn.io/v1', kind })),
  { apiVersion: 'k8s.cni.cncf.io/v1', kind: 'NetworkAttachmentDefinition' },
  { apiVersion: 'v1', kind: 'Service' },
  // No CRD of it is here: then there is none.
  { apiVersion: 'network.kmetal.io/v1alpha1', kind: 'EipClaim' },
]

/** A claims repository on a real Gitea, and the functions on it. */
export interface ClaimsWorld {
  readonly url: string
  readonly context: Context
  readonly work: Clone
  /** Commits to main, and allocates. Gives the tip of the state. */
  commit(files: Readonly<Record<string, string | undefined>>): Promise<string>
  /** What the cluster has now is pushed as its facts, and allocated for. Gives the tip of the state. */
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
      const state = work.pull(STATE)
      await context.repository.tips({ names: [STATE], below: [] })
      const applied = await appliedState(
        { cluster, repository: context.repository },
        { appliedBy: 'flux' },
        state,
      )
      const facts = {
        ...(await look(cluster)),
        ...(typeof applied === 'string' ? {} : { generation: applied.generation }),
      }
      // A branch of its own, which has nothing of main.
      if (gitIn(work.dir, 'branch', '--list', OBSERVED) === '') startBranch(work.dir)
      work.push(OBSERVED, { 'observed.yaml': renderFacts(facts) })
      await allocateOnForge(context)
      return work.pull(STATE)
    },
    read,
  }
}

function startBranch(dir: string): void {
  const empty = gitIn(dir, 'hash-object', '-t', 'tree', '/dev/null')
  const first = gitIn(dir, 'commit-tree', '-m', 'First', empty)
  gitIn(dir, 'branch', OBSERVED, first)
}

/** Every list whole. */
async function look(cluster: KubernetesCluster) {
  const lists = []
  for (const kind of KINDS) {
    const listed = await cluster.list(kind)
    if (listed.outcome === 'failed') throw new Error(`${kind.kind}: ${listed.message}`)
    const items = listed.outcome === 'whole' ? listed.items : []
    lists.push({ ...kind, kind: `${kind.kind}List`, items })
  }
  const system = await cluster.get({ apiVersion: 'v1', kind: 'Namespace', name: 'kube-system' })
  const { value, findings } = factsFromObjects([...lists, system])
  if (findings.length > 0) throw new Error(JSON.stringify(findings))
  return value
}
