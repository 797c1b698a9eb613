import { gitFailure } from '../../git/git.ts'
import { runGit } from '../../git/run-git.ts'

/** A ref to be moved, made (from zeros) or removed (to zeros), if it still is at `from`. */
export interface RefMove {
  readonly ref: string
  readonly from: string
  readonly to: string
}

/** Moves all of them or none; false where one of them is elsewhere by now. */
export async function moveRefs(dir: string, moves: readonly RefMove[]): Promise<boolean> {
  const lines = moves.map(({ ref, from, to }) =>
    /^0+$/.test(to) ? `delete ${ref} ${from}` : `update ${ref} ${to} ${from}`,
  )
  const args = ['update-ref', '--no-deref', '--stdin']
  const input = ['start', ...lines, 'prepare', 'commit', ''].join('\n')
  const result = await runGit(dir, args, { input })
  if (result.code === 0) return true
  if (/cannot lock ref|reference already exists/.test(result.err)) return false
  throw gitFailure(dir, args, result)
}

export const ZEROS = '0'.repeat(40)

/** Names that git takes for a ref, below `refs/`. */
export function isRefName(ref: string): boolean {
  // git-check-ref-format(1)
  return (
    /^refs\/[^/]+\/[^/]/.test(ref) &&
    !/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|^\/|\/$|\.$|\.lock(?:\/|$)/.test(ref)
  )
}
