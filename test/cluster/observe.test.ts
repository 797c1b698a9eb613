import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { tellSynced } from '../../functions/sync/tell-synced.ts'
import type { Synced } from '../../functions/sync.ts'
import { systemClock } from '../../functions/system-clock.ts'
import { type KubernetesCluster, kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { eip, environment } from '../functions/claims.ts'
import { gitIn } from '../git/sandbox.ts'
import { hasApiServer } from './real-api-server.ts'
import { openSyncStage, outcomes, type SyncStage } from './sync-stage.ts'

const shared = resolve(import.meta.dirname, '../../../shared')
const deploy = resolve(import.meta.dirname, '../../deploy/sync')
const files = { ...environment('photon'), 'netclaim.yaml': 'appliedBy: flux\nproof: api\n' }
const FLUX = ['apply', '--server-side', '--field-manager=kustomize-controller']

describe.skipIf(!hasApiServer)(
  'beside Flux, on a real API server with the rights that it is deployed with',
  () => {
    let stage: SyncStage
    let own: KubernetesCluster
    beforeAll(async () => {
      stage = await openSyncStage(files, ['photon', 'flux-system'], 'without controllers')
      stage.kubectl('apply', '--server-side', '-f', join(shared, 'crds/flux-kustomize-v1.9.yaml'))
      stage.kubectl('apply', '-k', deploy)
      own = await asDeployed()
    }, 90_000)
    afterAll(async () => {
      await own?.close()
      await stage.stop()
    })

    async function asDeployed(): Promise<KubernetesCluster> {
      const token = stage.kubectl('create', 'token', 'sync', '--namespace=netclaim').trim()
      const config = JSON.parse(readFileSync(stage.api.kubeconfig, 'utf8')) as { users: object[] }
      const file = scratch('kubeconfig')
      const users = config.users.map((user) => ({ ...user, user: { token } }))
      writeFileSync(file, JSON.stringify({ ...config, users }))
      return kubernetesCluster({
        access: await kubeconfigAccess(systemClock, { file }),
        clock: systemClock,
      })
    }

    const scratch = (name: string) => join(stage.repo.folder, '.git', name)
    const observe = () =>
      stage.sync({ cluster: own, mode: 'observe', repository: stage.repo.repository })
    const tell = (synced: Synced) =>
      tellSynced(synced, {
        cluster: own,
        clock: systemClock,
        name: 'one',
        repository: stage.repo.repository,
      })
    const facts = () => gitIn(stage.repo.folder, 'show', 'netclaim/observed/one:observed/one.yaml')

    /** What a kustomize-controller does: CRDs first, its labels on all, its field manager; then its status. */
    async function flux(): Promise<void> {
      const state = await stage.repo.repository.readState(stage.repo.tip())
      const objects = [...state]
        .filter(([path]) => /^rendered\/.*\.yaml$/.test(path))
        .flatMap(([, text]) => parseAllDocuments(text).map((one) => one.toJS() as KubeObject))
      const isCrd = ({ kind }: KubeObject) => kind === 'CustomResourceDefinition'
      apply(objects.filter(isCrd))
      stage.kubectl('wait', '--for=condition=established', 'crd', '--all')
      apply(objects.filter((one) => !isCrd(one)))
      for (const { kind, metadata } of objects) {
        if (kind !== 'Kustomization') continue
        const status = { lastAttemptedRevision: `netclaim/state@sha1:${stage.repo.tip()}` }
        const patch = ['--subresource=status', '--type=merge', '-p', JSON.stringify({ status })]
        stage.kubectl('patch', '-n', 'flux-system', 'kustomization', metadata.name, ...patch)
      }
    }

    function apply(objects: readonly KubeObject[]): void {
      const labels = {
        'kustomize.toolkit.fluxcd.io/name': 'netclaim',
        'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
      }
      const items = objects.map(({ metadata, ...rest }) => {
        return { ...rest, metadata: { ...metadata, labels: { ...metadata.labels, ...labels } } }
      })
      const list = scratch('list.json')
      writeFileSync(list, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
      stage.kubectl(...FLUX, '-f', list)
    }

    test('our sync applies nothing, and says who does', async () => {
      const { run, refused } = await stage.sync({ cluster: own })
      expect([refused, run.objects]).toEqual([true, []])
      expect(run.findings.map(({ rule }) => rule)).toEqual(['sync/other-applier'])
      expect(stage.kubectl('get', 'vpcs,subnets,leases', '-A', '-o', 'name')).not.toMatch(
        /photon|netclaim/,
      )
    })

    test('what Flux has not tried yet is known to nobody', async () => {
      const synced = await observe()
      expect(synced.applied).toBeUndefined()
      const { problems } = await tell(synced)
      expect(problems).toEqual([
        'how far Flux has come is unknown: no Kustomization of ours has tried a commit yet',
      ])
      expect(facts()).not.toContain('generation:')
    })

    test('what Flux applied is as Git says, and the facts are of the commit that it came to', async () => {
      await flux()
      const before = await stage.revisions()
      const synced = await observe()
      expect(await stage.revisions()).toEqual(before)
      expect(new Set(Object.values(outcomes(synced)))).toEqual(new Set(['unchanged']))
      const commit = stage.repo.tip()
      expect(synced.applied).toEqual({ commit, generation: 1 })
      expect((await tell(synced)).problems).toEqual([])
      expect(facts()).toMatch(new RegExp(`^commit: "?${commit}"?$`, 'm'))
      expect(facts()).toContain('generation: 1\n')
      expect(
        stage.kubectl('get', 'lease', '-n', 'netclaim', 'netclaim-sync', '-o', 'yaml'),
      ).toContain(`netclaim.dev/applied-commit: ${commit}`)
    })

    test('a commit that Flux has not come to is no fact, and what it lacks is shown', async () => {
      const { applied } = await observe()
      await stage.repo.change(eip('photon', 'web'))
      const synced = await observe()
      expect(synced.applied).toEqual(applied)
      const other = Object.entries(outcomes(synced)).filter(([, one]) => one !== 'unchanged')
      expect(other.map(([id, one]) => `${id}: ${one}`)).toEqual([
        'EipClaim photon/web: to-apply',
        'OvnEip photon-web: to-apply',
      ])
      await flux()
      expect((await observe()).applied).toEqual({ commit: stage.repo.tip(), generation: 2 })
    })
  },
)
