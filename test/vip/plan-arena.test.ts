import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCidr } from '../../lib/domain/net/cidr.ts'
import { indexOfBlock } from '../../lib/domain/vip/blocks.ts'
import { arenaSlots, type Delegation, type VipBlock } from '../../lib/domain/vip/delegation.ts'
import { type ArenaRequest, planArena } from '../../lib/domain/vip/plan-arena.ts'
import type { ClusterWish } from '../../lib/domain/vip/standing.ts'
import type { VipConfig } from '../../lib/domain/vip/vip-config.ts'

const pool = '10.242.0.0/24'
const config: VipConfig = { mode: 'enable', poolCidr: pool, requireOptIn: false }

function wish(name: string, blocks: number, more: Partial<ClusterWish> = {}): ClusterWish {
  return {
    name,
    spec: { blocks, providers: ['kubevirt'] },
    blocks: [],
    hasCluster: true,
    ranges: [],
    awaits: [],
    isFrozen: false,
    ...more,
  }
}

function requestOf(
  clusters: readonly ClusterWish[],
  more: Partial<ArenaRequest> = {},
): ArenaRequest {
  const rest = { namespace: 'a', config, pool, isExcluded: false, leaving: [], foreign: new Map() }
  return { ...rest, clusters, ...more }
}

const cidrsOf = ({ blocks }: Delegation) => blocks.map(({ cidr }) => cidr)
const phasesOf = ({ blocks }: Delegation) => blocks.map(({ phase }) => phase)

/** The first of what is planned. */
function first(request: ArenaRequest): Delegation {
  const [delegation] = planArena(request)
  if (delegation === undefined) throw new Error('no cluster')
  return delegation
}

const held = (phase: VipBlock['phase']): VipBlock => ({ ordinal: 1, cidr: '10.242.0.0/28', phase })

