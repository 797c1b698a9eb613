import { cidrsOf } from '../../domain/ledger/blocks.ts'
import { type Entry, entryKey, holderName, type Phase } from '../../domain/ledger/entry.ts'
import { arenaName } from '../../domain/names.ts'
import { parseAddress } from '../../domain/net/address.ts'
import { type Range, rangeOf } from '../../domain/net/range.ts'
import type { BlockPhase } from '../../domain/vip/delegation.ts'
import { readState } from '../state/read-state.ts'
import { bookOfPath, poolOfPath } from '../state/state-paths.ts'

/** How a claim stands: its phase, or what is special about what it holds. */
export type Standing = Phase | 'held-back' | 'returning' | 'nonconforming'

/** Of several the one that needs a person first. */
export function standingOf(entry: Entry): Standing {
  if (entry.phase !== 'held') return entry.phase
  if (entry.heldBack !== undefined) return 'held-back'
  if (entry.awaits !== undefined) return 'returning'
  return entry.nonconforming === undefined ? 'held' : 'nonconforming'
}

/** What is followed of a claim from version to version of its environment's ledger. */
export function trackOf(namespace: string, entry: Pick<Entry, 'kind' | 'name'>): string {
  return `${namespace} ${entryKey(entry)}`
}

/** A cluster holds each of its VIP blocks by itself, so each is followed. */
export function blockTrack(
  namespace: string,
  entry: Pick<Entry, 'kind' | 'name'>,
  ordinal: number,
): string {
  return `${trackOf(namespace, entry)} ${ordinal}`
}

/** What one file of the ledger says of one claim, or of one address. */
export interface Holding {
  /** What is followed from version to version: an address of a pool, or a claim of an environment. */
  readonly track: string
  /** `EipClaim photon-prod/web`. */
  readonly holder: string
  /** Of an address: `leaving`, where the index of its pool tells no more. Of a VIP block: `revoked`, withdrawn and kept. */
  readonly phase: Standing | 'leaving' | 'revoked'
  /** An address, or blocks as the claim writes them; absent: it holds nothing. */
  readonly range?: string
  readonly pool?: string
  /** The arena of a VIP block, `vip-photon-prod`. */
  readonly arena?: string
  readonly origin?: string
  /** The rule that a rejected claim breaks. */
  readonly rule?: string
}

/** What a ledger or a part of a pool's index says; undefined where it cannot be read. */
export function holdingsIn(path: string, text: string): readonly Holding[] | undefined {
  const { value: state } = readState(new Map([[path, text]]))
  const at = poolOfPath(path)
  if (at !== undefined) {
    const part = state.pools.get(at.pool)?.parts.get(at.part)
    return (
      part &&
      [...part].map(([address, { holder, leaving }]) => ({
        track: `${at.pool} ${address}`,
        holder,
        phase: leaving ? 'leaving' : 'held',
        range: address,
        pool: at.pool,
      }))
    )
  }
  const namespace = bookOfPath(path) ?? ''
  const book = state.books.get(namespace)
  return book && [...book.values()].flatMap((entry) => holdingsOf(namespace, entry))
}

function holdingsOf(namespace: string, entry: Entry): readonly Holding[] {
  const { blocks = [] } = entry
  const whole = holdingOf(namespace, entry)
  if (blocks.length === 0) return [whole]
  return blocks.map(({ ordinal, cidr, phase }) => ({
    ...whole,
    track: blockTrack(namespace, entry, ordinal),
    phase: phase === 'Bound' ? whole.phase : blockPhases[phase],
    range: cidr,
    arena: arenaName(namespace),
  }))
}

const blockPhases = {
  Revoked: 'revoked',
  Releasing: 'releasing',
  Tombstoned: 'tombstone',
} as const satisfies Record<Exclude<BlockPhase, 'Bound'>, Holding['phase']>

function holdingOf(namespace: string, entry: Entry): Holding {
  const range = rangeTextOf(entry)
  const { pool, origin, rejected } = entry
  return {
    track: trackOf(namespace, entry),
    holder: holderName(namespace, entry),
    phase: standingOf(entry),
    ...(range === undefined ? {} : { range }),
    ...(pool === undefined ? {} : { pool }),
    ...(origin === undefined ? {} : { origin }),
    ...(rejected === undefined ? {} : { rule: rejected.rule }),
  }
}

/** What the claim has; one that waits or is rejected has nothing. */
function rangeTextOf(entry: Entry): string | undefined {
  if (entry.phase === 'waiting' || entry.phase === 'rejected') return undefined
  return entry.kind === 'SubnetClaim' ? entry.spec.cidrBlock : entry.address
}

/** The ranges of an address, or of one or two blocks. */
export function rangesOf(text: string): readonly Range[] {
  const address = parseAddress(text)
  return address === undefined ? cidrsOf(text) : [rangeOf(address)]
}
