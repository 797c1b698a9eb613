import type { Json } from '../emit.ts'
import type { StoredMigration } from '../vip/pool-migration.ts'
import type { VipConfig } from '../vip/vip-config.ts'
import type { Book } from './entry.ts'
import type { PoolIndex } from './pool-index.ts'

/** What the state branch remembers, as far as it was read. */
export interface State {
  /** Commit of `main` that this state was planned for. */
  readonly source?: string
  readonly engine?: string
  /** Counts the plans: 0 for a branch that was just made. */
  readonly generation: number
  /** SHA-256 of the facts that the plan used. */
  readonly facts?: string
  /** uid of the cluster's kube-system namespace, pinned by the first report. */
  readonly cluster?: string
  /** uids of clusters that a person has said are lost for good: one that comes back is not heard, and not applied to. */
  readonly gone: readonly string[]
  /** Digests of the acknowledgements and transfers that are spent. */
  readonly spent: readonly string[]
  /** Generations in which `--never-applied` freed what was releasing. */
  readonly neverApplied: readonly number[]
  /** Nothing of it is to be applied. */
  readonly mode?: 'shadow'
  /** What it was planned for; absent: manifests. */
  readonly target?: 'operator'
  /** When it was planned, in seconds since 1970; recorded where anything is to be over some day. */
  readonly time?: number
  /** The platform that is rendered, as `KMetal.spec.networking` would say it; the last good one. */
  readonly platform?: Json
  /** Provider subnets that are rendered. */
  readonly open: readonly string[]
  /**
   * Parts of the platform that were there before Netclaim, by what they are rendered of (`providerNetworks/provider`), and
   * `crds` until something is rendered that needs them: nothing of them is rendered.
   */
  readonly imported: readonly string[]
  /** Names of the Vlans of imported networks that are not called like them, by network. */
  readonly vlans: Readonly<Record<string, string>>
  /** The settings of VIP blocks that are in force: the last good ones; absent where there never was a file. */
  readonly vip?: VipConfig
  /** The migration of the VIP pool as far as it was taken, until its file is gone. */
  readonly migration?: StoredMigration
  /** The pool that each project's VIP blocks came from, by namespace; recorded as long as there is a block. */
  readonly arenas: ReadonlyMap<string, string>
  /** By namespace. */
  readonly books: ReadonlyMap<string, Book>
  /** By pool. */
  readonly pools: ReadonlyMap<string, PoolIndex>
}

export const emptyState: State = {
  generation: 0,
  gone: [],
  spent: [],
  neverApplied: [],
  open: [],
  imported: [],
  vlans: {},
  arenas: new Map(),
  books: new Map(),
  pools: new Map(),
}
