import { compareText } from '../compare-text.ts'
import { type Book, type Entry, isLeaving } from './entry.ts'
import { isEgress, objectsOf } from './release.ts'
import { areBlocksProven, inPhase } from './release-blocks.ts'
import { type ReleaseContext, whyKept, whyLives } from './why-kept.ts'

/** What one step of the releases of an environment did. */
export interface Step {
  readonly book: Book
  /** Entries that are proven gone: their addresses are free, their names and ranges can be used again. */
  readonly freed: readonly Entry[]
}

/**
 * Takes every release of an environment as far as the facts allow: rules, then addresses, attachments, subnets, and
 * the VPC last (kube-ovn.md 4.6), each only when those before it are proven gone.
 */
export function advanceReleases(book: Book, context: ReleaseContext): Step {
  const next = new Map(book)
  const freed: Entry[] = []
  for (const [key, entry] of [...book].toSorted(byTurn)) {
    if (!isLeaving(entry)) continue
    const stepped = drop(entry, next, context)
    if (isProvenGone(stepped, context)) {
      next.delete(key)
      freed.push(stepped)
      continue
    }
    next.set(key, stepped)
  }
  return { book: next, freed }
}

/** Whatever order a book is in: what others stand on comes later, the egress address with its VPC. */
function byTurn([a, left]: readonly [string, Entry], [b, right]: readonly [string, Entry]): number {
  return turnOf(left) - turnOf(right) || compareText(a, b)
}

function turnOf(entry: Entry): number {
  if (isEgress(entry)) return 3
  return { Cluster: 0, KdcCluster: 0, EipClaim: 0, SubnetClaim: 1, VpcClaim: 2 }[entry.kind]
}

/** Marks those objects as dropped whose turn has come. */
function drop(entry: Entry, book: Book, context: ReleaseContext): Entry {
  const dropped = [...(entry.dropped ?? [])]
  const before = new Set(dropped.map((one) => one.object))
  const objects = objectsOf(context.namespace, entry)
  for (const object of objects) {
    if (before.has(object) || whyKept(object, entry, { book, dropped, context }) !== undefined)
      continue
    dropped.push({ object, generation: context.generation })
  }
  const all = objects.every((object) => dropped.some((one) => one.object === object))
  return {
    ...inPhase(entry, all ? 'Tombstoned' : 'Releasing'),
    phase: all ? 'tombstone' : 'releasing',
    ...(dropped.length > 0 ? { dropped } : {}),
  }
}

/** Is everything of a released claim gone, and its address proven absent? */
export function isProvenGone(
  entry: Entry,
  context: Pick<ReleaseContext, 'namespace' | 'view' | 'proof'>,
): boolean {
  if (entry.phase !== 'tombstone') return false
  // Its reservations may have gone before it, where the pool was migrated.
  const mayLive = (entry.blocks ?? []).length > 0 && whyLives(entry, context) !== undefined
  return !mayLive && hasProof(entry, context)
}

/** Are the objects of an entry that were dropped gone, and what it held proven absent since? */
export function hasProof(
  entry: Entry,
  context: Pick<ReleaseContext, 'namespace' | 'view' | 'proof'>,
): boolean {
  const dropped = entry.dropped ?? []
  if (!dropped.every((one) => context.view.isGone(one))) return false
  const since = Math.max(entry.releasedAt ?? 0, ...dropped.map((one) => one.generation))
  if (entry.kind === 'KdcCluster') return areBlocksProven(entry, since, context)
  if (entry.address === undefined) return true
  if (entry.kind === 'Cluster') return isUnheld(entry.address, 'Service', since, context)
  if (context.proof === 'ovn') return context.view.isProven(entry.address, since)
  return isUnheld(entry.address, 'OvnEip', since, context)
}

function isUnheld(
  address: string,
  kind: string,
  since: number,
  { view }: Pick<ReleaseContext, 'view'>,
): boolean {
  return view.isSince(since) && view.isComplete(kind) && !view.isUsed(address)
}
