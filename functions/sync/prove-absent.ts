import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { findWanted, type Wanted } from '../../lib/pipeline/proof/find-wanted.ts'
import { type Read, whyNoPair } from '../../lib/pipeline/proof/judge-read.ts'
import { type Mention, mentionsIn } from '../../lib/pipeline/proof/mentions.ts'
import type { NorthboundRows } from '../../lib/pipeline/proof/northbound-rows.ts'
import type { Clock } from '../../lib/ports/clock.ts'
import type { Northbound } from '../../lib/ports/northbound.ts'
import { readLeader } from './read-leader.ts'

export interface ProveOptions {
  readonly northbound: Northbound
  readonly clock: Clock
  /** Milliseconds between the reads (default, and what the seeds ask for: 5,000). */
  readonly gapMs?: number
  /** Pairs of reads that are tried (default 3). */
  readonly attempts?: number
  readonly progress?: (doing: string) => void
}

/** What came of a proof. */
export interface Proof {
  /** Those that no read showed, and no object refers to. */
  readonly absent: readonly Wanted[]
  /** Where the others were seen. */
  readonly present: ReadonlyMap<Wanted, string>
  /** OVN-NB as it was read last; undefined where no pair of reads was good, and why. */
  readonly rows?: NorthboundRows
  readonly failure?: string
}

/**
 * Proves addresses absent by two reads of OVN-NB at least five seconds apart, each from the one leader of the same
 * cluster; what `mentions` (of the Kubernetes objects) show is not absent either. A read that fails, or another leader,
 * makes both reads start again.
 */
export async function proveAbsent(
  wanted: readonly Wanted[],
  mentions: readonly Mention[] | undefined,
  options: ProveOptions,
): Promise<Proof> {
  const nothing = { absent: [], present: new Map<Wanted, string>() }
  if (wanted.length === 0) return nothing
  if (mentions === undefined)
    return { ...nothing, failure: 'not all objects that could refer to them were listed' }
  let failure = ''
  for (let attempt = 0; attempt < (options.attempts ?? 3); attempt++) {
    const pair = await readTwice(options)
    if (typeof pair !== 'string') return judge(wanted, mentions, pair)
    failure = pair
    options.progress?.(`reading OVN-NB again: ${pair}`)
  }
  return { ...nothing, failure }
}

function judge(
  wanted: readonly Wanted[],
  mentions: readonly Mention[],
  [first, second]: readonly [Read, Read],
): Proof {
  const all = [...mentions, ...mentionsIn(first.rows), ...mentionsIn(second.rows)]
  const present = findWanted(wanted, all)
  return { absent: wanted.filter((one) => !present.has(one)), present, rows: second.rows }
}

/** Two good reads, or why there are none. */
async function readTwice({
  northbound,
  clock,
  gapMs = 5_000,
  progress,
}: ProveOptions): Promise<readonly [Read, Read] | string> {
  try {
    progress?.('reading OVN-NB for the first time')
    const first = await readLeader(northbound)
    if (typeof first === 'string') return first
    const since = clock.now()
    for (let left = gapMs; left > 0; left = gapMs - (clock.now() - since)) await clock.pause(left)
    progress?.('reading OVN-NB for the second time')
    const second = await readLeader(northbound)
    if (typeof second === 'string') return second
    return whyNoPair(first, second) ?? [first, second]
  } catch (error) {
    if (error instanceof OutsideError) return error.message
    throw error
  }
}
