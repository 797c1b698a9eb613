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
const wanted = [{ address: '203.0.113.24' }]
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

if (why !== undefined) console.log(`the proof on a real raft is not tried: ${why}`)

describe.skipIf(why !== undefined)('OVN-NB on three servers', () => {
  let raft: Raft
  beforeAll(async () => {
    raft = await startRaft(3)
    await untilLed(raft.members)
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
    expect(held.absent).toEqual([])
    expect([...held.present.values()]).toEqual(['NAT.external_ip'])
    const goes = interrupted(northboundOf(...raft.members), () => raft.transact(noRouters))
    expect((await prove(goes)).absent).toEqual([])
    expect((await prove(northboundOf(...raft.members))).absent).toEqual(wanted)
  })

  test('one that comes between the reads is not', async () => {
    const comes = interrupted(northboundOf(...raft.members), () =>
      raft.transact(...nat('203.0.113.24')),
    )
    expect((await prove(comes)).absent).toEqual([])
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
      expect(proof).toMatchObject({ absent: [], failure: 'only 1 of 3 members answer' })
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
