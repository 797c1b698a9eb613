import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crd } from '../../lib/domain/crds/crds.ts'
import { renderArena } from '../../lib/domain/manifests/address-arena.ts'
import { renderReservations } from '../../lib/domain/manifests/address-reservation.ts'
import { type Manifest, objectId } from '../../lib/domain/manifests/manifest.ts'
import { arenaOf, block, delegation } from '../manifests/vip-sample.ts'
import { established } from './established.ts'
import { apply, type Call, callsTo, pathOf, shellFor } from './kube-call.ts'
import { hasApiServer, type RealApiServer, START_MS, startApiServer } from './real-api-server.ts'
import { columnsOf } from './seed-samples.ts'

const names = [
  'addressarenas.network.kube-dc.com',
  'addressreservations.network.kube-dc.com',
] as const

describe.skipIf(!hasApiServer)('on a real API server the ledger of VIP blocks', () => {
  let server: RealApiServer
  let call: Call
  let shell: (line: string) => string
  const lunar = delegation({ cluster: 'lunar', blocks: [block(1, 1, 'Revoked')] })
  const arena = renderArena(arenaOf(delegation(), lunar))
  const all = [arena, ...renderReservations(delegation()), ...renderReservations(lunar)]

  beforeAll(async () => {
    server = await startApiServer()
    call = callsTo(server)
    shell = shellFor(server)
    for (const name of names) await apply(call, crd(name))
    for (const name of names) await established(call, name)
  }, START_MS)
  afterAll(() => server.stop())

  test('is taken strictly, without a warning, and twice without a change', async () => {
    for (const object of all) {
      const first = await apply(call, object)
      const second = await apply(call, object)
      const said = [first.status, first.warning, first.body.message, second.status]
      expect([objectId(object), ...said]).toEqual([
        objectId(object),
        201,
        undefined,
        undefined,
        200,
      ])
      expect(second.body.metadata?.generation).toBe(first.body.metadata?.generation)
    }
  })

  test('stays without a slot when its last block goes, and has blocks again', async () => {
    const [empty, full] = [[], [delegation()]].map((some) =>
      renderArena({ ...arenaOf(...some), namespace: 'dynamo-prod' }),
    )
    if (empty === undefined || full === undefined) throw new Error('no arenas')
    for (const object of [full, empty, full]) {
      const { status, body } = await apply(call, object)
      expect([status, body.message]).toEqual([expect.any(Number), undefined])
      expect((body as { spec?: object }).spec).toEqual(object.spec)
    }
  })

  test('kubectl get addressarena vip-<project-ns> shows pool and slots (K-046)', () => {
    expect(columnsOf(shell('kubectl get addressarena vip-photon-prod'))).toEqual([
      ['NAME', 'POOL', 'USED', 'MAXIMUM', 'BLOCKS', 'AGE'],
      ['vip-photon-prod', '10.242.0.0/24', '3', '64', '16'],
    ])
  })

  test('kubectl get addressreservation | grep <cluster> finds the blocks behind it (K-045)', () => {
    const all = shell('kubectl get addressreservation')
    expect(columnsOf(all)[0]).toEqual([
      'NAME',
      'PROJECT',
      'CLUSTER',
      'RANGE',
      'PHASE',
      'DISPOSITION',
      'AGE',
    ])
    const found = all.split('\n').filter((line) => line.includes('solar'))
    expect(columnsOf(found.join('\n')).map((row) => row.slice(0, 6))).toEqual([
      ['photon-prod-solar-1', 'photon-prod', 'solar', '10.242.0.0/28', 'Bound', 'Retain'],
      ['photon-prod-solar-2', 'photon-prod', 'solar', '10.242.0.32/28', 'Bound', 'Retain'],
    ])
  })

  function changed(object: Manifest, spec: Manifest['spec']): Manifest {
    return { ...object, spec: { ...object.spec, ...spec } }
  }

  test.each<[string, Manifest, string]>([
    [
      'the pool of an arena (K-041)',
      changed(arena, { cidr: '10.242.0.0/22' }),
      'AddressArena.spec.cidr is immutable',
    ],
    [
      'the project of an arena',
      changed(arena, { projectNamespace: 'other' }),
      'AddressArena.spec.projectNamespace is immutable',
    ],
    [
      'a slot outside the pool',
      changed(renderArena({ ...arenaOf(delegation()), cidr: '10.243.0.0/24' }), {}),
      'slots must be blocks of cidr',
    ],
    [
      'a count that is none of the slots',
      changed(arena, { slotsUsed: 2 }),
      'slotsUsed must count slots',
    ],
    ['more than 64 slots (K-062)', changed(arena, { slotsUsed: 65 }), 'less than or equal to 64'],
    [
      'one block twice',
      renderArena(arenaOf(delegation(), delegation({ cluster: 'twin' }))),
      'slots must be different blocks',
    ],
    [
      'the range of a reservation',
      changed(all[1] as Manifest, { cidr: '10.242.0.64/28' }),
      'AddressReservation.spec.cidr is immutable',
    ],
    [
      'the cluster of a reservation',
      changed(all[1] as Manifest, { cluster: 'lunar' }),
      'AddressReservation.spec.cluster is immutable',
    ],
    [
      'a disposition of another name',
      changed(all[1] as Manifest, { disposition: 'Recycle' }),
      'Unsupported value: "Recycle"',
    ],
    [
      'more blocks than a cluster gets (K-059)',
      changed(all[1] as Manifest, { ordinal: 9 }),
      'less than or equal to 8',
    ],
  ])('refuses %s', async (_, object, why) => {
    const { status, body } = await apply(call, object)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.message).toContain(why)
  })

  test('takes the phase and the disposition of a block that is given back (K-082)', async () => {
    const [back] = renderReservations(delegation({ blocks: [block(0, 1, 'Releasing')] }))
    const { status, body } = await apply(call, back as Manifest)
    expect([status, body.spec]).toEqual([
      200,
      expect.objectContaining({ phase: 'Releasing', disposition: 'Release' }),
    ])
  })

  test('keeps an arena that is deleted until its finalizer is taken off (K-086)', async () => {
    await call('DELETE', pathOf(arena))
    const { status, body } = await call('GET', pathOf(arena))
    expect(status).toBe(200)
    expect(body.metadata).toMatchObject({
      finalizers: ['network.kube-dc.com/arena'],
      deletionTimestamp: expect.any(String),
    })
  })
})
