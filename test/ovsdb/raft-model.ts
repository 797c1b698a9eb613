import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { DatabaseStatus, NorthboundRows } from '../../lib/pipeline/proof/northbound-rows.ts'
import type { Clock } from '../../lib/ports/clock.ts'
import type { Northbound, NorthboundMember } from '../../lib/ports/northbound.ts'

/** What happens to the cluster at a moment: to the leader, or to a member by its number. */
export interface Happening {
  /** Milliseconds from the beginning. */
  readonly at: number
  readonly what:
    | 'the VIP comes'
    | 'the VIP goes'
    | 'something else is written'
    | 'the leader dies'
    | 'a member dies'
    | 'the dead come back'
    | 'the leader is cut off'
    | 'a member is cut off'
    | 'all are joined'
    | 'a member is silent to us'
    | 'all answer us'
    | 'it is set up anew'
  readonly member: number
  /** Between 0 and 1, for what takes its time. */
  readonly chance: number
}

/** Milliseconds of one call. */
const CALL = 7

interface Member {
  readonly nth: number
  /** Whether the VIP stood there after each entry: a prefix of what was committed. */
  log: readonly boolean[]
  isUp: boolean
  answers: boolean
  /** From the others, not from us. */
  isCut: boolean
  isLeader: boolean
  /** Another was chosen while it was away. */
  isDeposed: boolean
  connected: boolean
  starts: number
}

/**
 * A raft of three servers on a clock of its own, and what really stood in it when. What is committed is known at once to all
 * who helped to commit it.
 */
