import { printable } from '../../lib/domain/printable.ts'
import type { CommitStatus } from '../../lib/ports/forge.ts'
import { cut } from '../../lib/summary/cut.ts'
import { plural } from '../../lib/summary/summary.ts'
import type { Planned } from '../allocate/build.ts'
import { type LedgerChange, ledgerChanges } from '../allocate/ledger-changes.ts'
import { type Present, refusalsOf } from './refusals.ts'

/** Name of the status that says what became of a commit of main. */
export const ALLOCATE = 'netclaim/allocate'

/** Characters of a description: GitHub refuses a longer one (palantir/policy-bot#72). */
const MAX_DESCRIPTION = 140

/** What one commit of main got, in a line: counts, and the first thing that is wrong still. */
export function statusOf(planned: Planned, present: Present): CommitStatus {
  const { overtaken } = present
  if (overtaken !== undefined)
    return status('success', [`allocated with a later commit in ${overtaken.slice(0, 12)}`])
  const { open, resolved } = refusalsOf(planned, present)
  const [first] = open
  const wrong = first === undefined ? [] : [printable(first.message)]
  if (planned.commit === undefined) return status('failure', ['not allocated', ...wrong])
  const counts = countsOf(ledgerChanges(planned.changes))
  // The comment stands with it, and is written again when this changes.
  const since = resolved > 0 ? [`${plural(resolved, 'error')} repaired since`] : []
  return status(open.length > 0 ? 'failure' : 'success', [counts, ...since, ...wrong])
}

/** Why nothing at all is allocated: no verdict on a commit, so that the next run says it anew. */
export function stopStatus(message: string): CommitStatus {
  return status('error', ['stopped', printable(message, 400)])
}

/** On the commit from which the state of a rewritten main goes on. */
export const goesOnStatus: CommitStatus = {
  context: ALLOCATE,
  state: 'success',
  description: 'allocated before main was rewritten, and gone on from here',
}

function status(state: CommitStatus['state'], parts: readonly string[]): CommitStatus {
  return { context: ALLOCATE, state, description: cut(parts.join(': '), MAX_DESCRIPTION) }
}

function countsOf(changes: readonly LedgerChange[]): string {
  const counts = WORDS.flatMap((action) => {
    const { length } = changes.filter((one) => one.action === action)
    return length === 0 ? [] : [`${length} ${action}`]
  })
  return counts.length === 0 ? 'no claim changes' : counts.join(', ')
}

const WORDS = ['allocated', 'moved', 'waiting', 'rejected', 'released', 'freed'] as const