describe('planArena', () => {
  test('K-042 withdraws what came from another pool than the one in force, and gives nothing new', () => {
    const moved = { config: { ...config, poolCidr: '10.250.0.0/24' } }
    const one = first(requestOf([wish('solar', 2, { blocks: [held('Bound')] })], moved))
    expect(one).toMatchObject({
      reason: 'Pending',
      blocks: [{ cidr: '10.242.0.0/28', phase: 'Revoked' }],
    })
    expect(one.message).toContain('came from 10.242.0.0/24, VIP_POOL_CIDR is 10.250.0.0/24')
    const back = first(requestOf([wish('solar', 2, { blocks: one.blocks })]))
    expect(phasesOf(back)).toEqual(['Bound', 'Bound'])
  })

  test('K-049 is Pending until what it waits for is gone, and takes nothing away meanwhile', () => {
    const waiting = wish('solar', 1, { blocks: [held('Revoked')], awaits: ['KdcCluster a/old'] })
    expect(first(requestOf([waiting]))).toMatchObject({
      reason: 'Pending',
      message: 'it waits until "KdcCluster a/old" is gone',
      blocks: [{ phase: 'Revoked' }],
    })
  })

  test('K-048 is Delegatable only with every block that it asks for, all of them bound', () => {
    const full = requestOf([wish('solar', 8), wish('moon', 8), wish('last', 1)])
    expect(planArena(full).map(({ reason }) => reason)).toEqual([
      'Delegatable',
      'Delegatable',
      'PoolExhausted',
    ])
    const some = requestOf([wish('solar', 8), wish('moon', 7), wish('last', 2)])
    expect(planArena(some)[2]).toMatchObject({
      reason: 'PoolExhausted',
      message: 'it gets 1 of 2 blocks: all 16 blocks of 10.242.0.0/24 are taken',
    })
  })

  test('K-056 tells ahead what a cluster without a Cluster will meet with', () => {
    const coming = { hasCluster: false }
    const ranges = [{ what: 'pod', cidr: '10.240.0.0/13' }] as const
    expect(first(requestOf([wish('solar', 1, { ...coming, ranges })]))).toMatchObject({
      reason: 'ClusterAPIObjectMissing',
      ahead: {
        reason: 'TenantNetworkConflict',
        message: 'its pod range 10.240.0.0/13 overlaps the VIP pool 10.242.0.0/24',
      },
    })
    const clusters = [wish('a', 8, coming), wish('b', 8, coming), wish('moon', 8)]
    const [a, b, moon] = planArena(requestOf(clusters))
    expect(moon).toMatchObject({ reason: 'Delegatable' })
    expect(moon && cidrsOf(moon)[0]).toBe('10.242.0.0/28')
    expect(a).not.toHaveProperty('ahead')
    expect(b).toMatchObject({
      blocks: [],
      ahead: {
        reason: 'PoolExhausted',
        message:
          'it will get 0 of 8 blocks: all 16 blocks of 10.242.0.0/24 are taken, or asked for',
      },
    })
    const off = requestOf(clusters, { config: { ...config, mode: 'off' } })
    expect(planArena(off).filter(({ ahead }) => ahead !== undefined)).toEqual([])
  })

  test('gives a frozen cluster nothing new, and lets it have what it has', () => {
    const frozen = wish('solar', 2, { blocks: [held('Bound')], isFrozen: true })
    expect(first(requestOf([frozen]))).toMatchObject({ reason: 'Pending' })
    expect(cidrsOf(first(requestOf([frozen])))).toEqual(['10.242.0.0/28'])
  })

  test('counts what is on its way out as taken, and as a slot', () => {
    const leaving = Array.from({ length: arenaSlots }, (_, n) => ({
      ordinal: 1,
      cidr: `10.250.${n >> 4}.${(n % 16) * 16}/28`,
      phase: 'Tombstoned' as const,
    }))
    const wide = { config: { ...config, poolCidr: '10.250.0.0/16' }, pool: '10.250.0.0/16' }
    const none = first(requestOf([wish('solar', 1)], { ...wide, leaving }))
    expect(none.message).toBe('it gets 0 of 1 blocks: all 64 claim slots of the arena are taken')
    const one = first(requestOf([wish('solar', 2)], { ...wide, leaving: leaving.slice(1) }))
    expect(cidrsOf(one)).toEqual(['10.250.0.0/28'])
  })
})

/** What happens to an arena: clusters come, grow, opt out and in, go, and are proven gone; the mode changes. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'),
      blocks: fc.integer({ min: 1, max: 8 }),
      choice: fc.constantFrom(undefined, undefined, undefined, 'disabled' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('go' as const),
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('prove' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('mode' as const),
      mode: fc.constantFrom('off' as const, 'observe' as const, 'enable' as const),
    }),
  },
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** An arena through its days. */
class Days {
  clusters = new Map<string, ClusterWish>()
  leaving: readonly VipBlock[] = []
  mode: VipConfig['mode'] = 'enable'
  readonly pool: string

  constructor(pool: string) {
    this.pool = pool
  }

  happen(one: Step): void {
    if (one.kind === 'mode') this.mode = one.mode
    else if (one.kind === 'prove') this.leaving = []
    else if (one.kind === 'go') {
      const gone = this.clusters.get(one.name)?.blocks ?? []
      this.leaving = [
        ...this.leaving,
        ...gone.map((block) => ({ ...block, phase: 'Tombstoned' as const })),
      ]
      this.clusters.delete(one.name)
    } else {
      const had = this.clusters.get(one.name)
      const blocks = Math.max(one.blocks, had?.spec.blocks ?? 0)
      const choice = one.choice === undefined ? {} : { choice: one.choice }
      const spec = { blocks, providers: ['kubevirt'], ...choice }
      this.clusters.set(one.name, { ...wish(one.name, blocks), blocks: had?.blocks ?? [], spec })
    }
  }

