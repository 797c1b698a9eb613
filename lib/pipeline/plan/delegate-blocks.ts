import { compareText } from '../../domain/compare-text.ts'
import { type Entry, type EntryOf, entryKey, isHeld } from '../../domain/ledger/entry.ts'
import type { Delegation } from '../../domain/vip/delegation.ts'
import { planArena } from '../../domain/vip/plan-arena.ts'
import { hasBlocks } from './arenas-in-use.ts'
import { tellBlocks } from './block-findings.ts'
import { wishOf } from './cluster-wish.ts'
import type { Draft } from './draft.ts'
import { isRetired, migratePool, migrationOf } from './migrate-pool.ts'
import { tellProjects } from './project-findings.ts'
import { poolProblem } from './vip-pool-of.ts'
import { usesByProject, usesIn, type VipUse } from './vip-uses.ts'
import { tellCauses } from './withdrawals.ts'

type KdcEntry = EntryOf<'KdcCluster'>

/** Gives the clusters of every project what they get of its VIP pool, and writes down why the others get nothing. */
export function delegateBlocks(draft: Draft): void {
  migratePool(draft)
  const uses = usesByProject(draft.view.facts)
  for (const namespace of draft.books.keys())
    delegateIn(draft, namespace, uses.get(namespace) ?? [])
  tellCauses(draft)
  tellProjects(draft)
}

function delegateIn(draft: Draft, namespace: string, uses: readonly VipUse[]): void {
  const book = draft.books.get(namespace) ?? new Map<string, Entry>()
  const all = [...book.values()].filter((entry) => entry.kind === 'KdcCluster')
  // What was imported stays as it is, and nobody else gets it.
  const isOurs = (entry: KdcEntry) => isHeld(entry) && entry.imported !== true
  const clusters = all.filter(isOurs).toSorted(byTurn(draft, namespace))
  const leaving = all.filter((entry) => !isOurs(entry)).flatMap(({ blocks = [] }) => blocks)
  if (clusters.length > 0) {
    const pool = draft.arenas.get(namespace) ?? draft.vip.poolCidr
    const problem = poolProblem(draft, namespace, pool)
    const delegations = planArena({
      namespace,
      config: draft.vip,
      pool,
      migration: migrationOf(draft, pool),
      isExcluded: draft.inputs.grants.get(namespace)?.withoutVips === true,
      ...(problem === undefined ? {} : { poolProblem: problem }),
      clusters: clusters.map((entry) => wishOf(draft, namespace, entry)),
      leaving,
      foreign: usesIn(pool, uses),
    })
    for (const [n, entry] of clusters.entries()) note(draft, namespace, entry, delegations[n])
    if (hasBlocks(book)) draft.arenas.set(namespace, pool)
    tellBlocks(draft, namespace, { before: clusters, delegations })
  }
  if (hasBlocks(book)) return
  if (isProjectThere(draft, namespace, clusters.length))
    draft.arenas.set(namespace, draft.vip.poolCidr)
  else draft.arenas.delete(namespace)
}

/** As long as a project lives that could get blocks, its arena shows that it has none. */
function isProjectThere(draft: Draft, namespace: string, clusters: number): boolean {
  const { inputs, vip } = draft
  return (
    vip.mode === 'enable' && !isRetired(draft) && (clusters > 0 || inputs.projects.has(namespace))
  )
}

function note(draft: Draft, namespace: string, entry: KdcEntry, given?: Delegation): void {
  if (given === undefined) return
  const { blocks: _, delegation: __, ...rest } = entry
  const { blocks, reason, message } = given
  const next = {
    ...rest,
    ...(blocks.length === 0 ? {} : { blocks }),
    delegation: { reason, message },
  }
  draft.books.get(namespace)?.set(entryKey(entry), next)
}

/** Who was there before comes first, then by name: what a commit adds takes nothing from those that wait. */
function byTurn(draft: Draft, namespace: string): (a: Entry, b: Entry) => number {
  const former = draft.state.books.get(namespace)
  const isNew = (entry: Entry) => Number(!isHeld(former?.get(entryKey(entry))))
  return (a, b) => isNew(a) - isNew(b) || compareText(a.name, b.name)
}
