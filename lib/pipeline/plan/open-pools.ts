import type { Facts } from '../../domain/facts.ts'
import type { Rest } from '../../domain/ledger/cooling.ts'
import { PoolBook } from '../../domain/ledger/pool-book.ts'
import { emptyIndex } from '../../domain/ledger/pool-index.ts'
import { reservedIn } from '../../domain/ledger/reserved.ts'
import type { State } from '../../domain/ledger/state.ts'
import { parseAddress } from '../../domain/net/address.ts'
import { IntervalIndex } from '../../domain/net/interval-index.ts'
import { rangeOf } from '../../domain/net/range.ts'
import type { Platform } from '../../domain/platform.ts'
import type { Reservation } from '../../domain/reservation.ts'
import { segmentsOf } from '../../domain/segments.ts'
import type { PlanRequest } from './plan-request.ts'

/** What the state says to rest still did when it was planned. */
const asWritten: Rest = { after: Infinity }

/** What the pools of a platform are opened with. */
export interface Opening {
  readonly state: State
  readonly facts: Facts
  readonly reservations: readonly Reservation[]
  /** How long what is freed rests; left out, as long as it was written down for. */
  readonly rest?: Rest
}

/** What the inputs say about them. */
export function openingOf({
  inputs: { reservations, settings },
  time,
}: Pick<PlanRequest, 'inputs' | 'time'>): Pick<Opening, 'reservations' | 'rest'> {
  return { reservations, rest: { after: settings.reuse.after, time } }
}

/** Every pool of the platform with who holds what in it, strangers that facts show among them, and what is set aside. */
export function openPools(
  platform: Platform,
  { state, facts, reservations, rest = asWritten }: Opening,
): ReadonlyMap<string, PoolBook> {
  const pools = new Map<string, PoolBook>()
  const reserved = reservedIn(platform, reservations)
  for (const { name, usable } of [...segmentsOf(platform).subnets.values(), ...platform.pools]) {
    const shape = { name, usable, reserved: reserved.get(name), rest }
    pools.set(name, new PoolBook(shape, state.pools.get(name) ?? emptyIndex))
  }
  noteStrangers(platform, facts, pools)
  return pools
}

/** An address in use that no claim explains has a holder all the same: it is not given to anybody. */
function noteStrangers(
  platform: Platform,
  facts: Facts,
  pools: ReadonlyMap<string, PoolBook>,
): void {
  const index = new IntervalIndex<string>()
  for (const { name, ranges } of platform.pools) {
    for (const range of ranges) index.insert(range, name)
  }
  for (const { name, cidr } of segmentsOf(platform).subnets.values()) index.insert(cidr, name)
  for (const { address, holder, subnet } of seenIn(facts)) {
    const parsed = parseAddress(address)
    if (parsed === undefined) continue
    const pool = pools.get(subnet ?? index.firstOverlap(rangeOf(parsed))?.value ?? '')
    if (pool !== undefined && isUnexplained(pool, address)) pool.noteForeign(address, holder)
  }
}

/** Of several who have one address the last is told: an OvnEip, which may be a claim's own. */
function seenIn({ nodes, holders }: Facts): Facts['holders'] {
  const isEip = ({ holder }: Facts['holders'][number]) => holder.startsWith('OvnEip ')
  return [
    ...nodes.map(({ name, address }) => ({ address, holder: `Node ${name}` })),
    ...holders.filter((one) => !isEip(one)),
    ...holders.filter(isEip),
  ]
}

/** What is excluded is nobody's to give; in a part that was not read a claim may explain it. */
function isUnexplained(pool: PoolBook, address: string): boolean {
  return pool.isUsable(address) && pool.isKnown(address) && pool.holderOf(address) === undefined
}
