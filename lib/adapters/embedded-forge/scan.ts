import { git } from '../git/git.ts'
import { afterMove } from './after-move.ts'
import { ApiError } from './api-error.ts'
import { tipOf } from './commits.ts'
import type { Forge, ForgeRepository } from './forge.ts'
import { moveRefs, type RefMove, ZEROS } from './git/update-refs.ts'
import { inTurn } from './in-turn.ts'

/** Moves refs if all are where the caller thinks; false, and nothing moved, where one is not. */
export async function move(
  forge: Forge,
  repository: ForgeRepository,
  moves: readonly RefMove[],
  sender: string,
): Promise<boolean> {
  if (!(await moveRefs(repository.dir, moves))) return false
  const refs = moves.map(({ ref }) => ref)
  await scanInTurn(repository, () => notice(forge, repository, refs, sender))
  return true
}

/** `move` of one ref where a lost race is GitHub's 422. */
export async function moveOrRefuse(
  forge: Forge,
  repository: ForgeRepository,
  move1: RefMove,
  sender: string,
): Promise<void> {
  if (!(await move(forge, repository, [move1], sender)))
    throw new ApiError(422, 'Reference cannot be updated')
}

/** One scan of a repository at a time, or a move would be told twice. */
const scanInTurn = inTurn<ForgeRepository>()

/** Finds what moved since the last time, by the API or by `git push`, and does what follows from it. */
export function scan(forge: Forge, repository: ForgeRepository, sender: string): Promise<void> {
  return scanInTurn(repository, async () => {
    const found = await readTips(repository)
    const refs = [...repository.records.tips.keys(), ...found.keys()]
    await notice(forge, repository, [...new Set(refs)], sender)
  })
}

/** Looks where some refs are by now. */
async function notice(
  forge: Forge,
  repository: ForgeRepository,
  refs: readonly string[],
  sender: string,
): Promise<void> {
  const { tips } = repository.records
  const moves: RefMove[] = []
  for (const ref of refs) {
    const [from, to] = [tips.get(ref), await tipOf(repository, ref)]
    if (from === to || !/^refs\/(?:heads|tags)\//.test(ref)) continue
    moves.push({ ref, from: from ?? ZEROS, to: to ?? ZEROS })
    const { refLag } = forge.nasty
    if (refLag > 0) repository.lagging.set(ref, { tip: from, left: refLag })
    if (to === undefined) tips.delete(ref)
    else tips.set(ref, to)
  }
  if (moves.length === 0) return
  repository.touch()
  for (const move1 of moves) await afterMove(forge, repository, move1, sender)
  forge.later(repository)
}

/** All branches and tags. */
export async function readTips(repository: ForgeRepository): Promise<ReadonlyMap<string, string>> {
  const args = ['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads', 'refs/tags']
  const lines = (await git(repository.dir, args)).toString('utf8').split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.slice(41), line.slice(0, 40)]))
}