  plan(): readonly Delegation[] {
    const { pool: poolCidr, mode, leaving } = this
    const request = { config: { ...config, poolCidr, mode }, pool: poolCidr, leaving }
    const delegations = planArena(requestOf([...this.clusters.values()], request))
    for (const { cluster, blocks } of delegations) {
      const before = this.clusters.get(cluster)
      if (before !== undefined) this.clusters.set(cluster, { ...before, blocks })
    }
    return delegations
  }
}

const days = fc.tuple(
  fc.constantFrom('10.242.0.0/24', '10.242.0.0/26', '10.0.0.0/8'),
  fc.array(step, { minLength: 1, maxLength: 40 }),
)

describe('whatever happens to an arena', () => {
  test('K-060 K-062 nobody gets more than it asks for, no block has two holders, and no slot is beyond the last', () => {
    fc.assert(
      fc.property(days, ([cidr, steps]) => {
        const arena = new Days(cidr)
        for (const one of steps) {
          arena.happen(one)
          const delegations = arena.plan()
          const all = [...delegations.flatMap(({ blocks }) => blocks), ...arena.leaving]
          expect(new Set(all.map((block) => block.cidr)).size).toBe(all.length)
          expect(all.length).toBeLessThanOrEqual(arenaSlots)
          for (const { blocks, wanted } of delegations) {
            const ordinals = blocks.map(({ ordinal }) => ordinal)
            expect(ordinals).toEqual(ordinals.map((_, n) => n + 1))
            expect(blocks.length).toBeLessThanOrEqual(wanted)
          }
        }
      }),
    )
  })

  test('who has a block keeps it, in its place; a new one is the lowest free one', () => {
    fc.assert(
      fc.property(days, ([cidr, steps]) => {
        const arena = new Days(cidr)
        const whole = parseCidr(cidr)
        if (whole === undefined) throw new Error(cidr)
        for (const one of steps) {
          arena.happen(one)
          const before = new Map([...arena.clusters].map(([name, { blocks }]) => [name, blocks]))
          const had = [...[...before.values()].flat(), ...arena.leaving].map((block) => block.cidr)
          const taken = new Set(had.map((text) => indexOfBlock(whole, text)))
          for (const { cluster, blocks } of arena.plan()) {
            const kept = (before.get(cluster) ?? []).map((block) => block.cidr)
            expect(blocks.slice(0, kept.length).map((block) => block.cidr)).toEqual(kept)
            for (const block of blocks.slice(kept.length)) {
              const index = indexOfBlock(whole, block.cidr) ?? Number.NaN
              for (let lower = 0; lower < index; lower += 1) expect(taken).toContain(lower)
              taken.add(index)
            }
          }
        }
      }),
    )
  })

  test('K-094 off, and enable again, gives everybody the same blocks', () => {
    fc.assert(
      fc.property(days, ([cidr, steps]) => {
        const arena = new Days(cidr)
        for (const one of steps) {
          arena.happen(one)
          arena.plan()
        }
        arena.mode = 'enable'
        const before = arena.plan()
        arena.mode = 'off'
        const off = arena.plan()
        expect(off.flatMap(phasesOf)).not.toContain('Bound')
        expect(off.map(cidrsOf)).toEqual(before.map(cidrsOf))
        arena.mode = 'enable'
        expect(arena.plan()).toEqual(before)
      }),
    )
  })

  test('observe gives nothing and takes nothing', () => {
    fc.assert(
      fc.property(days, ([cidr, steps]) => {
        const arena = new Days(cidr)
        for (const one of steps.filter(({ kind }) => kind !== 'mode')) {
          arena.happen(one)
          arena.plan()
        }
        const before = [...arena.clusters.values()]
        arena.mode = 'observe'
        const after = arena.plan()
        expect(after.map(({ blocks }) => blocks)).toEqual(before.map(({ blocks }) => blocks))
      }),
    )
  })
})
