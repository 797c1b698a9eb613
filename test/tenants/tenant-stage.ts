import { readFileSync } from 'node:fs'
import { gitSource } from '../../functions/sync/git-source.ts'
import type { SyncOptions } from '../../functions/sync/options.ts'
import type { StateSource } from '../../functions/sync/state-source.ts'
import { createSync, type Synced } from '../../functions/sync.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import type { TenantClusters } from '../../lib/ports/tenants.ts'
import { type MemoryCluster as Memory, MemoryCluster } from '../sync/memory-cluster.ts'
import type { Stage } from '../sync/stage.ts'

const authority = readFileSync(new URL('../cluster/other-ca.pem', import.meta.url), 'utf8')
const encoded = (text: string) => Buffer.from(text).toString('base64')

/** A kubeconfig as Cluster API writes it. */
export function kubeconfig(server: string, user: object = { token: 'abc' }): string {
  return JSON.stringify({
    'current-context': 'a',
    contexts: [{ name: 'a', context: { cluster: 'c', user: 'u' } }],
    clusters: [
      { name: 'c', cluster: { server, 'certificate-authority-data': encoded(authority) } },
    ],
    users: [{ name: 'u', user }],
  })
}

/** The Secret in which a kubeconfig lies. */
export function secretOf(namespace: string, cluster: string, text: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${cluster}-kubeconfig`, namespace },
    data: { value: encoded(text) },
  }
}

/** Tenant clusters in memory, by the name of their server: `https://solar/`. */
export class MemoryTenants implements TenantClusters {
  readonly clusters = new Map<string, Memory>()
  opened = 0
  closed = 0

  /** A new one, with its kubeconfig in the management cluster. */
  add({ cluster }: Stage, namespace: string, name: string): Memory {
    const memory = new MemoryCluster()
    const system = memory.objects.get('Namespace kube-system')
    if (system !== undefined)
      system.object = {
        ...system.object,
        metadata: { ...system.object.metadata, uid: `uid-of-${name}` },
      }
    this.clusters.set(`https://${name}/`, memory)
    cluster.put(secretOf(namespace, name, kubeconfig(`https://${name}`)))
    return memory
  }

  open({ server }: { readonly server: string }) {
    const memory = this.clusters.get(server)
    if (memory === undefined)
      throw new OutsideError('the connection failed', { system: 'kubernetes', retryable: true })
    this.opened += 1
    const close = async () => {
      this.closed += 1
    }
    return {
      apply: memory.apply.bind(memory),
      create: memory.create.bind(memory),
      replace: memory.replace.bind(memory),
      get: memory.get.bind(memory),
      list: memory.list.bind(memory),
      remove: memory.remove.bind(memory),
      close,
    }
  }
}

/** Files below `rendered/`, beside those that were planned. */
export type MoreFiles = Readonly<Record<string, readonly object[] | string>>

/** A run with more files in the state, whoever renders them. */
export async function syncWith(
  stage: Stage,
  files: MoreFiles,
  options: Partial<SyncOptions> = {},
): Promise<Synced> {
  return runnerWith(stage, () => files, options)()
}

/** The same, run after run: what is remembered between runs is kept. */
export function runnerWith(
  stage: Stage,
  files: () => MoreFiles,
  options: Partial<SyncOptions> = {},
): () => Promise<Synced> {
  const clock = {
    now: () => stage.now,
    pause: async (milliseconds: number) => {
      stage.now += milliseconds
    },
  }
  const planned = gitSource(stage.repo.repository, { main: 'main' })
  const source: StateSource = {
    async latest(applied) {
      const fetched = await planned.latest(applied)
      const more = Object.entries(files()).map(([path, content]) => {
        return [`rendered/${path}`, textOf(content)] as const
      })
      return { ...fetched, texts: new Map([...fetched.texts, ...more]) }
    },
  }
  const { cluster } = stage
  return createSync({ cluster, clock, source, identity: 'one', waitMs: 5_000, ...options })
}

function textOf(content: readonly object[] | string): string {
  if (typeof content === 'string') return content
  return content.map((object) => `${JSON.stringify(object)}\n`).join('---\n')
}

const ours = { 'app.kubernetes.io/managed-by': 'netclaim' }

/** An object of a tenant's profile. */
export function profile(
  kind: string,
  name: string,
  { wave = 5, ...more }: { readonly wave?: number; readonly [field: string]: unknown } = {},
): KubeObject {
  const [apiVersion, namespaced] = kinds[kind] ?? ['v1', true]
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespaced && { namespace: 'kube-dc-lb' }),
      labels: ours,
      annotations: { 'argocd.argoproj.io/sync-wave': String(wave) },
    },
    ...more,
  }
}

const kinds: Readonly<Record<string, readonly [string, boolean]>> = {
  Namespace: ['v1', false],
  ConfigMap: ['v1', true],
  IPAddressPool: ['metallb.io/v1beta1', true],
  Deployment: ['apps/v1', true],
  ClusterRole: ['rbac.authorization.k8s.io/v1', false],
}

/** The pool of one VIP block. */
export function pool(cidr: string): KubeObject {
  const name = `block-${cidr.split('/')[0]}`
  return profile('IPAddressPool', name, { wave: 6, spec: { addresses: [cidr] } })
}
