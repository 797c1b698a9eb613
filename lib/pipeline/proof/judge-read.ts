import type { DatabaseStatus, NorthboundRows } from './northbound-rows.ts'

/** One read of OVN-NB on one connection, and what the members of the cluster said before and after it. */
export interface Read {
  readonly before: DatabaseStatus
  readonly after: DatabaseStatus
  /** Of the other members, as far as they answer: after the rows, before `after`. */
  readonly others: readonly DatabaseStatus[]
  /** How many members are known. */
  readonly servers: number
  readonly rows: NorthboundRows
}

/** Why a server must not be read from; undefined where it is the one that knows. */
export function whyNoLeader({ model, connected, leader, cid, sid }: DatabaseStatus) {
  if (model === 'relay') return 'it is a relay'
  if (!connected) return 'it has lost its cluster'
  if (!leader) return 'it is no leader'
  if (model === 'standalone') return undefined
  return model === 'clustered' && cid !== undefined && sid !== undefined
    ? undefined
    : 'it does not say of which cluster it is'
}

/**
 * Why a read proves nothing; undefined where it was made from the leader, which was that before and after, and where
 * most of the members that are known answer and know nothing later. A leader that was cut off goes on calling itself one
 * and connected until its election timer ends (seen with ovsdb-server 3.1: 2.5 s by a timer of 1 s), and timers of 10 s
 * and more are usual: its own word is not enough.
 */
export function whyNoRead({ before, after, others, servers }: Read): string | undefined {
  const why = whyNoLeader(before) ?? whyNoLeader(after)
  if (why !== undefined) return why
  if (identityOf(before) !== identityOf(after) || before.sid !== after.sid)
    return 'another server answers'
  if (indexOf(after) < indexOf(before)) return 'its log goes back'
  const against = others.map((other) => contradiction(after, other))
  return against.find((one) => one !== undefined) ?? tooFew(after, others, servers)
}

/** One server may be known by several addresses; of those that do not answer nobody can tell. */
function tooFew(
  { sid, model }: DatabaseStatus,
  others: readonly DatabaseStatus[],
  servers: number,
) {
  const heard = new Set([sid, ...others.map((other) => other.sid)]).size
  const repeated = others.length + 1 - heard
  const known = servers - repeated
  if (model !== 'clustered' || 2 * heard > known) return undefined
  return `only ${heard} of ${known} members answer`
}

function contradiction(leader: DatabaseStatus, other: DatabaseStatus): string | undefined {
  if (other.cid !== leader.cid) return 'the members are of several clusters'
  if (other.leader && other.sid !== leader.sid) return 'there are two leaders'
  return indexOf(other) > indexOf(leader) ? 'another member knows more' : undefined
}

function indexOf({ index = 0 }: DatabaseStatus): number {
  return index
}

/** Why two reads are none of the same database; undefined where they are. */
export function whyNoPair(first: Read, second: Read): string | undefined {
  if (identityOf(first.after) !== identityOf(second.before)) return 'it is another database'
  if (indexOf(second.before) < indexOf(first.after)) return 'its log goes back'
  return undefined
}

/** A cluster has an id; a server alone is known by its run. */
function identityOf({ cid, uuid }: DatabaseStatus): string {
  return cid ?? uuid
}
