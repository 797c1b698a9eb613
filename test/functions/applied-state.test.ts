import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allocateOnForge } from '../../functions/allocate-on-forge.ts'
import { appliedState } from '../../functions/applied-state.ts'
import type { Settings } from '../../lib/domain/settings.ts'
import type { Cluster, KubeObject } from '../../lib/ports/cluster.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { eip, environment } from './claims.ts'
import { STATE, Stage } from './stage.ts'

const scratch = scratchFolder()
const labels = { 'app.kubernetes.io/managed-by': 'netclaim' }

const kustomization = (name: string, commit: string, more: object = {}): KubeObject => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name, labels, ...more },
  status: { lastAttemptedRevision: `netclaim/state@sha1:${commit}` },
})
const application = (name: string, project: string, revision: string): KubeObject => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name },
  spec: { project },
  status: { sync: { revision: 'netclaim/state' }, operationState: { syncResult: { revision } } },
})

test('facts are of the state that each unit has come to, whether it could apply it or not', async () => {
  const stage = await Stage.open(join(scratch, 'claims.git'), environment('photon'))
  const first = stage.tip(STATE)
  await stage.commit(eip('photon', 'web'))
  await allocateOnForge(stage.context)
  const second = stage.tip(STATE)
  const foreign = stage.tip()
  const ask = (appliedBy: Settings['appliedBy'], ...items: readonly KubeObject[]) => {
    const list: Cluster['list'] = async () => ({ outcome: 'whole', items, revision: '1' })
    return appliedState({ cluster: { list }, repository: stage.repository }, { appliedBy }, second)
  }
  const both = [kustomization('a', first), kustomization('b', second)]
  const [before, after] = [
    await ask('flux', kustomization('a', first)),
    await ask('flux', kustomization('a', second)),
  ]
  expect([before, after]).toEqual([
    { commit: first, generation: 1 },
    { commit: second, generation: 2 },
  ])
  expect(await ask('flux', ...both)).toEqual(before)
  // What is suspended, and what is not ours, holds nobody up.
  const suspended = { ...kustomization('c', first), spec: { suspend: true } }
  const other = kustomization('d', first, { labels: {} })
  expect(await ask('flux', kustomization('b', second), suspended, other)).toEqual(after)
  expect(
    await ask('argocd', application('a', 'netclaim', second), application('b', 'x', first)),
  ).toEqual(after)
  // Nobody can tell.
  expect(await ask('netclaim', ...both)).toBe('nobody but netclaim sync applies')
  expect(await ask('flux')).toBe('no Kustomization of ours has tried a commit yet')
  expect(await ask('flux', kustomization('a', second), kustomization('b', foreign))).toBe(
    `a Kustomization is at ${foreign.slice(0, 12)}, which is not in the history of state ${second.slice(0, 12)}`,
  )
  const failed: Cluster['list'] = async () => ({ outcome: 'failed', message: 'no' })
  const parts = { cluster: { list: failed }, repository: stage.repository }
  expect(await appliedState(parts, { appliedBy: 'flux' }, second)).toBe(
    'Kustomization cannot be listed: no',
  )
})
