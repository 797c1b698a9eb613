import { readCommit, tipOf } from './commits.ts'
import type { Forge, ForgeRepository } from './forge.ts'
import { ZEROS } from './git/update-refs.ts'
import { makeMerge } from './merge-pull.ts'
import type { PullRow, QueueEntry } from './records.ts'
import { move } from './scan.ts'
import { simpleCommitShape } from './shapes/commit-shape.ts'
import { updatePull } from './update-pull.ts'

/** A pull request that is in a merge queue. */
export type Queued = PullRow & { readonly queued: QueueEntry }

/** Makes the branch of a pull request's group on a commit, and asks for its checks; undefined for a conflict. */
export async function buildGroup(
  forge: Forge,
  repository: ForgeRepository,
  of: {
    readonly pull: PullRow
    readonly base: string
    readonly position: number
    readonly sender: string
  },
): Promise<Queued | undefined> {
  const { pull, base, position, sender } = of
  const head = await makeMerge(forge, repository, { pull, base, wish: { method: 'merge', sender } })
  if (head === undefined) return undefined
  const ref = `refs/heads/gh-readonly-queue/${pull.baseRef}/pr-${pull.number}-${base}`
  const entry = { position, ref, head, base, pullHead: pull.headSha }
  const queued = { ...updatePull(repository, pull.number, { queued: entry }), queued: entry }
  const from = (await tipOf(repository, ref)) ?? ZEROS
  await move(forge, repository, [{ ref, from, to: head }], sender)
  await tellGroup(forge, repository, queued, { action: 'checks_requested' })
  return queued
}

/** Removes the branch of a group, and tells why. */
export async function endGroup(
  forge: Forge,
  repository: ForgeRepository,
  pull: Queued,
  reason: 'merged' | 'invalidated' | 'dequeued',
): Promise<void> {
  const { ref } = pull.queued
  const tip = await tipOf(repository, ref)
  if (tip !== undefined) await move(forge, repository, [{ ref, from: tip, to: ZEROS }], pull.user)
  await tellGroup(forge, repository, pull, { action: 'destroyed', reason })
}

/** The `merge_group` event. */
async function tellGroup(
  forge: Forge,
  repository: ForgeRepository,
  pull: Queued,
  what: { readonly action: string; readonly reason?: string },
): Promise<void> {
  const { ref, head, base } = pull.queued
  const head_commit = simpleCommitShape(await readCommit(repository, head))
  const merge_group = {
    head_sha: head,
    head_ref: ref,
    base_sha: base,
    base_ref: `refs/heads/${pull.baseRef}`,
    head_commit,
  }
  const payload = { ...what, merge_group }
  forge.emit({ repository, event: 'merge_group', payload, sender: pull.user })
}
