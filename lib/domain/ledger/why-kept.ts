import type { Settings } from '../settings.ts'
import { type Book, type Dropped, type Entry, isLeaving } from './entry.ts'
import { type FactsView, subnetObjects } from './facts-view.ts'
import { isEgress, objectsOf, vpcOf } from './release.ts'

/** What a release waits for. */
export interface Obstacle {
  /** `use`: somebody uses it. `order`: something of ours goes first. `facts`: no cluster has told yet. */
  readonly kind: 'use' | 'order' | 'facts' | 'object' | 'proof'
  /** A clause. */
  readonly why: string
}

/** What decides how far a release may go. */
export interface ReleaseContext {
  readonly namespace: string
  readonly view: FactsView
  /** Generation of the plan that takes this step. */
  readonly generation: number
  readonly proof: Settings['proof']
  /** Absent: manifests. */
  readonly target?: Settings['target']
}

/** The book of the environment, and what of the release was dropped already. */
export interface Asked {
  readonly book: Book
  readonly dropped: readonly Dropped[]
  readonly context: ReleaseContext
}

/** Why an object of a release is still wanted, a clause; undefined: its turn has come. */
export function whyKept(object: string, entry: Entry, ask: Asked): Obstacle | undefined {
  const { book, dropped, context } = ask
  const kind = object.slice(0, object.indexOf(' '))
  if (kind === 'OvnSnatRule') return undefined
  if (kind === 'AddressReservation') return whyLives(entry, context)
  if (kind === 'OvnEip') return isEgress(entry) ? whyPort(entry, book) : whyBound(entry, context)
  if (kind === 'NetworkAttachmentDefinition') return whyUsed(entry, context)
  if (kind === 'Subnet') {
    // All of them go with the claim, in the order that its operator knows.
    if (context.target === 'operator') return whyUsed(entry, context)
    const others = objectsOf(context.namespace, entry).filter((one) => one !== object)
    const other = others.find((one) => !isGone(one, dropped, context))
    return whyUsed(entry, context) ?? (other === undefined ? undefined : order(other))
  }
  return whyNotEmpty(book, context)
}

/** Without facts about bindings nobody knows, and the object stays. */
function whyBound(entry: Entry, { namespace, view }: ReleaseContext): Obstacle | undefined {
  const [binding] = view.bindingsOf(namespace, entry.name)
  if (binding?.clusterLives)
    return {
      kind: 'use',
      why: `Service ${binding.service} in cluster "${binding.cluster}" uses it`,
    }
  if (binding !== undefined || view.isComplete('EipClaim')) return undefined
  return { kind: 'facts', why: 'no facts tell whether a Service uses it' }
}

/** As long as the cluster is there, or one that had the blocks before it, its allocator may use them, and is guarded. */
export function whyLives(
  { name, releasedAt = 0, awaits = [] }: Entry,
  { namespace, view }: Pick<ReleaseContext, 'namespace' | 'view'>,
): Obstacle | undefined {
  const cluster = `${namespace}/${name}`
  const isThere = view.exists(`KdcCluster ${cluster}`) || view.facts.clusters.includes(cluster)
  if (isThere) return { kind: 'use', why: `cluster "${name}" is still there` }
  const former = awaits.find((one) => !view.isGone(one))
  if (former !== undefined)
    return { kind: 'use', why: `${former.object}, which had them before, is not told to be gone` }
  const isTold = ['KdcCluster', 'Cluster'].every((kind) => view.isComplete(kind))
  if (isTold && view.isSince(releasedAt)) return undefined
  return { kind: 'facts', why: 'no facts tell whether its cluster is gone' }
}

/** A NAD that goes before the last pod leaves its Subnet terminating for ever (kube-ovn#4243). */
function whyUsed(entry: Entry, { namespace, view }: ReleaseContext): Obstacle | undefined {
  const usage = view.usageOf(namespace, entry.name)
  const used = (usage?.v4 ?? 0n) + (usage?.v6 ?? 0n)
  if (used > 0n) return { kind: 'use', why: `${used} of its addresses are in use` }
  const { subnet } = subnetObjects(namespace, entry.name, '')
  if (usage !== undefined || (view.isComplete('Subnet') && !view.exists(subnet))) return undefined
  return { kind: 'facts', why: 'no facts tell whether its addresses are in use' }
}

/** A VPC goes last: rules that outlive their router terminate for ever (kube-ovn#6717). */
function whyNotEmpty(book: Book, context: ReleaseContext): Obstacle | undefined {
  const entry = book.values().find((one) => {
    if (one.kind === 'SubnetClaim') return one.phase === 'held' || isLeaving(one)
    if (one.kind !== 'EipClaim' || isEgress(one) || !isLeaving(one)) return false
    return !objectsOf(context.namespace, one).every((object) =>
      isGone(object, one.dropped ?? [], context),
    )
  })
  return entry && order(`${entry.kind} ${entry.name}`)
}

/** A port of no VPC, or of one whose Vpc is no longer wanted. */
function whyPort(entry: Entry, book: Book): Obstacle | undefined {
  const vpc = vpcOf(book)
  if (vpc?.kind !== 'VpcClaim' || vpc.phase === 'tombstone') return undefined
  return vpc.externalSubnet === entry.pool ? order(`VpcClaim ${vpc.name}`) : undefined
}

function order(first: string): Obstacle {
  return { kind: 'order', why: `${first} goes first` }
}

function isGone(object: string, dropped: readonly Dropped[], { view }: ReleaseContext): boolean {
  const one = dropped.find((candidate) => candidate.object === object)
  return one !== undefined && view.isGone(one)
}
