import { runGit } from './run-git.ts'

/** Where a mirror remembers the branches of its remote; never read as theirs, only as what is here already. */
const SEEN = 'refs/netclaim/seen/'

/**
 * Remembers which commits are here, so that the next fetch asks only for what came after them.
 *
 * Nothing rests on it: a lock of another run, or one that a killed run left, makes the next fetch longer, no more.
 */
export async function noteTips(folder: string, tips: ReadonlyMap<string, string>): Promise<void> {
  await Promise.all(
    [...tips].map(([branch, id]) =>
      runGit(folder, ['update-ref', '--no-deref', SEEN + branch, id]),
    ),
  )
}
