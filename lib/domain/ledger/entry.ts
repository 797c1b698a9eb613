import type { BrakeKind } from '../acknowledgement.ts'
import type { ClaimKind } from '../claims/claim.ts'
import type { ClusterSpec } from '../claims/cluster.ts'
import type { EipSpec } from '../claims/eip-claim.ts'
import type { KdcClusterSpec } from '../claims/kdc-cluster.ts'
import type { SubnetSpec } from '../claims/subnet-claim.ts'
import type { VpcSpec } from '../claims/vpc-claim.ts'
import type { RuleId } from '../finding.ts'
import type { BlockReason, VipBlock } from '../vip/delegation.ts'

/**
 * How far a claim has come.
 *
 * - `held`: it has what it asked for (and is rendered, once what it needs is there).
 * - `waiting`: nothing is wrong with it, but it has nothing yet.
 * - `rejected`: it breaks a rule and never held anything.
 * - `releasing`: it is gone from `main`; some of its objects are still wanted.
 * - `tombstone`: no object of it is wanted any more; not yet proven gone.
 */
export type Phase = 'held' | 'waiting' | 'rejected' | 'releasing' | 'tombstone'

/** What each kind of claim asked for, canonical. */
export interface SpecOf {
  readonly VpcClaim: VpcSpec
  readonly SubnetClaim: SubnetSpec
  readonly EipClaim: EipSpec
  readonly Cluster: ClusterSpec
  readonly KdcCluster: KdcClusterSpec
}

/** An object that is no longer wanted, since which generation of the state. */
export interface Dropped {
  /** `OvnEip photon-prod-web`. */
  readonly object: string
  readonly generation: number
}

/** A brake that keeps a claim: `vpc` of `photon-prod`. */
export interface HeldBack {
  readonly brake: BrakeKind
  readonly subject: string
}

/** What the ledger knows of one claim. */
export interface EntryOf<Kind extends ClaimKind> {
  readonly kind: Kind
  readonly name: string
  readonly phase: Phase
  /** The last good form of the claim: what is rendered, frozen or compared with. */
  readonly spec: SpecOf[Kind]
  /** What is live of it was there before Netclaim: nothing of it is rendered until an acknowledgement takes it over. */
  readonly imported?: true
  readonly origin?: 'pinned' | 'allocated' | 'implicit' | 'transferred'
  /** The pool of `address`. */
  readonly pool?: string
  readonly address?: string
  /** For a VpcClaim: the provider subnet that it resolved to, for good. */
  readonly externalSubnet?: string
  /** For a KdcCluster: its VIP blocks, by ordinal. */
  readonly blocks?: readonly VipBlock[]
  /** For a KdcCluster: why it has them, or none. */
  readonly delegation?: { readonly reason: BlockReason; readonly message: string }
  /** Rules that a held claim breaks: it is kept, and a person is warned. */
  readonly nonconforming?: readonly RuleId[]
  readonly rejected?: { readonly rule: RuleId; readonly winner?: string }
  /** Gone from `main`, but these brakes hold it until acknowledgements name it. */
  readonly heldBack?: readonly HeldBack[]
  /** Generation in which the release began. */
  readonly releasedAt?: number
  /** Objects of a release that are no longer wanted. */
  readonly dropped?: readonly Dropped[]
  /** Objects that must be gone before this claim is rendered (again). */
  readonly awaits?: readonly Dropped[]
}

export type Entry =
  | EntryOf<'VpcClaim'>
  | EntryOf<'SubnetClaim'>
  | EntryOf<'EipClaim'>
  | EntryOf<'Cluster'>
  | EntryOf<'KdcCluster'>

/** One environment's entries by `EipClaim web`. */
export type Book = ReadonlyMap<string, Entry>

/** `EipClaim web`: the key of a claim inside its environment. */
export function entryKey(entry: { readonly kind: ClaimKind; readonly name: string }): string {
  return `${entry.kind} ${entry.name}`
}

/** `EipClaim photon-prod/web`: the name of a claim in the whole repository. */
export function holderName(namespace: string, entry: Pick<Entry, 'kind' | 'name'>): string {
  return `${entry.kind} ${namespace}/${entry.name}`
}

/** Does the claim have what it asked for? */
export function isHeld<E extends Entry>(
  entry: E | undefined,
): entry is E & { readonly phase: 'held' } {
  return entry?.phase === 'held'
}

/** Is the claim on its way out? */
export function isLeaving(entry: Entry): boolean {
  return entry.phase === 'releasing' || entry.phase === 'tombstone'
}
