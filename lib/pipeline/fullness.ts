import { viewFacts } from '../domain/ledger/facts-view.ts'
import type { Reservation } from '../domain/reservation.ts'
import { arenaOf } from '../domain/vip/arena-of.ts'
import type { Arena } from '../domain/vip/delegation.ts'
import { capacityOf } from './capacity.ts'
import { readFacts } from './facts/read-facts.ts'
import { openPools } from './plan/open-pools.ts'
import { formerPlatform, noPlatform } from './plan/platform-step.ts'
import type { CapacityRow, StateTree } from './report.ts'
import { readState } from './state/read-state.ts'
import { factsPath } from './state/state-paths.ts'

/** How full the pools of the platform are, by a state without its books and what is set aside; undefined where it is not as Netclaim writes it. */
export function poolsIn(
  files: StateTree,
  reservations: readonly Reservation[],
): readonly CapacityRow[] | undefined {
  const { value: state, findings } = readState(files)
  if (findings.length > 0) return undefined
  const told = files.get(factsPath)
  const { value: facts } = readFacts(new Map(told === undefined ? [] : [[factsPath, told]]))
  const pools = openPools(formerPlatform(state) ?? noPlatform, { state, facts, reservations })
  return capacityOf(pools.values(), new Map(), viewFacts(facts))
}

/** The arena that a book has, if it has one; undefined where the book is not as Netclaim writes it. */
export function arenaIn(path: string, text: string): { readonly arena?: Arena } | undefined {
  const { value: state, findings } = readState(new Map([[path, text]]))
  if (findings.length > 0) return undefined
  const [namespace = '', cidr] = [...state.arenas][0] ?? []
  const book = state.books.get(namespace)
  return book === undefined || cidr === undefined ? {} : { arena: arenaOf(namespace, book, cidr) }
}
