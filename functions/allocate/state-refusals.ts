import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'

/** There is no ledger to go on from, and none is made up. */
export function noStateBranch(branch: string): OutsideError {
  return refusal(
    `there is no branch "${printable(branch)}": netclaim init makes the first one; one that was lost is pushed back from a clone that has it, or made again by netclaim recover`,
  )
}

/** The ledger has a branch of its own. */
export function stateInMain(main: string): OutsideError {
  return refusal(
    `"${printable(main)}" cannot hold claims and state: name another branch in netclaim.yaml, state.branch`,
  )
}

/** The branch is somebody else's. */
export function foreignState(branch: string, tip: string): OutsideError {
  return refusal(
    `the tip ${tip} of branch "${printable(branch)}" has no readable state.yaml: Netclaim did not write it`,
  )
}

/** The ledger is of commits that main does not have any more. */
export function rewrittenMain(source: string, main: string): OutsideError {
  return refusal(
    `main was rewritten: the state was planned for ${source}, which is no ancestor of ${main}; put ${source} back into its history, or add an acknowledgement state/reset whose subject is ${source} and which allows the commit of main that stands in its place`,
  )
}

/** The branch is not where it was: what a cluster has applied stands in no ledger any more. */
export function stateWentBack(branch: string, generation: number, applied: number): OutsideError {
  return refusal(
    `branch "${printable(branch)}" went back: it is at generation ${generation}, and a cluster has applied ${applied} already; netclaim recover goes on from a later copy, or from what the cluster has`,
  )
}

/** The acknowledgement names a commit that is no good. */
export function strangeReset(reset: string, main: string): OutsideError {
  return refusal(
    `the acknowledgement state/reset names ${reset}, which is no earlier commit of ${main}`,
  )
}

export function refusal(message: string): OutsideError {
  return new OutsideError(message, { system: 'git', retryable: false })
}
