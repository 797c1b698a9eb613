import { describe, expect, test } from 'vitest'
import { tellSynced } from '../../functions/sync/tell-synced.ts'
import type { Synced } from '../../functions/sync.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { eip, environment } from '../functions/claims.ts'
import { MemoryCluster } from './memory-cluster.ts'
import { outcomes, type Stage, stages } from './stage.ts'

const open = stages()
const photon = {
  ...environment('photon'),
  ...eip('photon', 'web'),
  'netclaim.yaml': 'proof: api\ntarget: operator\n',
}
const FINALIZER = 'kmetal.io/operator'

/** What an operator does with a claim, as far as the sync can see it: it holds on to it, and says how it is. */
function operator(said: () => object | undefined) {
  return (object: KubeObject): KubeObject | undefined => {
    if (!object.kind.endsWith('Claim')) return object
    const condition = said()
    if (condition === undefined) return object
    const status = { conditions: [{ type: 'Ready', ...condition }] }
    const metadata = { ...object.metadata, finalizers: [FINALIZER] }
    const next = { ...object, metadata, status }
    return JSON.stringify(next) === JSON.stringify(object) ? object : next
  }
}

async function tell(stage: Stage, synced: Synced) {
  return tellSynced(synced, {
    cluster: stage.cluster,
    clock: { now: () => stage.now, pause: async () => undefined },
    name: 'one',
    repository: stage.repo.repository,
  })
}

describe('a sync beside an operator', () => {
  test('applies the claims, their addresses named, and nothing that the operator makes', async () => {
    const stage = await open(photon, new MemoryCluster(operator(() => undefined)))
    const synced = await stage.sync()
    const applied = Object.keys(outcomes(synced)).toSorted()
    expect(applied).toEqual([
      'EipClaim photon/external',
      'EipClaim photon/web',
      'KMetal platform',
      'SubnetClaim photon/production',
      'VpcClaim photon/main',
    ])
    expect(stage.cluster.find('EipClaim photon/web')?.['spec']).toMatchObject({
      v4Ip: '198.51.100.21',
    })
  })

  test('reports what the operator says of each, and says nothing of them itself', async () => {
    let said: object | undefined
    const stage = await open(photon, new MemoryCluster(operator(() => said)))
    const healthOf = async () => {
      const synced = await stage.sync()
      expect((await tell(stage, synced)).problems).toEqual([])
      const web = synced.run.objects.find(({ id }) => id === 'EipClaim photon/web')
      return { ...web?.health, run: stateOf(synced.run) }
    }
    expect(await healthOf()).toMatchObject({
      state: 'progressing',
      message: 'its operator has said nothing of it yet',
      run: 'pending',
    })
    said = { status: 'False', reason: 'WaitingForVpc', message: 'there is no Vpc' }
    expect(await healthOf()).toMatchObject({ reason: 'WaitingForVpc', message: 'there is no Vpc' })
    said = { status: 'True', reason: 'EipReady' }
    expect(await healthOf()).toMatchObject({ state: 'healthy', run: 'success' })
    const statuses = stage.cluster.calls.filter((call) => call.includes('status'))
    expect(statuses).toEqual([])
    expect([...stage.cluster.objects.keys()].filter((id) => id.startsWith('Event '))).toEqual([])
  })
})
