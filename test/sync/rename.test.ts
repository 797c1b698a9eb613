import { expect, test } from 'vitest'
import { openHistory } from '../../functions/history/open-history.ts'
import { who } from '../../functions/history/who.ts'
import { readQuestion } from '../../lib/pipeline/history/question.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import { eip, environment } from '../functions/claims.ts'
import { acknowledgement, type Files, transfer } from '../plan/files.ts'
import { type Stage, stages } from './stage.ts'

const open = stages()
const WEB = '198.51.100.21'
const gone = (files: object) =>
  Object.fromEntries(Object.keys(files).map((path) => [path, undefined]))

/** Applied and told until nothing changes; the last run must be well. */
async function settle(stage: Stage): Promise<void> {
  for (let round = 0; round < 4; round += 1) await stage.report(await stage.sync())
  expect(stateOf((await stage.sync()).run)).toBe('success')
}

/** Who has an address, by Git. */
async function holdersOf({ repo }: Stage, address: string) {
  const question = readQuestion(address)
  if (typeof question === 'string' || question.about === 'name')
    throw new Error(`${address} is no address`)
  const { current, former } = await who(await openHistory(repo.folder, {}), question)
  return { now: current.map(({ holder }) => holder), before: former.map(({ holder }) => holder) }
}

/** What the cluster has of an environment, by kind and name. */
function objectsOf({ cluster }: Stage, environment: string): readonly string[] {
  return [...cluster.objects.values()]
    .map(({ object: { kind, metadata } }) => `${kind} ${metadata.name}`)
    .filter((name) => / (?:\S*-)?/.test(name) && name.includes(environment))
    .toSorted()
}

const acknowledged = (names: readonly string[]): Files => ({
  'acknowledgements/vpc.yaml': acknowledgement('vpc', 'photon', names),
  'acknowledgements/environment.yaml': acknowledgement('environment', 'photon', names),
})

test('a tenant gets another name, and its public address stays its own from the first step to the last', async () => {
  const old = { ...environment('photon', 100), ...eip('photon', 'web') }
  const stage = await open(old)
  await settle(stage)
  expect(await holdersOf(stage, WEB)).toEqual({ now: ['EipClaim photon/web'], before: [] })

  // 1. The new name beside the old one: a network of its own, and an egress address of its own.
  await stage.repo.change(environment('quantum', 101))
  await settle(stage)
  expect(objectsOf(stage, 'quantum')).toContain('Vpc quantum')

  // 2. The address moves in one commit. It is never free, and never in two objects.
  stage.cluster.calls.length = 0
  await stage.repo.change({
    ...gone(eip('photon', 'web')),
    ...eip('quantum', 'web'),
    'acknowledgements/move.yaml': transfer('EipClaim photon/web', 'EipClaim quantum/web'),
  })
  expect(await holdersOf(stage, WEB)).toEqual({
    now: ['EipClaim quantum/web'],
    before: ['EipClaim photon/web'],
  })
  await settle(stage)
  const moves = stage.cluster.calls.filter((one) => /^(?:apply|remove) OvnEip \S+-web$/.test(one))
  expect(moves).toEqual(['remove OvnEip photon-web', 'apply OvnEip quantum-web'])
  expect(stage.cluster.find('OvnEip quantum-web')?.['spec']).toMatchObject({ v4Ip: WEB })

  // 3. What is left of the old name goes, as acknowledged; nothing of the new one is touched.
  stage.cluster.calls.length = 0
  const names = [
    'VpcClaim photon/main',
    'SubnetClaim photon/production',
    'EipClaim photon/external',
  ]
  await stage.repo.change({ ...gone(environment('photon', 100)), ...acknowledged(names) })
  await settle(stage)
  const touched = stage.cluster.calls.filter((one) => /^(?:apply|create|remove) /.test(one))
  expect(touched.filter((one) => one.includes('quantum'))).toEqual([])
  expect(objectsOf(stage, 'photon')).toEqual([])
  const { value: state } = readState(await stage.repo.repository.readState(stage.repo.tip()))
  expect([...state.books.keys()]).toEqual(['quantum'])
  expect(await holdersOf(stage, '198.51.100.20')).toEqual({
    now: [],
    before: ['EipClaim photon/external'],
  })
  expect(await holdersOf(stage, WEB)).toEqual({
    now: ['EipClaim quantum/web'],
    before: ['EipClaim photon/web'],
  })
})
