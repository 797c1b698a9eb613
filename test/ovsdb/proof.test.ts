import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProveOptions, proveAbsent } from '../../functions/sync/prove-absent.ts'
import { readLeader } from '../../functions/sync/read-leader.ts'
import { parseEndpoint } from '../../lib/adapters/ovsdb/endpoint.ts'
import { openNorthbound } from '../../lib/adapters/ovsdb/northbound.ts'
import { dropsIn } from '../../lib/pipeline/proof/nb-drops.ts'
import type { Northbound, NorthboundMember } from '../../lib/ports/northbound.ts'
import { type Raft, type RaftMember, startRaft, whyNoRaft } from './raft.ts'

const why = whyNoRaft()
const block = { address: '10.242.0.16/28', vpc: 'photon-prod' }
const wanted = [{ address: '203.0.113.24' }, block]
const clock = { now: () => performance.now(), pause: (ms: number) => sleep(ms) }

const northboundOf = (...members: readonly RaftMember[]): Northbound =>
  openNorthbound(
    members.map(({ endpoint }) => {
      const parsed = parseEndpoint(endpoint)
      if (parsed === undefined) throw new Error(endpoint)
      return parsed
    }),
    { timeoutMs: 2_000 },
  )

/** Until all members agree on a leader. */
async function untilLed(members: readonly RaftMember[]): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (typeof (await readLeader(northboundOf(...members))) !== 'string') return
    await sleep(200)
  }
  throw new Error('no leader')
}

async function leaderOf(members: readonly RaftMember[]): Promise<RaftMember> {
  await untilLed(members)
  for (const member of members)
    if (typeof (await readLeader(northboundOf(member))) !== 'string') return member
  throw new Error('no leader')
}

const prove = (northbound: Northbound, more: Partial<ProveOptions> = {}) =>
  proveAbsent(wanted, [], { northbound, clock, gapMs: 300, attempts: 1, ...more })

/** Whoever asks for the rows, `then` happens before they get them, the first time. */
function interrupted(northbound: Northbound, then: () => Promise<void>): Northbound {
  let isDone = false
  const wrap = (member: NorthboundMember): NorthboundMember => ({
    ...member,
    async rows(tables) {
      const rows = await member.rows(tables)
      if (!isDone) {
        isDone = true
        await then()
      }
      return rows
    },
  })
  return { ...northbound, connect: async () => (await northbound.connect()).map(wrap) }
}

const nat = (address: string) => [
  {
    op: 'insert',
    table: 'NAT',
    row: { type: 'dnat_and_snat', external_ip: address, logical_ip: '10.100.0.5' },
    'uuid-name': 'nat',
  },
  {
    op: 'insert',
    table: 'Logical_Router',
    row: { name: 'photon-prod', nat: ['named-uuid', 'nat'] },
  },
]
const noRouters = { op: 'delete', table: 'Logical_Router', where: [] }

/** A VIP as Kube-OVN puts it into the load balancer of a VPC. */
const vip = (vpc: string, address: string) => ({
  op: 'insert',
  table: 'Load_Balancer',
  row: {
    name: `vpc-${vpc}-tcp-load`,
    vips: ['map', [[`${address}:443`, '10.100.0.5:30443,10.100.0.6:30443']]],
  },
})
const noVips = (vpc: string) => ({
  op: 'delete',
  table: 'Load_Balancer',
  where: [['name', '==', `vpc-${vpc}-tcp-load`]],
})

if (why !== undefined) console.log(`the proof on a real raft is not tried: ${why}`)

