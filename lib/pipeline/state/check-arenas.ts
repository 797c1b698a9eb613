import type { Book } from '../../domain/ledger/entry.ts'
import type { State } from '../../domain/ledger/state.ts'
import { type Cidr, parseCidr } from '../../domain/net/cidr.ts'
import { indexOfBlock } from '../../domain/vip/blocks.ts'
import type { Disagreement } from './check-pools.ts'
import { bookPath } from './state-paths.ts'

/**
 * Whether the VIP blocks of each project are of the pool that its ledger names, and none has two holders. They are written
 * together, so a difference is somebody's hand.
 */
export function checkArenas({ books, arenas }: State): readonly Disagreement[] {
  return [...books].flatMap(([namespace, book]) => {
    const arena = arenas.get(namespace)
    const pool = arena === undefined ? undefined : parseCidr(arena)
    return whyNoArena(book, pool).map((why) => ({ path: bookPath(namespace), why }))
  })
}

function whyNoArena(book: Book, pool: Cidr | undefined): readonly string[] {
  const seen = new Set<string>()
  const why: string[] = []
  for (const [key, { blocks = [] }] of book) {
    for (const { cidr } of blocks) {
      if (pool === undefined || indexOfBlock(pool, cidr) === undefined)
        why.push(`${key} has ${cidr}, which is no block of its arena`)
      if (seen.has(cidr)) why.push(`${key} has ${cidr}, which another cluster has, too`)
      seen.add(cidr)
    }
  }
  return why
}
