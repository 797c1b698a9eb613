import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Reservation } from '../../lib/domain/reservation.ts'
import type { Arena } from '../../lib/domain/vip/delegation.ts'
import { arenaIn, poolsIn } from '../../lib/pipeline/fullness.ts'
import {
  bookOfPath,
  factsPath,
  platformPath,
  statePath,
} from '../../lib/pipeline/state/state-paths.ts'
import type { Repository, Texts } from '../../lib/ports/repository.ts'
import type { Fullness } from '../../lib/summary/metrics.ts'
import { readStateHeader } from '../allocate/state-header.ts'
import { reservationsAt } from '../reservations-at.ts'

const LEDGER = 'allocations/'
const SINGLE = [statePath, platformPath, factsPath]

/** Tells how full a state is. After the first time it reads and parses only what differs from the one before. */
export class Meter {
  #tip: string | undefined
  #reservations: readonly Reservation[] = []
  readonly #files = new Map<string, string>()
  /** By the path of their book. */
  readonly #arenas = new Map<string, Arena>()
  /** Books that cannot be read. */
  readonly #broken = new Set<string>()

  /** Throws `OutsideError` where the repository cannot be read, or the state is not as Netclaim writes it. */
  async read(repository: Repository, tip: string): Promise<Pick<Fullness, 'pools' | 'arenas'>> {
    if (this.#tip !== tip) await this.#moveTo(repository, tip)
    const pools = poolsIn(this.#files, this.#reservations)
    if (pools === undefined || this.#broken.size > 0)
      throw new OutsideError(`the state ${tip} is not as Netclaim writes it`, {
        system: 'git',
        retryable: false,
      })
    return { pools, arenas: [...this.#arenas.values()] }
  }

  async #moveTo(repository: Repository, tip: string): Promise<void> {
    const [from, changed] = [this.#tip, await this.#changed(repository, tip)]
    const files = await repository.readState(tip, changed ?? [...SINGLE, LEDGER])
    // Half of it is worth nothing, should the next read fail.
    this.#tip = undefined
    if (from === undefined || changed === undefined) this.#forget()
    for (const path of changed ?? files.keys()) this.#note(path, files)
    const header = readStateHeader(this.#files)
    const main = header && (await repository.snapshot(header.source))
    this.#reservations = main === undefined ? [] : await reservationsAt(main)
    this.#tip = tip
  }

  /** Paths of the ledger that differ; undefined where nothing is known of it, or it is another history. */
  async #changed(repository: Repository, tip: string): Promise<readonly string[] | undefined> {
    if (this.#tip === undefined || !(await repository.isAncestor(this.#tip, tip))) return undefined
    const paths = [...(await repository.differences(this.#tip, tip)).keys()]
    return paths.filter((path) => SINGLE.includes(path) || path.startsWith(LEDGER))
  }

  #forget(): void {
    this.#files.clear()
    this.#arenas.clear()
    this.#broken.clear()
  }

  #note(path: string, files: Texts): void {
    const text = files.get(path)
    if (bookOfPath(path) === undefined) {
      if (text === undefined) this.#files.delete(path)
      else this.#files.set(path, text)
      return
    }
    this.#arenas.delete(path)
    this.#broken.delete(path)
    if (text === undefined) return
    const read = arenaIn(path, text)
    if (read === undefined) this.#broken.add(path)
    else if (read.arena !== undefined) this.#arenas.set(path, read.arena)
  }
}
