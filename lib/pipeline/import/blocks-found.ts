import { quote } from '../../domain/claims/quote.ts'
import { arenaName, reservationName } from '../../domain/names.ts'
import { type Cidr, formatCidr, parseCidr } from '../../domain/net/cidr.ts'
import { AddressArenaSpec } from '../../domain/vip/address-arena.ts'
import { AddressReservationSpec } from '../../domain/vip/address-reservation.ts'
import { indexOfBlock } from '../../domain/vip/blocks.ts'
import { arenaSlots, type VipBlock } from '../../domain/vip/delegation.ts'
import { importRules } from './import-rules.ts'
import type { Live, LiveObject } from './live.ts'
import type { Notes } from './notes.ts'

/** A project's arena, and the blocks that its clusters have by their reservations. */
export interface FoundArena {
  readonly namespace: string
  /** The pool on record, canonical. */
  readonly cidr: string
  /** `AddressArena vip-photon-prod`. */
  readonly id: string
  /** By cluster. */
  readonly clusters: ReadonlyMap<string, FoundBlocks>
}

/** What a cluster has, and the ids of the reservations that say so. */
export interface FoundBlocks {
  /** By ordinal. */
  readonly blocks: readonly VipBlock[]
  readonly objects: readonly string[]
}

const ARENAS = 'network.kube-dc.com/AddressArena'
const RESERVATIONS = 'network.kube-dc.com/AddressReservation'
const Arena = AddressArenaSpec.pick({ projectNamespace: true, cidr: true }).loose()

/** The arenas by project. Whatever is not as Kube-DC's ledger has it stays, and its project's blocks with it. */
export function findArenas(live: Live, notes: Notes): ReadonlyMap<string, FoundArena> {
  const reservations = reservationsBy(live, notes)
  const arenas = live.of(ARENAS).flatMap((one) => arenaOf(one, reservations, notes) ?? [])
  const known = new Set(arenas.map(({ namespace }) => namespace))
  for (const [namespace, some] of reservations)
    if (!known.has(namespace))
      for (const { one } of some)
        notes.leave(
          one,
          importRules.rests,
          `${one.id} is of a project that has no arena which is imported`,
        )
  return new Map(arenas.map((arena) => [arena.namespace, arena]))
}

interface Reserved {
  readonly one: LiveObject
  readonly cluster: string
  readonly block: VipBlock
}

type ByProject = ReadonlyMap<string, readonly Reserved[]>

function reservationsBy(live: Live, notes: Notes): ByProject {
  const found = live.of(RESERVATIONS).flatMap((one) => {
    const { data, error } = AddressReservationSpec.safeParse(one.object['spec'])
    if (data === undefined) {
      const why = error?.issues[0]
      notes.leave(
        one,
        importRules.malformed,
        `${one.id} is no reservation of a block: ${why?.path.join('.') ?? 'spec'}: ${why?.message ?? 'missing'}`,
      )
      return []
    }
    const { projectNamespace: namespace, cluster, ordinal, cidr, phase } = data
    const wanted = reservationName(namespace, cluster, ordinal)
    if (one.name !== wanted) {
      const message = `${one.id} is block ${ordinal} of ${quote(cluster)} in ${quote(namespace)}, whose reservation is called ${wanted}`
      notes.leave(one, importRules.otherName, message)
    }
    return [{ namespace, one, cluster, block: { ordinal, cidr: canonical(cidr), phase } }]
  })
  return Map.groupBy(found, ({ namespace }) => namespace)
}

/** Undefined where a block of it could be given twice, which is noted of all that is its. */
function arenaOf(one: LiveObject, reservations: ByProject, notes: Notes): FoundArena | undefined {
  const { data } = Arena.safeParse(one.object['spec'])
  const namespace = data?.projectNamespace ?? ''
  const own = reservations.get(namespace) ?? []
  const pool = parseCidr(data?.cidr ?? '')
  const why = notes.isLeft(one) ? undefined : problemOf(one, { namespace, pool, own, notes })
  if (notes.isLeft(one) || why !== undefined || pool === undefined) {
    notes.leave(one, importRules.otherForm, `${one.id} ${why ?? 'names no pool'}`)
    return undefined
  }
  const clusters = Map.groupBy(own, ({ cluster }) => cluster)
  return {
    namespace,
    cidr: formatCidr(pool),
    id: one.id,
    clusters: new Map([...clusters].map(([name, some]) => [name, blocksOf(some)])),
  }
}

interface Parts {
  readonly namespace: string
  readonly pool: Cidr | undefined
  readonly own: readonly Reserved[]
  readonly notes: Notes
}

function problemOf(
  { name }: LiveObject,
  { namespace, pool, own, notes }: Parts,
): string | undefined {
  if (pool === undefined) return 'names no project and pool'
  if (name !== arenaName(namespace))
    return `is that of ${quote(namespace)}, whose arena is called ${arenaName(namespace)}`
  if (own.length > arenaSlots) return `has ${own.length} reservations, and ${arenaSlots} slots`
  const odd = own.find(({ one }) => notes.isLeft(one))
  if (odd !== undefined) return `has ${odd.one.id}, which stays as it is`
  const stray = own.find(({ block }) => indexOfBlock(pool, block.cidr) === undefined)
  if (stray !== undefined)
    return `has ${stray.one.id} with ${stray.block.cidr}, which is no block of ${formatCidr(pool)}`
  const twice = twiceIn(own)
  return twice && `has two reservations of ${twice.block.cidr}`
}

function twiceIn(own: readonly Reserved[]): Reserved | undefined {
  const seen = new Set<string>()
  return own.find(({ block: { cidr } }) => seen.size === seen.add(cidr).size)
}

function blocksOf(some: readonly Reserved[]): FoundBlocks {
  return {
    blocks: some.map(({ block }) => block).toSorted((a, b) => a.ordinal - b.ordinal),
    objects: some.map(({ one }) => one.id),
  }
}

function canonical(text: string): string {
  const cidr = parseCidr(text)
  return cidr === undefined ? text : formatCidr(cidr)
}
