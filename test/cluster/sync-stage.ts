import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gitSource } from '../../functions/sync/git-source.ts'
import type { SyncOptions } from '../../functions/sync/options.ts'
import { createSync, type Synced } from '../../functions/sync.ts'
import { systemClock } from '../../functions/system-clock.ts'
import { type KubernetesCluster, kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import { ClaimsRepository } from '../sync/claims-repository.ts'
import { type RealApiServer, startApiServer } from './real-api-server.ts'

const crds = resolve(import.meta.dirname, '../../../shared/crds')
const CONTROLLERS = ['--kube-ovn', '--northd', '--gateway-node', 'gw1', '--controller-manager']
type KubeOvn = '1.15' | '1.16'

/** The definitions of Kube-OVN's kinds. */
export function kubeOvnCrds(version: KubeOvn): string {
  return crdFile(`kube-ovn-v${version}`)
}

function crdFile(name: string): string {
  return join(crds, `${name}.yaml`)
}

/** A real API server with Kube-OVN's controller, a claims repository, and our sync between them. */
export interface SyncStage {
  readonly api: RealApiServer
  readonly cluster: KubernetesCluster
  readonly repo: ClaimsRepository
  sync(more?: Partial<SyncOptions>): Promise<Synced>
  /** Tells Git what the cluster has, as of what was applied. */
  report(synced: Synced): Promise<string>
  /** Revisions of all objects that carry our label. */
  revisions(): Promise<Readonly<Record<string, string>>>
  /** As a person with kubectl. */
  kubectl(...args: readonly string[]): string
  stop(): Promise<void>
}

type Peers = 'with Kube-OVN' | 'without controllers'

export async function openSyncStage(
  files: Readonly<Record<string, string | undefined>>,
  namespaces: readonly string[],
  peers: Peers = 'with Kube-OVN',
  version: KubeOvn = '1.16',
): Promise<SyncStage> {
  const folder = mkdtempSync(join(tmpdir(), 'nc-sync-'))
  const repo = await ClaimsRepository.open(join(folder, 'claims'), files)
  const stage = await syncStageOf(repo, namespaces, peers, version)
  return {
    ...stage,
    async stop() {
      await stage.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** A fresh cluster beside a repository that is there. */
export async function syncStageOf(
  repo: ClaimsRepository,
  namespaces: readonly string[],
  peers: Peers = 'with Kube-OVN',
  version: KubeOvn = '1.16',
): Promise<SyncStage> {
  const others = ['metallb-v0.16', 'network-attachment-definition'].map(crdFile)
  const definitions = [kubeOvnCrds(version), ...others].map((file) => `--crds=${file}`)
  const controllers = peers === 'with Kube-OVN' ? CONTROLLERS : []
  const api = await startApiServer([...definitions, ...controllers])
  const access = await kubeconfigAccess(systemClock, { file: api.kubeconfig })
  const cluster = kubernetesCluster({ access, clock: systemClock })
  for (const name of ['netclaim', 'kmetal-metallb', ...namespaces])
    await cluster.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  const source = gitSource(repo.repository, { main: 'main' })
  const kubectl = unpacked('kubectl')
  return {
    api,
    cluster,
    repo,
    sync: (more = {}) =>
      createSync({
        cluster,
        clock: systemClock,
        source,
        identity: 'test',
        waitMs: 4_000,
        ...more,
      })(),
    async report({ live, run }) {
      const ref = { apiVersion: 'v1', kind: 'Namespace', name: 'kube-system' }
      const system = await cluster.get(ref)
      if (system === undefined) throw new Error('no kube-system')
      return repo.report(system, live, run.generation)
    },
    async revisions() {
      const { live } = await createSync({
        cluster,
        clock: systemClock,
        source,
        identity: 'test',
        mode: 'observe',
      })()
      return Object.fromEntries(
        [...live.objects].flatMap(([id, { metadata }]) =>
          metadata.labels?.['app.kubernetes.io/managed-by'] === 'netclaim'
            ? [[id, metadata.resourceVersion ?? '']]
            : [],
        ),
      )
    },
    kubectl: (...args) =>
      execFileSync(kubectl, ['--kubeconfig', api.kubeconfig, ...args], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    async stop() {
      await cluster.close()
      await api.stop()
    },
  }
}

/** Where a packed binary lies unpacked. */
function unpacked(name: string): string {
  const script = resolve(import.meta.dirname, '../../../shared/peers/up.mjs')
  const text = execFileSync(process.execPath, [script, '--unpack'], { encoding: 'utf8' })
  const files = JSON.parse(text) as Readonly<Record<string, string>>
  const file = files[name]
  if (file === undefined) throw new Error(`no ${name}`)
  return file
}

/** `OvnEip photon-web: applied`. */
export function outcomes({ run }: Synced): Readonly<Record<string, string>> {
  return Object.fromEntries(run.objects.map(({ id, outcome }) => [id, outcome]))
}
