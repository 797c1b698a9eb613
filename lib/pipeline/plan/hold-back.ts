import { compareText } from '../../domain/compare-text.ts'
import {
  allocationsOf,
  type Brake,
  type Departure,
  isAcknowledged,
  trippedBrakes,
} from '../../domain/ledger/brakes.ts'
import {
  type Entry,
  entryKey,
  type HeldBack,
  holderName,
  isHeld,
} from '../../domain/ledger/entry.ts'
import { arenaName } from '../../domain/names.ts'
import { allowedInVain } from './allowed-in-vain.ts'
import { brakeFinding } from './brake-finding.ts'
import { bookOf, type Draft } from './draft.ts'

/** A held claim that its environment no longer asks for. */
export interface Gone {
  readonly namespace: string
  readonly entry: Entry
}

/**
 * Applies the brakes; gives back the names of the claims that stay for now.
 *
 * What is gone since this commit is judged together. What an earlier commit's brakes hold stays held until
 * acknowledgements name it, one for each of those brakes.
 */
export function holdBack(draft: Draft, gone: readonly Gone[]): ReadonlySet<string> {
  const fresh = gone.filter(({ entry }) => entry.heldBack === undefined)
  const tripped = trippedBrakes(fresh.map(toDeparture), liveOf(draft, fresh), draft.settings.brakes)
  const holds = new Map<string, HeldBack[]>()
  draft.findings.push(...allowedInVain(draft, gone))
  for (const brake of [...tripped, ...earlier(gone)]) {
    const kept = brake.departures.filter(
      (one) => !isAcknowledged(brake, one, draft.acknowledgements),
    )
    if (kept.length === 0) continue
    draft.findings.push(brakeFinding(draft, brake, kept))
    for (const { name } of kept) {
      const { kind, subject } = brake
      holds.set(name, [...(holds.get(name) ?? []), { brake: kind, subject }])
    }
  }
  for (const { namespace, entry } of gone) {
    const heldBack = holds.get(holderName(namespace, entry))?.toSorted(byName)
    if (heldBack) bookOf(draft, namespace).set(entryKey(entry), { ...entry, heldBack })
  }
  return new Set(holds.keys())
}

/** One order, whichever brake was tripped first. */
function byName(a: HeldBack, b: HeldBack): number {
  return compareText(`${a.brake} ${a.subject}`, `${b.brake} ${b.subject}`)
}

function earlier(gone: readonly Gone[]): readonly Brake[] {
  const groups = new Map<string, { readonly brake: HeldBack; readonly departures: Departure[] }>()
  for (const one of gone) {
    for (const brake of one.entry.heldBack ?? []) {
      const key = `${brake.brake} ${brake.subject}`
      const group = groups.get(key) ?? { brake, departures: [] }
      groups.set(key, group)
      group.departures.push(toDeparture(one))
    }
  }
  return [...groups.values()].map(({ brake: { brake: kind, subject }, departures }) => {
    const reason = `${departures.length} removed claims are held back by brake "${kind}" since an earlier commit`
    return { kind, subject, departures, reason }
  })
}

function liveOf(draft: Draft, gone: readonly Gone[]) {
  const { environments, planned } = draft.inputs
  const liveIn = (namespace: string) =>
    [...bookOf(draft, namespace).values()]
      .filter((entry) => isHeld(entry))
      .map((entry) => toDeparture({ namespace, entry }))
  const arenas = new Map(gone.map(({ namespace }) => [arenaName(namespace), namespace]))
  const isAsked = environments
    .values()
    .some(({ claims, readable }) => claims.length > 0 || !readable)
  return {
    ofPool: (pool: string) => {
      const namespace = arenas.get(pool)
      const inArena = namespace === undefined ? [] : liveIn(namespace)
      const known = draft.pools.get(pool)?.allocations()
      return known ?? sumOf(inArena.filter((one) => one.pool === pool))
    },
    ofEnvironment: (namespace: string) => sumOf(liveIn(namespace)),
    emptied: planned === undefined && !isAsked && gone.length > 0,
  }
}

function toDeparture({ namespace, entry }: Gone): Departure {
  return {
    environment: namespace,
    name: holderName(namespace, entry),
    kind: entry.kind,
    ...(entry.pool === undefined ? {} : { pool: entry.pool }),
    ...(entry.blocks === undefined
      ? {}
      : { pool: arenaName(namespace), blocks: entry.blocks.length }),
  }
}

function sumOf(departures: readonly Departure[]): number {
  return departures.reduce((sum, departure) => sum + allocationsOf(departure), 0)
}
