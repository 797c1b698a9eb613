import { arenaName } from '../../domain/names.ts'
import { readState } from '../state/read-state.ts'
import { bookOfPath, poolOfPath } from '../state/state-paths.ts'
import { CountsFile } from '../state/state-schemas.ts'
import { readWritten } from '../yaml/read-written.ts'
import type { Count } from './samples.ts'

type Family = 'IPv4' | 'IPv6'

/**
 * How many addresses of each pool were taken when, told by versions of the pools' counts that come the oldest first; of an
 * arena, `vip-photon-prod`, how many VIP blocks, told by the ledger of its environment.
 */
export class PoolCounts {
  readonly #counts = new Map<string, Count[]>()
  readonly #begin: number

  /** `begin`: when the state was made, in seconds since 1970; nothing was taken before. */
  constructor(begin: number) {
    this.#begin = begin
  }

  /** A version that cannot be read is passed over; without text the pool has nothing taken. */
  add(at: number, path: string, text: string | undefined): void {
    const pool = poolOfPath(path)?.pool ?? arenaName(bookOfPath(path) ?? '')
    const taken = text === undefined ? { IPv4: 0, IPv6: 0 } : takenIn(path, text)
    if (taken === undefined) return
    for (const family of ['IPv4', 'IPv6'] as const)
      this.#note(`${pool} ${family}`, at, taken[family])
  }

  of(pool: string, family: Family): readonly Count[] {
    return this.#counts.get(`${pool} ${family}`) ?? [{ at: this.#begin, taken: 0 }]
  }

  #note(key: string, at: number, taken: number): void {
    const known = this.#counts.get(key) ?? [{ at: this.#begin, taken: 0 }]
    this.#counts.set(key, known)
    const last = known.at(-1)
    if (last === undefined || last.taken === taken) return
    // Somebody's clock went back: commits come in their own order.
    known.push({ at: Math.max(at, last.at), taken })
  }
}

/** What is on its way out is taken, too. */
function takenIn(path: string, text: string): Readonly<Record<Family, number>> | undefined {
  const namespace = bookOfPath(path)
  if (namespace !== undefined) return blocksIn(namespace, path, text)
  const [document] = readWritten(path, text) ?? []
  const { data } = CountsFile.safeParse(document)
  if (data === undefined) return undefined
  const taken = { IPv4: 0, IPv6: 0 }
  for (const [part, { used, leaving }] of Object.entries(data.parts))
    taken[part.includes(':') ? 'IPv6' : 'IPv4'] += used + leaving
  return taken
}

function blocksIn(
  namespace: string,
  path: string,
  text: string,
): Readonly<Record<Family, number>> | undefined {
  const book = readState(new Map([[path, text]])).value.books.get(namespace)
  if (book === undefined) return undefined
  const blocks = book.values().reduce((sum, entry) => sum + (entry.blocks?.length ?? 0), 0)
  return { IPv4: blocks, IPv6: 0 }
}
