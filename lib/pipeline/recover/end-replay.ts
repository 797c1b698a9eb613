import type { Facts } from '../../domain/facts.ts'
import { type Book, type Entry, entryKey } from '../../domain/ledger/entry.ts'
import { objectsOf } from '../../domain/ledger/release.ts'
import type { StateTree } from '../report.ts'
import { readState } from '../state/read-state.ts'
import { bookPath, claimPath } from '../state/state-paths.ts'
import { writeBook, writeHead } from '../state/write-state.ts'

/**
 * What changes in a replayed state when it has come to the present: it is that of the cluster that told, and nothing is made
 * anew which is on its way out. Where that cluster has no object of a claim that `main` gave back, none is wanted any more;
 * its address stays its own until that is proven, too. Of kinds that nobody told of, silence says nothing.
 */
export function endReplay(texts: StateTree, facts: Facts): ReadonlyMap<string, string | undefined> {
  const { value: state } = readState(texts)
  const generation = state.generation + 1
  const cluster = { live: new Set(facts.objects), told: kindsTold(facts) }
  const changes = new Map<string, string | undefined>()
  for (const [namespace, book] of state.books) {
    const gone = [...book.values()].filter((entry) => isUnseen(namespace, entry, cluster))
    if (gone.length === 0) continue
    const dropped = gone.map((entry) => allDropped(namespace, entry, generation))
    const next: Book = new Map([...book, ...dropped.map((one) => [entryKey(one), one] as const)])
    changes.set(bookPath(namespace), writeBook(namespace, next, state.arenas.get(namespace)))
    for (const entry of gone) changes.set(claimPath(namespace, entry), undefined)
  }
  const isHeard = state.cluster === undefined && facts.uid !== undefined
  const heard = isHeard ? { cluster: facts.uid } : {}
  if (changes.size > 0 || isHeard) changes.set(...writeHead({ ...state, ...heard, generation }))
  return changes
}

/** Kinds whose list is whole, and those that a file shows one of: whoever wrote it asked for all of them. */
function kindsTold({ complete, objects }: Facts): ReadonlySet<string> {
  return new Set([...complete, ...objects.map(kindOf)])
}

function isUnseen(
  namespace: string,
  entry: Entry,
  { live, told }: Readonly<Record<'live' | 'told', ReadonlySet<string>>>,
): boolean {
  const objects = objectsOf(namespace, entry)
  const isRendered = entry.phase === 'releasing' && entry.kind !== 'KdcCluster'
  if (!isRendered || objects.length === 0) return false
  return objects.every((object) => told.has(kindOf(object)) && !live.has(object))
}

/** `OvnEip` of `OvnEip photon-web`. */
function kindOf(object: string): string {
  return object.slice(0, object.indexOf(' '))
}

function allDropped(namespace: string, entry: Entry, generation: number): Entry {
  const known = new Map(entry.dropped?.map((one) => [one.object, one]))
  const dropped = objectsOf(namespace, entry).map(
    (object) => known.get(object) ?? { object, generation },
  )
  return { ...entry, phase: 'tombstone', dropped }
}