describe.skipIf(why !== undefined)('OVN-NB on three servers', () => {
  let raft: Raft
  beforeAll(async () => {
    raft = await startRaft(3)
    await untilLed(raft.members)
    // Another project has a VIP of a block that is called the same, all the time.
    await raft.transact(vip('photon-test', '10.242.0.17'))
  })
  afterAll(() => raft.end())

  test('an address that stands nowhere is proven absent', async () => {
    const proof = await prove(northboundOf(...raft.members))
    expect(proof).toMatchObject({ absent: wanted, present: new Map() })
    expect(proof.failure).toBeUndefined()
  })

  test('the two reads are five seconds apart, unless told otherwise (K-068)', async () => {
    const pauses: number[] = []
    let now = 0
    const counting = {
      now: () => now,
      pause: async (ms: number) => {
        pauses.push(ms)
        // A timer may wake too early.
        now += ms === 5_000 ? 4_990 : ms
      },
    }
    const northbound = northboundOf(...raft.members)
    const { absent } = await proveAbsent(wanted, [], { northbound, clock: counting })
    expect(absent).toEqual(wanted)
    expect(pauses).toEqual([5_000, 10])
  })

  test('an address of a NAT rule is not, until the rule is gone from both reads (K-066)', async () => {
    await raft.transact(...nat('203.0.113.24'))
    const held = await prove(northboundOf(...raft.members))
    expect(held.absent).toEqual([block])
    expect([...held.present.values()]).toEqual(['NAT.external_ip'])
    const goes = interrupted(northboundOf(...raft.members), () => raft.transact(noRouters))
    expect((await prove(goes)).absent).toEqual([block])
    expect((await prove(northboundOf(...raft.members))).absent).toEqual(wanted)
  })

  test('a block is not, until the last VIP in it is gone from both reads (K-063) (K-066)', async () => {
    await raft.transact(vip('photon-prod', '10.242.0.31'))
    const held = await prove(northboundOf(...raft.members))
    expect(held.absent).toEqual(wanted.slice(0, 1))
    expect(held.present).toEqual(new Map([[block, 'Load_Balancer.vips']]))
    const goes = interrupted(northboundOf(...raft.members), () =>
      raft.transact(noVips('photon-prod')),
    )
    expect((await prove(goes)).absent).toEqual(wanted.slice(0, 1))
    expect((await prove(northboundOf(...raft.members))).absent).toEqual(wanted)
  })

  test('a VIP that comes back between the reads is seen (K-069)', async () => {
    const comes = interrupted(northboundOf(...raft.members), () =>
      raft.transact(vip('photon-prod', '10.242.0.16')),
    )
    expect((await prove(comes)).present).toEqual(new Map([[block, 'Load_Balancer.vips']]))
    await raft.transact(noVips('photon-prod'))
  })

  test('one that comes between the reads is not', async () => {
    const comes = interrupted(northboundOf(...raft.members), () =>
      raft.transact(...nat('203.0.113.24')),
    )
    expect((await prove(comes)).absent).toEqual([block])
    await raft.transact(noRouters)
  })

  test('a follower is not read, even where it alone answers (K-067)', async () => {
    const leader = await leaderOf(raft.members)
    const followers = raft.members.filter((one) => one !== leader)
    const proof = await prove(northboundOf(...followers))
    expect(proof.absent).toEqual([])
    expect(proof.failure).toMatch(/^OVN-NB has no leader here \(tcp:.*: it is no leader; tcp:/)
  })

  test('what routers really drop is read with it', async () => {
    const match = 'ip4.dst == 198.51.100.0/24'
    await raft.transact(
      {
        op: 'insert',
        table: 'Logical_Router_Policy',
        row: { priority: 31500, match, action: 'drop' },
        'uuid-name': 'drop',
      },
      {
        op: 'insert',
        table: 'Logical_Router',
        row: { name: 'photon-prod', policies: ['named-uuid', 'drop'] },
      },
      { op: 'insert', table: 'Logical_Router', row: { name: 'photon-test' } },
    )
    const { rows = new Map() } = await prove(northboundOf(...raft.members))
    expect(dropsIn(rows)).toEqual([
      { vpc: 'photon-prod', cidrs: ['198.51.100.0/24'] },
      { vpc: 'photon-test', cidrs: [] },
    ])
    await raft.transact(noRouters)
  })

  test('a leader that dies after it was read makes both reads start again', async () => {
    const leader = await leaderOf(raft.members)
    const said: string[] = []
    const dies = interrupted(northboundOf(...raft.members), async () => leader.kill())
    const once = await prove(dies, { progress: (doing) => said.push(doing) })
    expect(once.absent).toEqual([])
    expect(said.at(-1)).toMatch(/^reading OVN-NB again: /)
    await untilLed(raft.members)
    expect((await prove(northboundOf(...raft.members))).absent).toEqual(wanted)
    await leader.start()
    await untilLed(raft.members)
  })

  test('another leader between the reads is fine, in the same cluster', async () => {
    const leader = await leaderOf(raft.members)
    const reads = northboundOf(...raft.members)
    let nth = 0
    const northbound: Northbound = {
      servers: reads.servers,
      async connect() {
        nth += 1
        if (nth === 2) {
          leader.kill()
          await untilLed(raft.members)
        }
        return reads.connect()
      },
    }
    expect((await prove(northbound)).absent).toEqual(wanted)
    await leader.start()
    await untilLed(raft.members)
  })

  test('a leader that is cut off proves nothing, whatever it says of itself (K-067)', async () => {
    const leader = await leaderOf(raft.members)
    const others = raft.members.filter((one) => one !== leader)
    for (const one of others) one.stop()
    try {
      const proof = await prove(northboundOf(...raft.members))
      expect(proof.absent).toEqual([])
      // Where the others are waited for that long, it knows better by itself.
      expect(proof.failure).toMatch(/^(?:only 1 of 3 members answer|it is no leader)$/)
      // Alone it is believed until its election timer ends.
      for (let tries = 0; tries < 50 && (await prove(northboundOf(leader))).absent.length > 0; )
        tries += 1
      const alone = await prove(northboundOf(leader))
      expect(alone.absent).toEqual([])
      expect(alone.failure).toMatch(/it has lost its cluster|it is no leader/)
    } finally {
      for (const one of others) one.go()
    }
    await untilLed(raft.members)
  })
})

describe.skipIf(why !== undefined)('OVN-NB on three servers that hear each other no more', () => {
  let raft: Raft
  beforeAll(async () => {
    raft = await startRaft(3)
    await untilLed(raft.members)
  })
  afterAll(() => raft.end())

  /** Cuts a member off for the time of a test, and waits until all is well again. */
  async function whileCut(member: RaftMember, work: () => Promise<void>): Promise<void> {
    member.cut()
    try {
      await work()
    } finally {
      member.join()
    }
    await raft.transact(noVips('photon-prod'))
    await untilLed(raft.members)
  }

  test('a follower that was cut off and still answers has nothing to say (K-067)', async () => {
    const leader = await leaderOf(raft.members)
    const [stale, other] = raft.members.filter((one) => one !== leader)
    if (stale === undefined || other === undefined) throw new Error('no followers')
    await whileCut(stale, async () => {
      await raft.transact(vip('photon-prod', '10.242.0.17'))
      // It is asked alone, and it has never heard of the VIP.
      expect((await prove(northboundOf(stale))).absent).toEqual([])
      for (const members of [raft.members, [leader, stale], [leader, other]])
        expect((await prove(northboundOf(...members))).present).toEqual(
          new Map([[block, 'Load_Balancer.vips']]),
        )
      await raft.transact(noVips('photon-prod'))
      expect((await prove(northboundOf(...raft.members))).absent).toEqual(wanted)
    })
  })

  test('a leader that was cut off and believes in itself proves nothing, once another has written (K-067)', async () => {
    const old = await leaderOf(raft.members)
    const others = raft.members.filter((one) => one !== old)
    await whileCut(old, async () => {
      const until = performance.now() + 4_000
      const proofs: Promise<unknown>[] = []
      const written = raft.transactOn(others, vip('photon-prod', '10.242.0.17')).then(() => true)
      // As long as nothing was written it may be right; from then on it must not be believed.
      let isWritten = false
      while (performance.now() < until) {
        isWritten ||= await Promise.race([written, sleep(50).then(() => false)])
        if (!isWritten) continue
        for (const members of [
          raft.members,
          [old, ...others.slice(1)],
          [old, ...others.slice(0, 1)],
        ])
          proofs.push(
            prove(northboundOf(...members), { gapMs: 20 }).then(({ absent }) => {
              expect(absent).not.toContain(block)
            }),
          )
        await sleep(100)
      }
      await Promise.all(proofs)
      expect(proofs.length).toBeGreaterThan(10)
    })
  })

  test('others in its place, with another id, are another cluster', async () => {
    const other = await startRaft(3)
    try {
      await untilLed(other.members)
      const [before, after] = [northboundOf(...raft.members), northboundOf(...other.members)]
      let nth = 0
      const replaced: Northbound = {
        servers: 3,
        connect: () => ((nth += 1) === 1 ? before : after).connect(),
      }
      const proof = await prove(replaced)
      expect(proof).toMatchObject({ absent: [], failure: 'it is another database' })
      // The next pair of reads is of one cluster alone.
      nth = 0
      expect(await prove(replaced, { attempts: 2 })).toMatchObject({ absent: wanted })
    } finally {
      other.end()
    }
  })
})

describe.skipIf(why !== undefined)('OVN-NB on one server', () => {
  let raft: Raft
  beforeAll(async () => {
    raft = await startRaft(1)
  })
  afterAll(() => raft.end())

  test('proves absence, if it is the same server both times', async () => {
    const [member] = raft.members
    if (member === undefined) throw new Error('no member')
    expect(await prove(northboundOf(member))).toMatchObject({ absent: wanted })
    const reads = northboundOf(member)
    let nth = 0
    const northbound: Northbound = {
      servers: reads.servers,
      async connect() {
        nth += 1
        if (nth === 2) {
          member.kill()
          await member.start()
        }
        return reads.connect()
      },
    }
    const proof = await prove(northbound)
    expect(proof).toMatchObject({ absent: [], failure: 'it is another database' })
  })

  test('of another cluster, or dead, it proves nothing', async () => {
    const other = await startRaft(1)
    try {
      const [one, two] = [...raft.members, ...other.members]
      if (one === undefined || two === undefined) throw new Error('no member')
      expect((await prove(northboundOf(one, two))).failure).toBe('there are two leaders')
      two.kill()
      expect((await prove(northboundOf(two))).failure).toBe('no server of OVN-NB answers')
    } finally {
      other.end()
    }
  })
})
