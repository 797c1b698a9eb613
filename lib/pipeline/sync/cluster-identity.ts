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
  /** The cluster that the state was planned for; absent before the first report. */
  readonly pinned?: string
  /** What it told Git last. */
  readonly reported?: { readonly uid?: string; readonly generation?: number }
}

/** Why this is not the cluster that the repository speaks for; undefined where it is, or where nobody has said. */
export function foreignCluster(seen: ClusterSeen): Finding | undefined {
  const { pinned, uid, record } = seen
  // A cluster that was restored from a backup has another uid, and remembers us.
  if (pinned === undefined || pinned === uid || record !== undefined) return undefined
  const message = `this cluster is "${printable(uid, 60)}", and the state is of "${printable(pinned, 60)}"`
  return breach(syncRules.foreignCluster, message, {
    hint: 'check the kubeconfig; a cluster that was built anew needs a repository whose state is reset',
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
