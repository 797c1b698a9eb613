import { outside } from '../../lib/adapters/git/git.ts'
import { zeroId } from '../../lib/adapters/git/refs.ts'
import { bringOver, inScratchClone } from '../../lib/adapters/git/scratch-clone.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import { printable } from '../../lib/domain/printable.ts'
import { type RecoverOptions, type Recovery, recover } from '../recover.ts'

/**
 * Recovers, and sets the branch where that is wanted and not refused. What is planned otherwise is nowhere afterwards: a
 * later run would take it for a copy. Throws `OutsideError` where somebody moved the branch meanwhile.
 */
export function recoverBeside(
  repo: string,
  options: RecoverOptions,
  write: boolean,
): Promise<Recovery & { readonly written: boolean }> {
  return inScratchClone(repo, async (scratch) => {
    const recovery = await recover(repo, { ...options, scratch })
    const { branch, present, target } = recovery
    const written = write && !isRefused(recovery) && target !== undefined && target !== present
    if (written) await bringOver(repo, scratch, target)
    if (written && !(await writeRecovery(repo, recovery)))
      throw outside(`branch "${printable(branch)}" was moved by someone else meanwhile`, true)
    return { ...recovery, written }
  })
}

/** Must it not be written? */
export function isRefused({ refusals, unread }: Recovery): boolean {
  return refusals.length > 0 || unread.length > 0
}

/** Moves the branch to where it is to be; false: somebody moved it meanwhile. */
export async function writeRecovery(
  repo: string,
  { branch, present, target }: Recovery,
): Promise<boolean> {
  if (target === undefined) return false
  return (await gitRepository({ repo })).move(branch, target, present ?? zeroId(target))
}
