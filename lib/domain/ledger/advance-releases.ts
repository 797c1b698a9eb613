import { compareText } from '../compare-text.ts'
import type { Settings } from '../settings.ts'
import { type Book, type Dropped, type Entry, isLeaving } from './entry.ts'
import { type FactsView, subnetObjects } from './facts-view.ts'
import { isEgress, objectsOf, vpcOf } from './release.ts'

/** What one step of the releases of an environment did. */
export interface Step {
  readonly book: Book
  /** Entries that are proven gone: their addresses are free, their names and ranges can be used again. */
  readonly freed: readonly Entry[]
}

/** What decides how far a release may go. */
export interface ReleaseContext {
  readonly namespace: string
  readonly view: FactsView
  /** Generation of the plan that takes this step. */
  readonly generation: number
  readonly proof: Settings['proof']
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
    if (before.has(object) || !mayDrop(object, entry, { book, dropped, context })) continue
    dropped.push({ object, generation: context.generation })
  }
  const all = objects.every((object) => dropped.some((one) => one.object === object))
  return {
    ...entry,
    phase: all ? 'tombstone' : 'releasing',
    ...(dropped.length > 0 ? { dropped } : {}),
  }
}

interface Ask {
  readonly book: Book
  readonly dropped: readonly Dropped[]
  readonly context: ReleaseContext
}

function mayDrop(object: string, entry: Entry, { book, dropped, context }: Ask): boolean {
  const kind = object.slice(0, object.indexOf(' '))
  if (kind === 'OvnSnatRule') return true
  if (kind === 'OvnEip') return isEgress(entry) ? isNoPort(entry, book) : isUnbound(entry, context)
  if (kind === 'NetworkAttachmentDefinition') return isUnused(entry, context)
  if (kind === 'Subnet') {
    const others = objectsOf(context.namespace, entry).filter((one) => one !== object)
    return isUnused(entry, context) && others.every((one) => isGone(one, dropped, context))
  }
  return isVpcEmpty(book, context)
}

/** Without facts about bindings nobody knows, and the object stays. */
function isUnbound(entry: Entry, { namespace, view }: ReleaseContext): boolean {
  const [binding] = view.bindingsOf(namespace, entry.name)
  if (binding !== undefined) return !binding.clusterLives
  return view.isComplete('EipClaim')
}

/** A NAD that goes before the last pod leaves its Subnet terminating for ever (kube-ovn#4243). */
function isUnused(entry: Entry, { namespace, view }: ReleaseContext): boolean {
  const usage = view.usageOf(namespace, entry.name)
  if (usage !== undefined) return (usage.v4 ?? 0n) === 0n && (usage.v6 ?? 0n) === 0n
  const { subnet } = subnetObjects(namespace, entry.name, '')
  return view.isComplete('Subnet') && !view.exists(subnet)
}

/** A VPC goes last: rules that outlive their router terminate for ever (kube-ovn#6717). */
function isVpcEmpty(book: Book, context: ReleaseContext): boolean {
  return book.values().every((entry) => {
    if (entry.kind === 'SubnetClaim') return entry.phase !== 'held' && !isLeaving(entry)
    if (entry.kind !== 'EipClaim' || isEgress(entry) || !isLeaving(entry)) return true
    return objectsOf(context.namespace, entry).every((one) =>
      isGone(one, entry.dropped ?? [], context),
    )
  })
}

/** A port of no VPC, or of one whose Vpc is no longer wanted. */
function isNoPort(entry: Entry, book: Book): boolean {
  const vpc = vpcOf(book)
  if (vpc?.kind !== 'VpcClaim' || vpc.phase === 'tombstone') return true
  return vpc.externalSubnet !== entry.pool
}

function isGone(object: string, dropped: readonly Dropped[], { view }: ReleaseContext): boolean {
  const one = dropped.find((candidate) => candidate.object === object)
  return one !== undefined && view.isGone(one)
}

/** Is everything of a released claim gone, and its address proven absent? */
export function isProvenGone(
  entry: Entry,
  context: Pick<ReleaseContext, 'view' | 'proof'>,
): boolean {
  if (entry.phase !== 'tombstone') return false
  const dropped = entry.dropped ?? []
  if (!dropped.every((one) => context.view.isGone(one))) return false
  if (entry.address === undefined) return true
  const since = Math.max(entry.releasedAt ?? 0, ...dropped.map((one) => one.generation))
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
