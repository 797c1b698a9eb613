import { outside } from '../../lib/adapters/git/git.ts'
import { zeroId } from '../../lib/adapters/git/refs.ts'
import { printable } from '../../lib/domain/printable.ts'
import { isCaptureOf } from '../../lib/pipeline/capture/commit-message.ts'
import type { Repository } from '../../lib/ports/repository.ts'

/** The branch as it is to be: one commit upon main. */
export interface WantedBranch {
  readonly branch: string
  /** Tip of main. */
  readonly main: string
  readonly files: ReadonlyMap<string, string>
  readonly message: string
}

/**
 * Makes the branch, or brings it up to date, and gives its commit. What says the same already stays, so that nobody's
 * approval is lost. Throws `OutsideError` where somebody else's commit is on it that main does not have.
 */
export async function keepBranch(repository: Repository, wanted: WantedBranch): Promise<string> {
  const { branch, main, files, message } = wanted
  const tip = (await repository.tips({ names: [branch], below: [] })).get(branch)
  const isOver = tip !== undefined && (await repository.isAncestor(tip, main))
  if (tip !== undefined && !isOver && (await isAsWanted(repository, tip, wanted))) return tip
  const { seconds } = await repository.commit(main)
  const commit = await repository.write({ parent: main, changes: files, message, seconds })
  const isMoved =
    tip === undefined
      ? await repository.move(branch, commit, zeroId(commit))
      : await repository.move(branch, commit, tip, { rewrite: true })
  if (isMoved) return commit
  throw outside(`branch "${printable(branch)}" was moved by someone else meanwhile`, true)
}

/** Does the one commit of ours that is on it bring the same into the files as they are on main? */
async function isAsWanted(
  repository: Repository,
  tip: string,
  { branch, main, files }: WantedBranch,
): Promise<boolean> {
  const [last] = await repository.log(tip, 1)
  const base = last?.parent
  if (last === undefined || base === undefined) throw notOurs(branch, tip)
  // Upon another one of ours, or of somebody else: a capture is one commit.
  if (!(await repository.isAncestor(base, main))) throw notOurs(branch, tip)
  const brought = await textsBrought(repository, base, tip)
  if (brought === undefined || !isCaptureOf(last.message, brought)) throw notOurs(branch, tip)
  const since = await repository.differences(base, main)
  if (brought.size !== files.size || files.keys().some((path) => since.has(path))) return false
  return [...files].every(([path, text]) => brought.get(path) === text)
}

/** The files that a commit makes or changes; undefined where it does anything else, which no capture does. */
async function textsBrought(
  repository: Repository,
  base: string,
  tip: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  const paths = [...(await repository.differences(base, tip)).keys()]
  const there = await (await repository.snapshot(tip)).read(paths)
  const texts = new Map(
    [...there].flatMap(([path, entry]) => (entry.kind === 'text' ? [[path, entry.text]] : [])),
  )
  return texts.size === paths.length ? texts : undefined
}

function notOurs(branch: string, tip: string) {
  return outside(
    `branch "${printable(branch)}" holds ${tip.slice(0, 12)}, which no capture made: merge or rename it first`,
  )
}
