import { describeCommits } from '../../lib/adapters/git/describe-commits.ts'
import { readStateAt } from '../../lib/adapters/git/read-tree.ts'
import { claimsSnapshot } from '../../lib/adapters/git/snapshot.ts'
import { firstParentIds } from '../../lib/adapters/git.ts'
import { viewFacts } from '../../lib/domain/ledger/facts-view.ts'
import { arenaRows } from '../../lib/pipeline/arena-capacity.ts'
import { capacityOf } from '../../lib/pipeline/capacity.ts'
import { type Forecast, forecast } from '../../lib/pipeline/forecast/forecast.ts'
import { PoolCounts } from '../../lib/pipeline/forecast/pool-counts.ts'
import { openPools } from '../../lib/pipeline/plan/open-pools.ts'
import { formerPlatform, noPlatform } from '../../lib/pipeline/plan/platform-step.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import {
  bookPath,
  countsPath,
  platformPath,
  statePath,
} from '../../lib/pipeline/state/state-paths.ts'
import { reservationsAt } from '../reservations-at.ts'
import { factsAt } from './facts-at.ts'
import { follow } from './follow.ts'
import type { History } from './open-history.ts'

const DAY = 86_400

/** When each pool is full, by how it grew in the last days; only the pools' counts are followed. */
export async function forecastOf(history: History, days: number): Promise<readonly Forecast[]> {
  const { repo, tip, now } = history
  const files = await readStateAt(repo, tip, [statePath, platformPath, 'allocations/'])
  const { value: state } = readState(files)
  const facts = await factsAt(history)
  const counts = new PoolCounts(await beginOf(repo, tip))
  const books = [...state.arenas.keys()].map(bookPath)
  for await (const { step, path, text } of follow(history, [countsPath('*'), ...books]))
    counts.add(step.seconds, path, text)
  const { source } = state
  const reservations =
    source === undefined ? [] : await reservationsAt(claimsSnapshot(repo, source))
  const pools = openPools(formerPlatform(state) ?? noPlatform, { state, facts, reservations })
  const arenas = arenaRows(state.arenas.keys(), state, facts)
  return capacityOf(pools.values(), new Map(), viewFacts(facts), arenas).map((row) => {
    const { pool, family } = row
    // Slots and blocks of an arena are taken together: `vip-photon-prod/10.242.0.0/24`.
    const known = { pool, family, size: BigInt(row.size), free: BigInt(row.free) }
    const window = { from: now - days * DAY, now }
    return forecast({ ...known, counts: counts.of(pool.split('/')[0] ?? '', family) }, window)
  })
}

/** When the first commit of the state was made. */
async function beginOf(repo: string, tip: string): Promise<number> {
  const [first = tip] = (await firstParentIds(repo, tip)).slice(-1)
  return (await describeCommits(repo, [first])).get(first)?.seconds ?? 0
}
