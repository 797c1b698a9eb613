import { hasProof, isProvenGone } from './advance-releases.ts'
import { type Book, type Dropped, type Entry, isHeld } from './entry.ts'
import type { FactsView } from './facts-view.ts'
import { isTombstoned } from './migrate-blocks.ts'
import { objectsOf } from './release.ts'
import { type Obstacle, type ReleaseContext, whyKept, whyLives } from './why-kept.ts'

/** What the release of an entry waits for first; undefined: the next plan takes it on. */
export function obstacleTo(
  entry: Entry,
  book: Book,
  context: ReleaseContext,
): Obstacle | undefined {
  const dropped = entry.dropped ?? []
  for (const object of objectsOf(context.namespace, entry)) {
    const one = dropped.find((candidate) => candidate.object === object)
    const why =
      one === undefined
        ? whyKept(object, entry, { book, dropped, context })
        : whyNotGone(one, context.view)
    if (why !== undefined || one === undefined) return why
  }
  if (isProvenGone({ ...entry, phase: 'tombstone' }, context)) return undefined
  if (entry.kind === 'KdcCluster') return whyLives(entry, context) ?? whyNotProven(entry, context)
  return whyNotProven(entry, context)
}

/** What the VIP blocks of a cluster wait for before they are gone, whether it goes or their pool is migrated. */
export function blocksObstacle(
  entry: Entry,
  book: Book,
  context: ReleaseContext,
): Obstacle | undefined {
  if (!isHeld(entry)) return obstacleTo(entry, book, context)
  if (!isTombstoned(entry)) return { kind: 'order', why: 'they are not given back yet' }
  for (const one of [...(entry.awaits ?? []), ...(entry.dropped ?? [])]) {
    const why = whyNotGone(one, context.view)
    if (why !== undefined) return why
  }
  return hasProof(entry, context) ? undefined : whyNotProven(entry, context)
}

/** Why a dropped object does not count as gone, a clause. */
export function whyNotGone(one: Dropped, view: FactsView): Obstacle | undefined {
  if (view.isGone(one)) return undefined
  const { object, generation } = one
  const kind = object.slice(0, object.indexOf(' '))
  if (!view.isSince(generation))
    return { kind: 'facts', why: `no cluster has told since ${object} was dropped` }
  if (!view.isComplete(kind)) return { kind: 'facts', why: `no whole list of ${kind} was told` }
  return { kind: 'object', why: `${object} is still there` }
}

function whyNotProven({ kind, address, blocks }: Entry, context: ReleaseContext): Obstacle {
  const { proof, view } = context
  if (kind === 'KdcCluster') {
    const names = (blocks ?? []).map(({ cidr }) => cidr).join(', ')
    return { kind: 'proof', why: `nothing proves yet that no Service has a VIP of ${names}` }
  }
  const isByOvn = kind !== 'Cluster' && proof === 'ovn'
  if (isByOvn) return { kind: 'proof', why: `${address} is not yet proven absent from OVN` }
  const isUsed = address !== undefined && view.isUsed(address)
  if (isUsed) return { kind: 'object', why: `something in the cluster still has ${address}` }
  return { kind: 'facts', why: `no cluster has told that nothing has ${address}` }
}
