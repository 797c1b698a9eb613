import type { Acknowledgement, Transfer } from '../../domain/acknowledgement.ts'
import type { Claim } from '../../domain/claims/claim.ts'
import type { Document } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import type { Entry } from '../../domain/ledger/entry.ts'
import type { FactsView } from '../../domain/ledger/facts-view.ts'
import type { NameBook } from '../../domain/ledger/name-book.ts'
import type { PoolBook } from '../../domain/ledger/pool-book.ts'
import type { State } from '../../domain/ledger/state.ts'
import type { IntervalIndex } from '../../domain/net/interval-index.ts'
import type { Platform } from '../../domain/platform.ts'
import type { Settings } from '../../domain/settings.ts'
import type { StoredMigration } from '../../domain/vip/pool-migration.ts'
import type { VipConfig } from '../../domain/vip/vip-config.ts'
import type { Inputs } from '../inputs.ts'

/** A block of an environment and the claim that has it. */
export interface Block {
  readonly name: string
  /** `name` is that of a Subnet that no claim explains, as facts show. */
  readonly foreign?: true
  /** As the claim writes it, canonical. */
  readonly cidrBlock: string
}

/** What the organisation's policies say about a claim. */
export type Guard = (claim: Claim, isHeld: boolean) => readonly Finding[]

/** What the steps of one plan share and write into. It never leaves the plan. */
export interface Draft {
  readonly inputs: Inputs
  /** Where things stood before, for the places of what is gone; absent where nobody knows. */
  readonly before?: Inputs
  readonly state: State
  readonly settings: Settings
  readonly guard: Guard
  readonly platform: Platform
  readonly view: FactsView
  /** Whether any cluster has ever reported. */
  readonly reported: boolean
  /** The facts are of long after the commit: it is planned again. */
  readonly lived: boolean | undefined
  readonly generation: number
  readonly findings: Finding[]
  readonly books: Map<string, Map<string, Entry>>
  readonly pools: ReadonlyMap<string, PoolBook>
  readonly names: NameBook
  /** Blocks in use by environment. */
  readonly blocks: Map<string, IntervalIndex<Block>>
  /** The settings of VIP blocks that are in force. */
  readonly vip: VipConfig
  /** The migration of the VIP pool as far as it is taken. */
  readonly migration: StoredMigration | undefined
  /** The pool that each project's VIP blocks came from, by namespace. */
  readonly arenas: Map<string, string>
  readonly acknowledgements: readonly Acknowledgement[]
  /** Transfers of this commit by the claim that gets the allocation. */
  readonly transfers: ReadonlyMap<string, Transfer>
}

/** The environment's book, made when it is the first time. */
export function bookOf(draft: Draft, namespace: string): Map<string, Entry> {
  const book = draft.books.get(namespace) ?? new Map<string, Entry>()
  draft.books.set(namespace, book)
  return book
}

/** The document of a claim in the tree that is planned, else in the one before. */
export function documentOf(
  draft: Draft,
  namespace: string,
  claim: { readonly kind: string; readonly name: string },
): Document | undefined {
  const { inputs, before } = draft
  const beside = inputs.beside?.get(namespace)?.claims
  return (
    claimIn(inputs, namespace, claim)?.document ??
    beside?.find(({ kind, name }) => kind === claim.kind && name === claim.name)?.document ??
    (before && claimIn(before, namespace, claim)?.document)
  )
}

/** A claim of a tree by kind and name. */
export function claimIn(
  inputs: Inputs,
  namespace: string,
  { kind, name }: { readonly kind: string; readonly name: string },
): Claim | undefined {
  return claimsByKey(inputs, namespace).get(`${kind} ${name}`)
}

const indexes = new WeakMap<Inputs, Map<string, ReadonlyMap<string, Claim>>>()

function claimsByKey(inputs: Inputs, namespace: string): ReadonlyMap<string, Claim> {
  const byNamespace = indexes.get(inputs) ?? new Map<string, ReadonlyMap<string, Claim>>()
  indexes.set(inputs, byNamespace)
  const known = byNamespace.get(namespace)
  if (known) return known
  const claims = inputs.environments.get(namespace)?.claims ?? []
  const index = new Map(claims.map((claim) => [`${claim.kind} ${claim.name}`, claim]))
  byNamespace.set(namespace, index)
  return index
}
