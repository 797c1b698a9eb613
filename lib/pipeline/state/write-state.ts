import { compareText } from '../../domain/compare-text.ts'
import { emit, type Json, sortKeys } from '../../domain/emit.ts'
import type { Book, Entry } from '../../domain/ledger/entry.ts'
import type { Holder, PartCount, PoolIndex } from '../../domain/ledger/pool-index.ts'
import type { State } from '../../domain/ledger/state.ts'
import { coolingPath, countsPath, partPath, platformPath, statePath } from './state-paths.ts'

/** `state.yaml`. */
export function writeHead(state: State): readonly [string, string] {
  const { source, engine, generation, facts, cluster, gone, mode, spent, target, time } = state
  const { neverApplied } = state
  const head = {
    cluster,
    engine,
    facts,
    generation,
    gone: gone.length === 0 ? undefined : gone,
    mode,
    neverApplied: neverApplied.length === 0 ? undefined : neverApplied,
    source,
    spent: spent.length === 0 ? undefined : spent.toSorted(),
    target,
    time,
  }
  return [statePath, emit(head)]
}

/** `platform.yaml`. */
export function writePlatform(state: State): readonly [string, string] {
  const networking = state.platform === undefined ? undefined : sortKeys(state.platform)
  const { imported, migration, vlans, vip } = state
  return [
    platformPath,
    emit({
      ...(imported.length === 0 ? {} : { imported: imported.toSorted() }),
      ...(migration === undefined ? {} : { migration: sortKeys({ ...migration }) }),
      networking,
      open: state.open.toSorted(),
      ...(vip === undefined ? {} : { vip: sortKeys(vip as unknown as Json) }),
      ...(Object.keys(vlans).length === 0 ? {} : { vlans: sortKeys(vlans) }),
    }),
  ]
}

/** One environment's ledger, and the pool that its VIP blocks came from. */
export function writeBook(namespace: string, book: Book, arena?: string): string {
  const keys = [...book.keys()].toSorted()
  const entries = keys.flatMap((key) => {
    const entry = book.get(key)
    return entry === undefined ? [] : [writeEntry(entry)]
  })
  return emit({ ...(arena === undefined ? {} : { arena }), environment: namespace, entries })
}

function writeEntry(entry: Entry): Json {
  const { kind, name, ...rest } = entry
  return { claim: `${kind} ${name}`, ...(sortKeys(rest as unknown as Json) as object) }
}

/** The files of a pool's index by path, written when asked; those parts that were not read are only counted. */
export function writePool(pool: string, index: PoolIndex): ReadonlyMap<string, () => string> {
  const files = new Map<string, () => string>()
  if (index.cooling.size > 0) {
    const cooling = sorted(index.cooling).map(([address, { freed, holder }]) => {
      return [address, { freed, holder }] as const
    })
    files.set(coolingPath(pool), () => emit({ cooling: Object.fromEntries(cooling) }))
  }
  if (index.counts.size === 0) return files
  files.set(countsPath(pool), () =>
    emit({ parts: Object.fromEntries(sorted(index.counts).map(writeCount)) }),
  )
  for (const [part, holders] of index.parts) {
    files.set(partPath(pool, part), () => emit(writePart(holders)))
  }
  return files
}

function writeCount([part, { used, leaving }]: readonly [string, PartCount]): [string, Json] {
  return [part, { leaving, used }]
}

function writePart(holders: ReadonlyMap<string, Holder>): Json {
  const [leaving, held] = [true, false].map((wanted) =>
    Object.fromEntries(
      sorted(holders)
        .filter(([, one]) => one.leaving === wanted)
        .map(([address, one]) => [address, one.holder]),
    ),
  )
  return { held: held ?? {}, leaving: leaving ?? {} }
}

function sorted<T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...map].toSorted(([a], [b]) => compareText(a, b))
}
