import { markMerged } from './after-move.ts'
import { ApiError } from './api-error.ts'
import { reaches, tipOf } from './commits.ts'
import type { Forge, ForgeRepository } from './forge.ts'
import { ZEROS } from './git/update-refs.ts'
import { inTurn } from './in-turn.ts'
import { buildGroup, endGroup, type Queued } from './merge-group.ts'
import { type MergeMethod, makeMerge } from './merge-pull.ts'
import type { PullRow } from './records.ts'
import { requiredChecks, rulesFor, verdictOn } from './required-checks.ts'
import { move } from './scan.ts'
import { tellPull } from './tell.ts'
import { updatePull } from './update-pull.ts'

/** As the `merge_queue` rule names them. */
const methods: Readonly<Record<string, MergeMethod>> = {
  MERGE: 'merge',
  SQUASH: 'squash',
  REBASE: 'rebase',
}

const queueInTurn = inTurn<ForgeRepository>()

/** Puts a pull request at the end of its base's merge queue, and asks for the checks of its group. */
export function enqueue(
  forge: Forge,
  repository: ForgeRepository,
  of: { readonly number: number; readonly sender: string },
): Promise<PullRow> {
  return queueInTurn(repository, async () => {
    const pull = repository.records.pulls.get(of.number)
    if (pull === undefined || pull.state === 'closed' || pull.queued !== undefined)
      throw new ApiError(422, 'Pull request is closed, or in the queue already')
    const last = waiting(repository, pull.baseRef).at(-1)
    const tip = await tipOf(repository, `refs/heads/${pull.baseRef}`)
    const base = last?.queued.head ?? tip ?? ZEROS
    const position = (last?.queued.position ?? 0) + 1
    const group = await buildGroup(forge, repository, { pull, base, position, sender: of.sender })
    if (group === undefined) throw new ApiError(422, 'Pull request is in conflict with the queue')
    await tellPull(forge, repository, group, { action: 'enqueued', sender: of.sender })
    return group
  })
}

/** Pull requests in the queue for a branch, in turn. */
export function waiting(repository: ForgeRepository, base: string): readonly Queued[] {
  return queued(repository)
    .filter((pull) => pull.baseRef === base)
    .toSorted((a, b) => a.queued.position - b.queued.position)
}

function queued(repository: ForgeRepository): readonly Queued[] {
  const pulls = [...repository.records.pulls.values()]
  return pulls.filter((pull): pull is Queued => pull.queued !== undefined)
}

/** Merges what stands first in a queue and is green, takes out what is red, and builds anew what stood on it. */
export async function settleQueues(forge: Forge, repository: ForgeRepository): Promise<void> {
  if (queued(repository).length === 0) return
  await queueInTurn(repository, async () => {
    for (const base of new Set(queued(repository).map((pull) => pull.baseRef)))
      while (await settleOne(forge, repository, base));
  })
}

/** One step of a queue; false where nothing is to be done now. */
async function settleOne(forge: Forge, repository: ForgeRepository, base: string) {
  const queue = waiting(repository, base)
  const [first] = queue
  const tip = await tipOf(repository, `refs/heads/${base}`)
  if (first === undefined || tip === undefined) return false
  const gone = queue.find(
    (pull) => pull.state === 'closed' || pull.headSha !== pull.queued.pullHead,
  )
  if (gone !== undefined) return dequeue(forge, repository, gone, 'MANUAL')
  if (tip !== first.queued.base) {
    await rebuild(forge, repository, queue, tip)
    return true
  }
  const verdict = verdictOn(repository, requiredChecks(repository, base), first.queued.head)
  if (verdict === 'failure') return dequeue(forge, repository, first, 'CI_FAILURE')
  return verdict === 'success' && land(forge, repository, first, tip)
}

/** The group's commit becomes the base; with another method than merge, a commit that is like it. */
async function land(forge: Forge, repository: ForgeRepository, pull: Queued, tip: string) {
  const rule = rulesFor(repository, pull.baseRef).find(({ type }) => type === 'merge_queue')
  const method = methods[rule?.parameters?.['merge_method'] as string] ?? 'merge'
  const wish = { method, sender: pull.user }
  const other =
    method !== 'merge' && (await makeMerge(forge, repository, { pull, base: tip, wish }))
  const to = method === 'merge' ? pull.queued.head : other
  if (!to) return dequeue(forge, repository, pull, 'MERGE_CONFLICT')
  const ref = `refs/heads/${pull.baseRef}`
  if (!(await move(forge, repository, [{ ref, from: tip, to }], pull.user))) return true
  const now = repository.records.pulls.get(pull.number)
  if (now?.state === 'open')
    await markMerged(forge, repository, { pull: now, to, sender: pull.user })
  await endGroup(forge, repository, pull, 'merged')
  return true
}

/** Takes one out, and makes the groups of the others without it. */
async function dequeue(forge: Forge, repository: ForgeRepository, pull: Queued, reason: string) {
  const out = updatePull(repository, pull.number, { queued: undefined })
  await endGroup(forge, repository, pull, 'dequeued')
  const { user: sender } = pull
  await tellPull(forge, repository, out, { action: 'dequeued', sender, more: { reason } })
  const behind = waiting(repository, pull.baseRef).filter(
    (other) => other.queued.position > pull.queued.position,
  )
  await rebuild(forge, repository, behind, pull.queued.base)
  return true
}

/** Groups that stood on something else are made again on a commit, in turn. */
async function rebuild(
  forge: Forge,
  repository: ForgeRepository,
  pulls: readonly Queued[],
  onto: string,
): Promise<void> {
  let base = onto
  for (const old of pulls) {
    const pull = updatePull(repository, old.number, { queued: undefined })
    await endGroup(forge, repository, old, 'invalidated')
    if (pull.state === 'closed' || (await reaches(repository, pull.headSha, base))) continue
    const { position } = old.queued
    const again = await buildGroup(forge, repository, { pull, base, position, sender: pull.user })
    base = again?.queued.head ?? base
  }
}
