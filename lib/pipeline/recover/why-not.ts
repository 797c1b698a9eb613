import type { Facts } from '../../domain/facts.ts'
import type { Candidate } from './choose-base.ts'

/** What is known of the cluster; `neverApplied`: a person's word that none has anything. */
export interface Known {
  readonly facts?: Facts
  readonly neverApplied: boolean
}

/** Why a state must not be made again from what is known, a clause: an address that is in use could be given again. */
export function whyNotFrom(
  base: Candidate | undefined,
  { facts, neverApplied }: Known,
): string | undefined {
  const cluster = base?.cluster
  if (cluster !== undefined && facts?.uid !== undefined && facts.uid !== cluster)
    return `the state is that of cluster ${cluster}, and the objects are of ${facts.uid}`
  const isFirstDay = base !== undefined && cluster === undefined
  if (neverApplied || isFirstDay || (facts !== undefined && tells(facts))) return undefined
  const what =
    base === undefined
      ? 'no copy of the state is in this clone'
      : `the copy ${base.commit.slice(0, 12)} may be older than what cluster ${cluster} has applied`
  return `${what}, and nothing tells what a cluster has: --observed or --kubeconfig does, or --never-applied says that none has anything`
}

/** Whether facts tell of a cluster: it may have nothing, and say who it is. */
export function tells({ uid, objects, holders }: Facts): boolean {
  return uid !== undefined || objects.length > 0 || holders.length > 0
}
