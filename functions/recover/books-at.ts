import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { State } from '../../lib/domain/ledger/state.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import type { Repository } from '../../lib/ports/repository.ts'

/** The ledger of a commit; empty where there is none, or where it is no state. */
export async function booksAt(
  repository: Repository,
  commit: string | undefined,
): Promise<State['books']> {
  if (commit === undefined) return new Map()
  try {
    return readState(await repository.readState(commit)).value.books
  } catch (error) {
    if (!(error instanceof OutsideError) || error.retryable) throw error
    // What somebody pushed there may be anything.
    return new Map()
  }
}
