import type { Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { breach } from '../../domain/rules/rule.ts'
import { syncRules } from './sync-rules.ts'
import type { AppliedRecord } from './verify-state.ts'

/** What is known of a cluster, from three sides. */
export interface ClusterSeen {
  /** uid of its kube-system, now. */
  readonly uid: string
  /** Revision of its store, now. */
  readonly revision: string
  /** What it remembers itself: a restore takes that back too. */
  readonly record: AppliedRecord | undefined
  /** What it told on its own branch, where it remembers nothing. */
  readonly told?: AppliedRecord | undefined
  /** The cluster that the state was planned for; absent before the first report. */
  readonly pinned?: string
  /** Clusters that were given up: those that the state is never again for. */
  readonly gone: readonly string[]
  /** What it told Git last. */
  readonly reported?: { readonly uid?: string; readonly generation?: number }
}

/** Why this is not the cluster that the repository speaks for; undefined where it is, or where nobody has said. */
export function foreignCluster(seen: ClusterSeen): Finding | undefined {
  const { pinned, gone, uid, record } = seen
  if (gone.includes(uid)) return givenUp(uid)
  // A cluster that was restored from a backup has another uid, and remembers us.
  if (pinned === undefined || pinned === uid || record !== undefined) return undefined
  const message = `this cluster is "${printable(uid, 60)}", and the state is of "${printable(pinned, 60)}"`
  return breach(syncRules.foreignCluster, message, {
    hint: 'check the kubeconfig; where it stands in place of a lost one, netclaim recover --cluster-gone comes first',
  })
}

/** It may be there again, with its keys and all that it remembers: what it has is another cluster's by now. */
function givenUp(uid: string): Finding {
  const message = `this cluster is "${printable(uid, 60)}", which netclaim recover --cluster-gone gave up`
  return breach(syncRules.foreignCluster, message, {
    hint: 'take it off the network: what it has is given to others; for another life it is built anew',
  })
}

/**
 * Why the cluster is an older one than was applied to, in words; undefined where it is not. What was gone may be there
 * again then, and what was proven absent is not proven any more.
 */
export function restoreOf(seen: ClusterSeen): string | undefined {
  const { uid, revision, record, reported } = seen
  const remembers = record?.generation ?? 0
  if (record !== undefined && record.uid !== uid)
    return `it was cluster "${printable(record.uid, 60)}" and is "${printable(uid, 60)}" now`
  if (record !== undefined && isLess(revision, record.revision))
    return `its revision went back from ${record.revision} to ${revision}`
  if (reported?.uid !== uid || (reported.generation ?? 0) <= remembers) return undefined
  return `it reported generation ${reported.generation ?? 0} and remembers ${remembers}`
}

function isLess(one: string, other: string): boolean {
  if (!/^\d{1,20}$/.test(one) || !/^\d{1,20}$/.test(other)) return false
  return BigInt(one) < BigInt(other)
}
