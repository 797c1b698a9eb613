import { printable } from '../../lib/domain/printable.ts'
import { sortFindings } from '../../lib/domain/sort-findings.ts'
import type { CommitStatus } from '../../lib/ports/forge.ts'
import { cut } from '../../lib/summary/cut.ts'
import type { Planned } from '../allocate/build.ts'
import { type LedgerChange, ledgerChanges } from '../allocate/ledger-changes.ts'

/** Name of the status that says what became of a commit of main. */
export const ALLOCATE = 'netclaim/allocate'

/** Characters of a description: GitHub refuses a longer one (palantir/policy-bot#72). */
const MAX_DESCRIPTION = 140

/**
 * What one commit of main got, in a line: counts, and the first thing that is wrong. `overtaken`: the state commit of a
 * later commit of main that stands for it, where it could not be planned by itself.
 */
export function statusOf(planned: Planned, overtaken?: string): CommitStatus {
  const errors = errorsOf(planned)
  if (overtaken !== undefined)
    return status('success', [`allocated with a later commit in ${overtaken.slice(0, 12)}`])
  const [first] = errors
  const wrong = first === undefined ? [] : [printable(first.message)]
  if (planned.commit === undefined) return status('failure', ['not allocated', ...wrong])
  const counts = countsOf(ledgerChanges(planned.changes))
  return status(errors.length > 0 ? 'failure' : 'success', [counts, ...wrong])
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

/** What this commit brought that is refused, in the order of the files. */
export function errorsOf({ findings }: Planned): Planned['findings'] {
  return sortFindings(findings).filter(({ severity }) => severity === 'error')
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

const WORDS = ['allocated', 'waiting', 'rejected', 'released', 'freed'] as const
