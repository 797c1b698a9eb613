import { holderName, isHeld } from '../../domain/ledger/entry.ts'
import { parseCidr } from '../../domain/net/cidr.ts'
import { indexOfBlock } from '../../domain/vip/blocks.ts'
import { arenaSlots, type VipBlock } from '../../domain/vip/delegation.ts'
import type { Draft } from './draft.ts'
import { poolProblem } from './vip-pool-of.ts'
import { usesByProject, usesIn, type VipUse } from './vip-uses.ts'

/** A cluster, and the blocks that it is to have in its project. */
export interface Newcomer {
  readonly namespace: string
  readonly name: string
  readonly blocks: readonly VipBlock[]
  /** The pool that they come from. */
  readonly pool: string
}

/** Why a project has no room for these very blocks, a clause that names one; its arena is its own, so that others may have them in theirs. */
export function whyNoRoom(draft: Draft, newcomer: Newcomer): string | undefined {
  const { namespace, blocks, pool } = newcomer
  const names = blocks.map(({ cidr }) => cidr).join(', ')
  const own = draft.arenas.get(namespace) ?? draft.vip.poolCidr
  if (own !== pool) return `${names} came from ${pool}, project "${namespace}" has the pool ${own}`
  const problem = poolProblem(draft, namespace, pool)
  if (problem !== undefined) return `project "${namespace}" cannot have ${names}: ${problem}`
  const held = heldIn(draft, namespace)
  const taken = blocks.find(({ cidr }) => held.has(cidr))
  if (taken !== undefined)
    return `${taken.cidr} of project "${namespace}" is ${held.get(taken.cidr)}`
  if (held.size + blocks.length > arenaSlots)
    return `all ${arenaSlots} claim slots of the arena of project "${namespace}" would not do for ${names}`
  return whyUsed(draft, newcomer)
}

/** Writes down that the newcomer has them. */
export function takeRoom(draft: Draft, { namespace, name, blocks }: Newcomer): void {
  const held = heldIn(draft, namespace)
  for (const { cidr } of blocks) held.set(cidr, `held by KdcCluster ${namespace}/${name}`)
}

/** What something uses though the ledger knows of nobody, only the cluster that uses it can have. */
function whyUsed(draft: Draft, { namespace, name, blocks, pool }: Newcomer): string | undefined {
  const cidr = parseCidr(pool)
  const used = usesIn(pool, usesOf(draft).get(namespace) ?? [])
  for (const block of blocks) {
    const use = used.get((cidr && indexOfBlock(cidr, block.cidr)) ?? -1)
    if (use !== undefined && use.cluster !== name)
      return `${block.cidr} of project "${namespace}" is used by ${use.holder}, which the ledger does not know`
  }
  return undefined
}

const uses = new WeakMap<Draft, ReadonlyMap<string, readonly VipUse[]>>()

function usesOf(draft: Draft): ReadonlyMap<string, readonly VipUse[]> {
  const known = uses.get(draft) ?? usesByProject(draft.view.facts)
  uses.set(draft, known)
  return known
}

const books = new WeakMap<Draft, Map<string, Map<string, string>>>()

/** How each block of a project stands, a participle, whatever its phase. Of one plan only a Transfer takes any before all are given. */
function heldIn(draft: Draft, namespace: string): Map<string, string> {
  const all = books.get(draft) ?? new Map<string, Map<string, string>>()
  books.set(draft, all)
  const known = all.get(namespace)
  if (known !== undefined) return known
  const entries = draft.books.get(namespace)?.values().toArray() ?? []
  const held = entries.flatMap((entry) => {
    const how = isHeld(entry) ? 'held by' : 'not given back yet by'
    return (entry.blocks ?? []).map(
      ({ cidr }) => [cidr, `${how} ${holderName(namespace, entry)}`] as const,
    )
  })
  const index = new Map(held)
  all.set(namespace, index)
  return index
}
