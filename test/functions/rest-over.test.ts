import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { planner } from '../../functions/allocate/planner.ts'
import { allocate } from '../../functions/allocate.ts'
import { allocateOnForge } from '../../functions/allocate-on-forge.ts'
import { sweep } from '../../functions/sweep.ts'
import { restOver } from '../../lib/pipeline/rest-over.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { eip, environment } from './claims.ts'
import { STATE, Stage } from './stage.ts'

const scratch = scratchFolder()
const DAY_MS = 86_400_000
const ADDRESS = '198.51.100.30'

/** EipClaim photon/web had the address, which rests for a day; EipClaim photon/shop wants it. */
async function resting(name: string) {
  const stage = await Stage.open(join(scratch, `${name}.git`), {
    'netclaim.yaml': 'reuse: {after: 1d}\n',
    ...environment('photon'),
    ...eip('photon', 'web', ADDRESS),
  })
  await stage.commit({ 'environments/photon/eip-web.yaml': undefined })
  const { repository, engine, main } = stage.context
  await allocate(repository, { planner, engine, main, state: STATE })
  await allocate(repository, { planner, engine, main, state: STATE, neverApplied: true })
  const wish = await stage.commit(eip('photon', 'shop', ADDRESS))
  await allocateOnForge(stage.context)
  expect(stage.status(wish)?.description).toMatch(/^1 rejected/)
  await stage.work()
  const shop = async () =>
    readState(await stage.state())
      .value.books.get('photon')
      ?.get('EipClaim shop')?.phase
  return { stage, wish, shop }
}

test('a claim that waits for an address to rest gets it when its rest is over, though nothing is merged', async () => {
  const { stage, wish, shop } = await resting('over')
  stage.now += DAY_MS / 2
  await sweep(stage.context)
  expect(await stage.work()).not.toContainEqual({ kind: 'allocate', repository: 'example/claims' })
  expect(await shop()).toBe('rejected')
  stage.now += DAY_MS / 2 + 600_000
  await sweep(stage.context)
  await stage.work()
  expect(await shop()).toBe('held')
  expect([...(await stage.state()).keys()]).not.toContain('allocations/pools/ext-a/cooling.yaml')
  expect(stage.status(wish)?.state).toBe('success')
  const { subject, seconds } = await stage.repository.commit(stage.tip(STATE))
  expect(subject).toBe(`Give what has rested again at ${wish.slice(0, 12)}`)
  expect(Math.abs(seconds * 1_000 - stage.now)).toBeLessThan(600_000)
  // Once is enough.
  const tip = stage.tip(STATE)
  await sweep(stage.context)
  await stage.work()
  expect(stage.tip(STATE)).toBe(tip)
})

test('whoever comes to it a day later plans the same, by the time at which the rest was over', async () => {
  const { stage } = await resting('same')
  const later = stage.fork()
  stage.now += DAY_MS + 600_000
  later.now += 2 * DAY_MS
  for (const one of [stage, later]) {
    await sweep(one.context)
    await one.work()
  }
  expect(later.tip(STATE)).toBe(stage.tip(STATE))
})

const held = fc.record({ freed: fc.nat(1_000), pool: fc.constantFrom('a', 'b') })

test('the last rest that is over counts, of whatever pool; where none is, nothing is due', () => {
  fc.assert(
    fc.property(fc.array(held), fc.nat(1_000), fc.nat(2_500), (rests, after, now) => {
      const pools = new Map(
        [...Map.groupBy(rests, ({ pool }) => pool)].map(([pool, some]) => {
          const cooling = some.map(
            ({ freed }, n) => [`10.0.0.${n}`, { holder: 'x', freed }] as const,
          )
          return [pool, { counts: new Map(), parts: new Map(), cooling: new Map(cooling) }]
        }),
      )
      const over = rests.map(({ freed }) => freed + after).filter((end) => end <= now)
      const wanted = over.length === 0 ? undefined : Math.max(...over)
      expect(restOver({ pools }, { after, now })).toBe(wanted)
    }),
  )
})
