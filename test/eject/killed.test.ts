import { expect, test } from 'vitest'
import { eject } from '../../functions/eject.ts'
import { eip, environment } from '../functions/claims.ts'
import type { MemoryCluster } from '../sync/memory-cluster.ts'
import { stages } from '../sync/stage.ts'
import { MemoryTenants } from '../tenants/tenant-stage.ts'

const stage = stages()

/** Every object but the Lease, as whoever comes next finds it. */
function picture(cluster: MemoryCluster): string {
  const ids = cluster.ids().filter((id) => !id.startsWith('Lease'))
  return JSON.stringify(
    ids.map((id) => {
      const { metadata, ...rest } = cluster.find(id) ?? { metadata: {} }
      const { resourceVersion: _, ...said } = metadata as { resourceVersion?: string }
      return [id, rest, said]
    }),
  )
}

test('stopped before any of its calls and run again ends at the same', async () => {
  const on = await stage({
    ...environment('photon'),
    ...eip('photon', 'web'),
    'netclaim.yaml': 'proof: api\nappliers: [someone]\n',
  })
  for (let round = 0; round < 3; round += 1) await on.report(await on.sync())
  const texts = await on.repo.repository.readState(on.repo.tip())
  const ground = on.cluster.clone()
  ground.calls.length = 0
  const ejectFrom = (cluster: MemoryCluster, now: number) =>
    eject({
      cluster,
      clock: { now: () => now, pause: async () => undefined },
      tenants: new MemoryTenants(),
      texts,
      to: 'kubectl',
      identity: `at-${now}`,
      namespace: 'netclaim',
      write: true,
    })
  const undisturbed = ground.clone()
  await ejectFrom(undisturbed, on.now)
  const count = undisturbed.calls.length
  expect(count).toBeGreaterThan(20)
  for (let n = 0; n < count; n += 1) {
    const cluster = ground.clone()
    cluster.before = () => {
      if (cluster.calls.length >= n) throw new Error('killed')
    }
    await expect(ejectFrom(cluster, on.now), `call ${n}`).rejects.toThrow('killed')
    cluster.before = () => undefined
    const again = await ejectFrom(cluster, on.now + 61_000)
    expect([...again.values()], `after call ${n}`).toMatchObject([{ problems: [] }])
    expect(picture(cluster), `after call ${n}`).toBe(picture(undisturbed))
  }
})
