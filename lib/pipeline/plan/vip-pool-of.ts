import { isHeld } from '../../domain/ledger/entry.ts'
import { parseCidr } from '../../domain/net/cidr.ts'
import { rangesOverlap } from '../../domain/net/range.ts'
import { unfinished } from '../../domain/vip/pool-migration.ts'
import type { Draft } from './draft.ts'

/** What subnets of a project keep off: its VIP pool, and the one that a migration leads to. */
export function vipPoolsOf(draft: Draft, namespace: string): readonly string[] {
  const pool = vipPoolOf(draft, namespace)
  if (pool === undefined) return []
  const next = unfinished(draft.migration)?.to
  return next === undefined ? [pool] : [pool, next]
}

/**
 * The VIP pool of a project; undefined where VIPs are no matter: nobody has declared anything of Kube-DC for it, so that the
 * default pool takes nothing from it.
 */
function vipPoolOf(draft: Draft, namespace: string): string | undefined {
  const recorded = draft.arenas.get(namespace)
  if (recorded !== undefined) return recorded
  if (draft.vip.mode === 'off') return undefined
  const isDeclared = draft.state.vip !== undefined || draft.inputs.vip !== undefined
  const isInPlay = isDeclared || draft.inputs.projects.has(namespace) || hasKdc(draft, namespace)
  return isInPlay ? draft.vip.poolCidr : undefined
}

const known = new WeakMap<Draft, ReadonlySet<string>>()

function hasKdc(draft: Draft, namespace: string): boolean {
  const namespaces = known.get(draft) ?? withClusters(draft)
  known.set(draft, namespaces)
  return namespaces.has(namespace)
}

/** Environments with a cluster of Kube-DC, in a file or in the ledger. */
function withClusters({ inputs, state }: Draft): ReadonlySet<string> {
  const namespaces = new Set<string>()
  for (const [namespace, { claims }] of inputs.environments)
    if (claims.some(({ kind }) => kind === 'KdcCluster')) namespaces.add(namespace)
  for (const [namespace, book] of state.books)
    if (book.values().some((entry) => entry.kind === 'KdcCluster' && isHeld(entry)))
      namespaces.add(namespace)
  return namespaces
}

/** Why the pool cannot be used in a project, as a clause: it is to lie outside of every subnet there (seed). */
export function poolProblem(draft: Draft, namespace: string, pool: string): string | undefined {
  const cidr = parseCidr(pool)
  if (cidr === undefined) return undefined
  const subnet = draft.blocks.get(namespace)?.firstOverlap(cidr)?.value
  if (subnet !== undefined) {
    return `the VIP pool ${pool} overlaps SubnetClaim "${subnet.name}" (${subnet.cidrBlock})`
  }
  const project = draft.inputs.projects.get(namespace)
  const block = project && parseCidr(project.cidrBlock)
  if (project === undefined || block === undefined || !rangesOverlap(block, cidr)) return undefined
  return `the VIP pool ${pool} overlaps ${project.object} (${project.cidrBlock})`
}
