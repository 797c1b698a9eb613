import { type Book, type Entry, type EntryOf, isHeld } from '../../domain/ledger/entry.ts'
import type { FactsView } from '../../domain/ledger/facts-view.ts'
import { isEgress, vpcOf } from '../../domain/ledger/release.ts'
import type { Platform, ProviderSubnet } from '../../domain/platform.ts'
import { segmentsOf } from '../../domain/segments.ts'
import type { Settings } from '../../domain/settings.ts'

/** What an environment is rendered with. */
export interface RenderContext {
  readonly namespace: string
  readonly book: Book
  readonly platform: Platform
  readonly settings: Settings
  readonly view: FactsView
  /** Provider subnets that are rendered; nothing is rendered on another one. */
  readonly open: ReadonlySet<string>
  /** The pool of its VIP blocks; absent where it has none. */
  readonly arena?: string | undefined
  /** The AddressArena itself was there before Netclaim, and is not taken over. */
  readonly isArenaImported?: boolean
}

/** The same, with what is asked for at every claim: looked for once. */
export interface RenderGround extends RenderContext {
  /** The VpcClaim, held or on its way out. */
  readonly vpc: Entry | undefined
  /** The claim that the VPC leaves through, once it has an address. */
  readonly egress: Entry | undefined
}

export function groundOf(context: RenderContext): RenderGround {
  const { book } = context
  const egress = book.values().find((one) => isEgress(one) && one.address !== undefined)
  return { ...context, vpc: vpcOf(book), egress }
}

/** May the VPC be rendered, as far as its way out is there? */
export function isVpcReady(entry: EntryOf<'VpcClaim'>, context: RenderGround): boolean {
  if (entry.spec.externalAccess && externalOf(entry, context) === undefined) return false
  return !isPortReturning(entry, context)
}

/** The segment of a VPC, once it is open and its egress address there: the pin must exist before the Vpc. */
export function externalOf(
  vpc: EntryOf<'VpcClaim'>,
  context: RenderGround,
): ProviderSubnet | undefined {
  if (!vpc.spec.externalAccess || vpc.externalSubnet === undefined) return undefined
  if (!context.open.has(vpc.externalSubnet)) return undefined
  const { egress } = context
  if (egress?.pool !== vpc.externalSubnet || (isHeld(vpc) && !isHeld(egress))) return undefined
  return segmentsOf(context.platform).subnets.get(vpc.externalSubnet)
}

/**
 * A VPC and its egress address return together: the old Vpc takes along what has the address's name, and a new Vpc
 * without its pin makes one by itself (observed.md A, D).
 */
export function isPortReturning(vpc: Entry, { egress, view }: RenderGround): boolean {
  return [vpc, ...(egress ? [egress] : [])].some((one) => isReturning(one, view))
}

/** The environment's VPC when it is rendered, too. */
export function liveVpc(context: RenderGround): EntryOf<'VpcClaim'> | undefined {
  const { vpc } = context
  if (vpc?.kind !== 'VpcClaim' || vpc.phase === 'tombstone') return undefined
  return isVpcReady(vpc, context) ? vpc : undefined
}

/** Is something of the claim, or the one object, dropped and not yet gone? */
export function isReturning({ awaits = [] }: Entry, view: FactsView, object?: string): boolean {
  return awaits.some((one) => (object ?? one.object) === one.object && !view.isGone(one))
}
