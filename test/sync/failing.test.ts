import { expect, test } from 'vitest'
import { failing } from '../../lib/pipeline/stuck/failing.ts'
import type { ObjectRun } from '../../lib/pipeline/sync/sync-run.ts'
import { eip, environment } from '../functions/claims.ts'
import { gitIn } from '../git/sandbox.ts'
import { STATE } from './claims-repository.ts'
import { type Stage, stages } from './stage.ts'

const open = stages()

async function stuckIn(stage: Stage, known: ReadonlySet<string> = new Set()) {
  const { run } = await stage.sync({ mode: 'observe' })
  return failing(run, known)
}

async function synced(): Promise<Stage> {
  const stage = await open({ ...environment('photon'), ...eip('photon', 'web') })
  await stage.sync()
  await stage.sync()
  return stage
}

test('a cluster that is as Git says has nothing that is stuck', async () => {
  expect(await stuckIn(await synced())).toEqual([])
})

test('what is changed by hand, missing, not well or not applied yet is named, with the next command', async () => {
  const stage = await synced()
  stage.cluster.edit('OvnEip photon-web', { spec: { v4Ip: '198.51.100.77' } })
  const { uid = '' } = stage.cluster.find('OvnSnatRule photon-production')?.metadata ?? {}
  await stage.cluster.remove(
    { apiVersion: 'kubeovn.io/v1', kind: 'OvnSnatRule', name: 'photon-production' },
    { uid },
  )
  const before = stage.cluster.calls.length
  const found = await stuckIn(stage)
  expect(stage.cluster.calls.slice(before).filter((one) => !/^(?:get|list) /.test(one))).toEqual([])
  const named = new Map(found.map((one) => [one.what, one]))
  expect(named.get('OvnEip photon-web')).toMatchObject({
    is: 'failing',
    waitsFor: `.spec.v4Ip is "kubectl-edit"'s since 2026-11-30T00:00:00Z`,
    next: 'put the value back, or netclaim capture --kubeconfig FILE, which says it on main where a file can',
  })
  expect(named.get('OvnSnatRule photon-production')).toMatchObject({
    is: 'unready',
    next: 'netclaim sync, which does it',
  })
  expect(named.has('Vpc photon')).toBe(false)
  // What Git tells of already is not told twice.
  const again = await stuckIn(stage, new Set(['OvnEip photon-web']))
  expect(again.map(({ what }) => what)).not.toContain('OvnEip photon-web')
})

test('what its controller calls failed, or not ready, is to be looked at', () => {
  const is = (id: string, health: ObjectRun['health']): ObjectRun => ({
    id,
    unit: 'environments/photon',
    outcome: 'unchanged',
    ...(health && { health }),
  })
  const objects = [
    is('Subnet photon-a', { state: 'failed', reason: 'NoPort', message: 'there is no port' }),
    is('EipClaim photon/web', { state: 'progressing', message: 'WaitingForEip' }),
    is('Vpc photon', { state: 'healthy' }),
  ]
  const run = { commit: 'c', generation: 1, cluster: 'u', objects, findings: [] }
  expect(failing(run, new Set())).toEqual([
    {
      is: 'failing',
      what: 'Subnet photon-a',
      waitsFor: 'there is no port',
      next: 'kubectl describe subnet photon-a',
    },
    {
      is: 'unready',
      what: 'EipClaim photon/web',
      waitsFor: 'WaitingForEip',
      next: 'kubectl describe -n photon eipclaim web',
    },
  ])
})

test('a state that is refused is one thing that is stuck, and nothing else is known of it', async () => {
  const stage = await synced()
  const first = stage.repo.tip()
  await stage.repo.change(eip('photon', 'mail'))
  await stage.sync()
  gitIn(stage.repo.folder, 'update-ref', `refs/heads/${STATE}`, first)
  expect(await stuckIn(stage)).toMatchObject([{ is: 'failing', rule: 'sync/older-state' }])
})
