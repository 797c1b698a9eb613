import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../functions/system-clock.ts'
import { type KubernetesCluster, kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import { type Manifest, renderManifests } from '../../lib/domain/manifests/manifest.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { established } from '../cluster/established.ts'
import { type Call, callsTo } from '../cluster/kube-call.ts'
import { objectsIn, type Rendered } from '../plan/rendered.ts'
import { loadCrds, usualCrds } from './is-wished.ts'
import { type Named, pathOf } from './path-of.ts'
import { type Peers, startPeers, stopPeers } from './peers.ts'

/** Kube-OVN's controller over real OVN databases, and MetalLB's, on a real API server with our CRDs. */
export interface OvnStage {
  readonly peers: Peers
  readonly call: Call
  readonly cluster: KubernetesCluster
  /** Applies the very text that is rendered, in that order; tells what was not simply taken. */
  applyAll(objects: readonly Rendered[]): Promise<readonly string[]>
  /** An object as the API has it. */
  get(object: Named): Promise<KubeObject | undefined>
  stop(): Promise<void>
}

/** The objects of all rendered files, those of early waves first. */
export function inWaves(tree: StateTree): readonly Rendered[] {
  const wave = ({ metadata }: Rendered) =>
    Number(metadata.annotations['argocd.argoproj.io/sync-wave'])
  return [...tree]
    .filter(([path]) => path.startsWith('rendered/') && path.endsWith('.yaml'))
    .flatMap(([, text]) => objectsIn(text))
    .toSorted((a, b) => wave(a) - wave(b))
}

const query = '?fieldManager=netclaim&fieldValidation=Strict'

/** Starts one in some fifteen seconds. */
export async function openOvnStage(namespaces: readonly string[]): Promise<OvnStage> {
  const dir = mkdtempSync(join(tmpdir(), 'nc-'))
  const options =
    '--kube-ovn --northd --gateway-node gw1 --controller-manager --metallb --metallb-namespace kmetal-metallb --timeout 60'
  const peers = await startAgain(['--dir', dir, ...options.split(' '), ...loadCrds(...usualCrds)])
  const access = await kubeconfigAccess(systemClock, { file: join(dir, 'kubeconfig') })
  const cluster = kubernetesCluster({ access, clock: systemClock })
  for (const name of ['kmetal-metallb', ...namespaces])
    await cluster.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  const call = callsTo(peers)
  return {
    peers,
    call,
    cluster,
    async applyAll(objects) {
      const said: string[] = []
      for (const object of objects) {
        const { status, warning, body } = await call(
          'PATCH',
          pathOf(object) + query,
          textOf(object),
        )
        if (status > 201 || warning !== undefined)
          said.push(`${object.kind} ${object.metadata.name}: ${status} ${body.message ?? warning}`)
        if (object.kind === 'CustomResourceDefinition')
          await established(call, object.metadata.name)
      }
      return said
    },
    async get(object) {
      const { status, body } = await call('GET', pathOf(object))
      return status === 200 ? (body as KubeObject) : undefined
    },
    async stop() {
      await cluster.close()
      await stopPeers(peers)
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Kube-OVN's controller now and then waits for its own first Subnet for ever. */
async function startAgain(options: readonly string[], tries = 3): Promise<Peers> {
  try {
    return await startPeers(options)
  } catch (error) {
    if (tries === 1) throw error
    return startAgain(options, tries - 1)
  }
}

function textOf(object: Rendered): string {
  return renderManifests([object as unknown as Manifest])
}