export class RaftModel {
  now = 0
  /** Moments at which the VIP came to stand in the cluster, or went; and the cluster's id from then on. */
  readonly truth: { readonly at: number; readonly present: boolean; readonly cid: string }[] = []
  readonly clock: Clock
  readonly northbound: Northbound
  readonly #timer: number
  #committed: readonly boolean[] = [false]
  #clusters = 1
  #later: { readonly at: number; readonly due: () => void; readonly told?: true }[] = []
  #electing = false
  readonly #members: readonly Member[] = [0, 1, 2].map((nth) => ({
    nth,
    log: this.#committed,
    isUp: true,
    answers: true,
    isCut: false,
    isLeader: nth === 0,
    isDeposed: false,
    connected: true,
    starts: 1,
  }))

  /** `timer`: milliseconds of the election timer; a leader that was cut off believes in itself for one to four of them. */
  constructor(happenings: readonly Happening[], timer: number) {
    this.#timer = timer
    this.#note()
    for (const one of happenings)
      this.#later.push({ at: Math.ceil(one.at), due: () => this.#happen(one), told: true })
    this.clock = { now: () => this.now, pause: async (ms) => this.pass(ms) }
    this.northbound = {
      servers: 3,
      connect: async () => {
        this.pass(CALL)
        return this.#members.filter(reachable).map((member) => this.#connection(member))
      },
    }
  }

  get present(): boolean {
    return this.#committed.at(-1) === true
  }

  /** Lets time go by, and what is due happen. */
  pass(ms: number): void {
    const until = this.now + Math.ceil(ms)
    for (;;) {
      const next = this.#later.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      this.#later = this.#later.filter((one) => one !== next)
      this.now = Math.max(this.now, next.at)
      next.due()
    }
    this.now = until
  }

  /** All is well again, and stays so. */
  async heal({ present }: { readonly present: boolean }): Promise<void> {
    this.#later = this.#later.filter(({ told }) => told !== true)
    for (const what of ['the dead come back', 'all are joined', 'all answer us'] as const)
      this.#happen({ at: this.now, what, member: 0, chance: 0 })
    this.pass(10 * this.#timer)
    this.#write(present)
    this.pass(CALL)
  }

  #at(at: number, due: () => void): void {
    this.#later.push({ at: Math.ceil(at), due })
  }

  #happen({ what, member: nth, chance }: Happening): void {
    const leader = this.#leader()
    const member = this.#members[nth % 3]
    if (what === 'the VIP comes') this.#write(true)
    else if (what === 'the VIP goes') this.#write(false)
    else if (what === 'something else is written') this.#write(this.present)
    else if (what === 'the leader dies') this.#kill(leader)
    else if (what === 'a member dies') this.#kill(member)
    else if (what === 'the leader is cut off') this.#cut(leader, chance)
    else if (what === 'a member is cut off') this.#cut(member, chance)
    else if (what === 'a member is silent to us') silence(member)
    else if (what === 'it is set up anew') this.#setUpAnew(chance > 0.5)
    else this.#mend(what)
    this.#elect(chance)
  }

  #mend(what: Happening['what']): void {
    for (const one of this.#members) {
      if (what === 'all answer us') one.answers = true
      if (what === 'all are joined') rejoin(one)
      if (what === 'the dead come back' && !one.isUp) {
        one.isUp = true
        one.starts += 1
        one.connected = false
      }
    }
    this.#catchUp()
  }

  /** Who truly leads: with it a majority can be heard. */
  #leader(): Member | undefined {
    const joined = this.#joined()
    return joined.length < 2 ? undefined : joined.find(({ isLeader }) => isLeader)
  }

  #joined(): readonly Member[] {
    return this.#members.filter(({ isUp, isCut }) => isUp && !isCut)
  }

  /** Nothing is written without a leader. */
  #write(present: boolean): void {
    if (this.#leader() === undefined) return
    this.#committed = [...this.#committed, present]
    this.#catchUp()
    this.#note()
  }

  #catchUp(): void {
    if (this.#leader() === undefined) return
    for (const one of this.#joined()) {
      one.log = this.#committed
      one.connected = true
    }
  }

  #kill(member: Member | undefined): void {
    if (member === undefined) return
    member.isUp = false
    member.isLeader = false
  }

  /** It goes on, and answers, and does not know better for a while. */
  #cut(member: Member | undefined, chance: number): void {
    if (member === undefined || member.isCut) return
    member.isCut = true
    this.#at(this.now + this.#timer * (1 + 3 * chance), () => {
      if (!member.isCut) return
      member.isLeader = false
      member.connected = false
    })
  }

  /** Those who hear each other choose one, if they are most; after a while. */
  #elect(chance: number): void {
    if (this.#electing || this.#leader() !== undefined) return
    this.#electing = true
    this.#at(this.now + this.#timer * (1 + chance), () => {
      this.#electing = false
      const joined = this.#joined()
      if (this.#leader() !== undefined || joined.length < 2) return
      const [best] = joined.toSorted((a, b) => b.log.length - a.log.length)
      for (const one of this.#members) {
        if (joined.includes(one)) one.isLeader = one === best
        else one.isDeposed = one.isLeader
      }
      // A leader begins with an entry of its own.
      this.#write(this.present)
    })
  }

  /** Other servers at the same addresses, with another history. */
  #setUpAnew(present: boolean): void {
    this.#clusters += 1
    this.#committed = [present]
    for (const one of this.#members)
      Object.assign(one, { log: this.#committed, isUp: true, isCut: false, connected: true })
    for (const one of this.#members) {
      one.isLeader = one.nth === 1
      one.isDeposed = false
      one.starts += 1
    }
    this.#note()
  }

  #note(): void {
    const cid = `cid-${this.#clusters}`
    this.truth.push({ at: this.now, present: this.present, cid })
  }

  /** Broken by the death of its server, or when that stops answering. */
  #connection(member: Member): NorthboundMember {
    const { starts } = member
    const answer = <T>(make: () => T): T => {
      this.pass(CALL)
      if (!reachable(member) || member.starts !== starts)
        throw new OutsideError('the connection failed', { system: 'ovsdb', retryable: true })
      return make()
    }
    return {
      endpoint: `tcp:10.0.0.${member.nth + 1}:6641`,
      status: async () => answer(() => this.#statusOf(member)),
      rows: async () => answer(() => rowsOf(member)),
      close: () => undefined,
    }
  }

  #statusOf({ nth, log, isLeader, connected, starts }: Member): DatabaseStatus {
    return {
      model: 'clustered',
      connected,
      leader: isLeader,
      cid: `cid-${this.#clusters}`,
      sid: `sid-${this.#clusters}-${nth}`,
      index: log.length,
      uuid: `row-${nth}-${starts}`,
    }
  }
}

function reachable({ isUp, answers }: Member): boolean {
  return isUp && answers
}

function rejoin(member: Member): void {
  member.isCut = false
  if (member.isDeposed) member.isLeader = false
  member.isDeposed = false
}

function silence(member: Member | undefined): void {
  if (member !== undefined) member.answers = false
}

/** The VIP in this project's VPC, where it stands; and one of another project that always does. */
function rowsOf({ log }: Member): NorthboundRows {
  const balancer = (vpc: string, vips: readonly (readonly [string, string])[]) => ({
    _uuid: ['uuid', vpc],
    name: `vpc-${vpc}-tcp-load`,
    vips: ['map', vips],
  })
  const vip = ['10.242.0.17:443', '10.100.0.5:30443'] as const
  return new Map([
    [
      'Load_Balancer',
      [balancer('photon-test', [vip]), balancer('photon-prod', log.at(-1) === true ? [vip] : [])],
    ],
  ])
}
