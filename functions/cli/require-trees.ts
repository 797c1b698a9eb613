import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Tree } from '../../lib/domain/document.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'

/** Is there anything of a claims repository? */
export function holdsClaims(tree: Tree): boolean {
  return [...tree.keys()].some((path) =>
    /^(?:netclaim\.yaml$|(?:platform|environments)(?:\/|$))/.test(path),
  )
}

/**
 * Throws `OutsideError` for a head that is no claims repository, which would be green since it changes nothing. Where
 * the base is one, everything was deleted, and that is for the brakes to judge.
 */
export function requireClaims(word: string, head: Tree, base: Tree | undefined): void {
  if (holdsClaims(head) || (base !== undefined && holdsClaims(base))) return
  throw wrong(
    `"${word}" holds no claims repository: no netclaim.yaml, and no file in platform/ or environments/`,
  )
}

/** Throws `OutsideError` for a tree that is no state: as an empty one it would give every address again. */
export function requireState(word: string, state: StateTree): void {
  if (!state.has('state.yaml')) throw noState(word)
}

/** A tree without state.yaml in place of the state. */
export function noState(word: string): OutsideError {
  return wrong(`"${word}" holds no state: no state.yaml`)
}

function wrong(message: string): OutsideError {
  return new OutsideError(message, { system: 'files', retryable: false })
}
