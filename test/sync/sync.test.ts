import { describe, expect, test } from 'vitest'
import { tellSynced } from '../../functions/sync/tell-synced.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import { eip, environment } from '../functions/claims.ts'
import { onNetwork, outcomes, stages } from './stage.ts'

const open = stages()
const photon = { ...environment('photon'), ...eip('photon', 'web') }

describe('a first run', () => {
  test('applies all in the order of waves and finds it healthy', async () => {
    const stage = await open(photon)
    const synced = await stage.sync()
    expect(stateOf(synced.run)).toBe('success')
    const applied = stage.cluster.calls.filter((one) => one.startsWith('apply '))
    expect(onNetwork(applied).filter((one) => one.includes('photon'))).toEqual([
      'apply OvnEip photon-ext-a',
      'apply Vpc photon',
      'apply OvnEip photon-web',
      'apply Subnet photon-production',
      'apply NetworkAttachmentDefinition photon/production-net',
      'apply OvnSnatRule photon-production',
    ])
  })

  test('and a second one only reads', async () => {
    const stage = await open(photon)
    await stage.sync()
    stage.cluster.calls.length = 0
    const synced = await stage.sync()
    expect(new Set(Object.values(outcomes(synced)))).toEqual(new Set(['unchanged']))
    expect(stage.cluster.calls.filter((one) => !/^(?:get|list) /.test(one))).toEqual([])
  })

  test('each kind is listed once, for the plan and for all that is told of it', async () => {
    const stage = await open(photon)
    const { repository } = stage.repo
    const clock = { now: () => stage.now, pause: async () => undefined }
    const telling = { cluster: stage.cluster, clock, name: 'one', repository }
    await tellSynced(await stage.sync(), telling)
    stage.cluster.calls.length = 0
    await tellSynced(await stage.sync(), telling)
    const lists = stage.cluster.calls.filter((one) => one.startsWith('list '))
    expect(lists).toHaveLength(new Set(lists).size)
    expect(lists).toContain('list OvnEip ')
  })

  test('but one that could not be listed is asked for again', async () => {
    const stage = await open(photon)
    await stage.sync()
    stage.cluster.calls.length = 0
    stage.cluster.deaf.add('OvnEip')
    const synced = await stage.sync()
    stage.cluster.deaf.clear()
    const clock = { now: () => stage.now, pause: async () => undefined }
    const { facts } = await tellSynced(synced, { cluster: stage.cluster, clock })
    expect(facts?.complete).toContain('OvnEip')
  })
})
