import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Proof, proveAbsent } from '../../functions/sync/prove-absent.ts'
import type { Northbound } from '../../lib/ports/northbound.ts'
import { type Happening, RaftModel } from './raft-model.ts'

const block = { address: '10.242.0.16/28', vpc: 'photon-prod' }
const GAP = 5_000

/** When a read of OVN-NB began and ended. */
interface Window {
  readonly from: number
  until: number
}

/** A proof, and when its reads were. */
async function prove(model: RaftModel): Promise<{ proof: Proof; reads: readonly Window[] }> {
  const reads: Window[] = []
  const northbound: Northbound = {
    ...model.northbound,
    async connect() {
      const read = { from: model.now, until: model.now }
      reads.push(read)
      const close = () => {
        read.until = model.now
      }
      return (await model.northbound.connect()).map((member) => ({ ...member, close }))
    },
  }
  const proof = await proveAbsent([block], [], { northbound, clock: model.clock })
  return { proof, reads }
}

/** Whether the VIP was really not there at some moment of a read, and in which clusters that was. */
function absentIn({ truth }: RaftModel, { from, until }: Window): readonly string[] {
  return truth.flatMap(({ at, present, cid }, n) => {
    const end = truth[n + 1]?.at ?? Number.POSITIVE_INFINITY
    return !present && at <= until && end >= from ? [cid] : []
  })
}

/** What a proof says is so: twice, five seconds apart, in one cluster. */
function expectSound(model: RaftModel, { proof, reads }: Awaited<ReturnType<typeof prove>>): void {
  if (proof.absent.length === 0) return
  const [first, second] = reads.slice(-2)
  if (first === undefined || second === undefined) throw new Error('proven by less than two reads')
  expect(second.from - first.until).toBeGreaterThanOrEqual(GAP)
  const clusters = absentIn(model, first).filter((cid) => absentIn(model, second).includes(cid))
  expect(clusters).not.toEqual([])
}

/** What may happen, and how often it does: what it takes to be read from a leader that is none is no rare thing here. */
const what = fc.oneof(
  ...(
    [
      [4, 'the VIP comes'],
      [2, 'the VIP goes'],
      [1, 'something else is written'],
      [3, 'the leader is cut off'],
      [3, 'the leader dies'],
      [1, 'a member is cut off'],
      [1, 'a member dies'],
      [3, 'a member is silent to us'],
      [1, 'all are joined'],
      [1, 'the dead come back'],
      [1, 'all answer us'],
      [1, 'it is set up anew'],
    ] as const
  ).map(([weight, one]) => ({ weight, arbitrary: fc.constant(one) })),
)
const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const member = fc.nat(2)
/** `at` is in election timers. */
const random = fc.record({
  happenings: fc.array(fc.record({ at: between(0, 5), what, member, chance: between(0, 1) }), {
    maxLength: 8,
  }),
  begins: between(0, 5),
})

/** A leader is cut off, another one is chosen and the VIP comes; who is left does not know, does not answer, or is dead. */
const stale = fc
  .record({
    chance: between(0.6, 1),
    after: between(0.05, 0.3),
    begins: between(0.05, 0.5),
    silent: fc.subarray([0, 1, 2]),
    dies: fc.boolean(),
  })
  .map(({ chance, after, begins, silent, dies }) => {
    const chosen = 0.1 + 1 + chance
    const happen = (at: number, one: Happening['what'], nth = 0) => {
      return { at, what: one, member: nth, chance }
    }
    const happenings = [
      happen(0.1, 'the leader is cut off'),
      happen(chosen + after, 'the VIP comes'),
      ...silent.map((nth) => happen(chosen + after, 'a member is silent to us', nth)),
      ...(dies ? [happen(chosen + after + 0.01, 'the leader dies')] : []),
    ]
    return { happenings, begins: chosen + after + begins }
  })

/** By timers of a second to some: with the longer ones a leader that was cut off believes in itself for both reads. */
const histories = fc
  .record({
    story: fc.oneof({ weight: 3, arbitrary: random }, { weight: 1, arbitrary: stale }),
    timer: fc.constantFrom(1_000, 5_000, 16_000),
  })
  .map(({ story: { happenings, begins }, timer }) => ({
    happenings: happenings.map((one) => ({ ...one, at: one.at * timer })),
    begins: begins * timer,
    timer,
  }))
const runs = process.env['LONG'] === '1' ? 100_000 : 5_000

describe('a block is proven absent', () => {
  test('never while its VIP stands in its VPC, whatever happens to the raft (K-063) (K-066) (K-067) (K-068)', async () => {
    const seen = { passed: 0, failed: 0, present: 0 }
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const model = new RaftModel(history.happenings, history.timer)
        model.pass(history.begins)
        const result = await prove(model)
        if (result.proof.absent.length > 0) seen.passed += 1
        else if (result.proof.failure === undefined) seen.present += 1
        else seen.failed += 1
        expectSound(model, result)
      }),
      { numRuns: runs },
    )
    // All of it was met: none of the three is what always comes out.
    expect(Math.min(seen.passed, seen.failed, seen.present)).toBeGreaterThan(runs / 100)
  })

  test('once all is well and it is gone, whatever happened before (K-069) (K-071)', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const model = new RaftModel(history.happenings, history.timer)
        model.pass(5 * history.timer)
        await model.heal({ present: false })
        expect((await prove(model)).proof).toMatchObject({ absent: [block] })
      }),
      { numRuns: runs / 4 },
    )
  })

  test('not once all is well and it is there', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const model = new RaftModel(history.happenings, history.timer)
        model.pass(5 * history.timer)
        await model.heal({ present: true })
        const { proof } = await prove(model)
        expect(proof.absent).toEqual([])
        expect([...proof.present.values()]).toEqual(['Load_Balancer.vips'])
      }),
      { numRuns: runs / 4 },
    )
  })
})
