import { arenaName } from '../domain/names.ts'
import { parseCidr } from '../domain/net/cidr.ts'
import { arenaMetrics } from '../domain/vip/arena-metrics.ts'
import { type Arena, arenaSlots } from '../domain/vip/delegation.ts'
import { blocksIn } from '../domain/vip/vip-block.ts'
import type { CapacityRow } from '../pipeline/report.ts'
import type { Gauge, Sample } from './metrics-text.ts'

/** How full one claims repository is. */
export interface Fullness {
  /** `owner/name`. */
  readonly repository: string
  /** False: nothing could be read of it, so that nothing is known. */
  readonly isRead: boolean
  readonly pools: readonly CapacityRow[]
  readonly arenas: readonly Arena[]
}

/** What a monitoring system is told of some claims repositories. */
export function gaugesOf(all: readonly Fullness[]): readonly Gauge[] {
  return [
    {
      name: 'netclaim_state_readable',
      help: 'Whether the state of a claims repository could be read: 1, or 0.',
      samples: all.map(({ repository, isRead }) => {
        return { labels: { repository }, value: isRead ? '1' : '0' }
      }),
    },
    {
      name: 'netclaim_pool_addresses',
      help: 'Addresses of a pool by what became of them.',
      samples: all.flatMap(({ repository, pools }) =>
        pools.flatMap((row) => poolSamples(repository, row)),
      ),
    },
    {
      name: arenaMetrics.used,
      help: "Slots of a project's ledger of VIP blocks that are taken, tombstones included.",
      samples: arenaSamples(all, ({ slots }) => slots.length),
    },
    {
      name: arenaMetrics.maximum,
      help: "Slots that a project's ledger of VIP blocks has.",
      samples: arenaSamples(all, () => arenaSlots),
    },
    {
      name: arenaMetrics.blocks,
      help: "VIP blocks that the pool of a project's ledger has, free or not.",
      samples: arenaSamples(all, ({ cidr }) => blocksOf(cidr)),
    },
  ]
}

/** What is not known is left out. */
function poolSamples(repository: string, row: CapacityRow): readonly Sample[] {
  const { pool, family, used, free, tombstoned, resting, reserved } = row
  return Object.entries({ used, free, tombstoned, resting, reserved }).flatMap(([state, value]) =>
    value === undefined ? [] : [{ labels: { repository, pool, family, state }, value }],
  )
}

function arenaSamples(
  all: readonly Fullness[],
  count: (arena: Arena) => number,
): readonly Sample[] {
  return all.flatMap(({ repository, arenas }) =>
    arenas.map((arena) => {
      const labels = { repository, arena: arenaName(arena.namespace) }
      return { labels, value: `${count(arena)}` }
    }),
  )
}

function blocksOf(cidr: string): number {
  const pool = parseCidr(cidr)
  return pool === undefined ? 0 : blocksIn(pool)
}
