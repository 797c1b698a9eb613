import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gitSource } from '../../functions/sync/git-source.ts'
import { createSync } from '../../functions/sync.ts'
import { systemClock } from '../../functions/system-clock.ts'
import { type KubernetesCluster, kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { eip, environment } from '../functions/claims.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { cloneOf } from '../gitea/clone.ts'
import { type RealGitea, startGitea } from '../gitea/real-gitea.ts'
import { platformFile } from '../plan/files.ts'
import { type ClaimsWorld, openClaims } from './claims-world.ts'
import { hasFlux, type RealFlux, startFlux } from './real-flux.ts'

const scratch = scratchFolder()
const MINUTES = 60_000
const files = {
  'netclaim.yaml': 'proof: api\npublish: {configMap: netclaim-values}\n',
  'platform/kmetal.yaml': platformFile(),
  ...(environment('photon') as Readonly<Record<string, string>>),
  ...(eip('photon', 'web') as Readonly<Record<string, string>>),
}
/** What somebody else deploys with Flux; what the second says is not there yet. */
const manifest = `apiVersion: v1
kind: ConfigMap
metadata: {name: app, namespace: photon}
data:
  web: "\${EIP_WEB}"
  mail: "\${EIP_MAIL:=none}"
  subnet: "\${SUBNET4_PRODUCTION}"
`

describe.skipIf(!hasFlux)('what is published is substituted by real Flux', () => {
  let gitea: RealGitea
  let flux: RealFlux
  let cluster: KubernetesCluster
  let world: ClaimsWorld

  beforeAll(async () => {
    ;[gitea, flux] = await Promise.all([startGitea(), startFlux()])
    world = await openClaims(gitea, scratch, files)
    const access = await kubeconfigAccess(systemClock, { file: flux.api.kubeconfig })
    cluster = kubernetesCluster({ access, clock: systemClock })
    for (const name of ['photon', 'netclaim', 'kmetal-metallb'])
      await must({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
    const app = await gitea.newRepository('app')
    cloneOf(gitea, `${scratch}/app`, app, gitea.operator).push('main', { 'app.yaml': manifest })
    for (const object of deployed(`${gitea.url}/${app}.git`)) await must(object)
  }, 5 * MINUTES)
  afterAll(async () => {
    await cluster?.close()
    await flux?.stop()
    await gitea?.stop()
  }, MINUTES)

  async function must(object: KubeObject): Promise<void> {
    const written = await cluster.apply(object)
    if (written.outcome !== 'written') throw new Error(JSON.stringify(written))
  }

  /** A Kustomization of the tenant's own, in the namespace of the environment. */
  function deployed(url: string): readonly KubeObject[] {
    const metadata = { name: 'app', namespace: 'photon' }
    return [
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata,
        stringData: { username: gitea.operator.name, password: gitea.operator.token },
      },
      {
        apiVersion: 'source.toolkit.fluxcd.io/v1',
        kind: 'GitRepository',
        metadata,
        spec: { interval: '5s', url, ref: { branch: 'main' }, secretRef: { name: 'app' } },
      },
      {
        apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
        kind: 'Kustomization',
        metadata,
        spec: {
          interval: '5s',
          retryInterval: '5s',
          prune: true,
          sourceRef: { kind: 'GitRepository', name: 'app' },
          postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'netclaim-values' }] },
        },
      },
    ]
  }

  async function sync(): Promise<void> {
    await createSync({
      cluster,
      clock: systemClock,
      source: gitSource(world.context.repository, { main: 'main' }),
      identity: 'test',
      waitMs: 5_000,
    })()
  }

  const data = async () =>
    (
      await cluster.get({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'photon', name: 'app' })
    )?.['data']

  test('and a claim that is added later reaches it without a commit there', {
    timeout: 5 * MINUTES,
  }, async () => {
    flux.startApplying()
    await sync()
    const web = '198.51.100.21'
    await expect
      .poll(data, { timeout: 1.5 * MINUTES, interval: 500 })
      .toEqual({ mail: 'none', subnet: '10.100.0.0/24', web })
    await world.commit(eip('photon', 'mail'))
    await sync()
    await expect
      .poll(data, { timeout: 1.5 * MINUTES, interval: 500 })
      .toEqual({ mail: '198.51.100.22', subnet: '10.100.0.0/24', web })
  })
})
