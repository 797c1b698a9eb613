import { git } from '../git/git.ts'
import { type Forge, type ForgeRepository, timestamp } from './forge.ts'
import { type RefMove, ZEROS } from './git/update-refs.ts'
import type { PullRow } from './records.ts'
import { tellPull, tellPush } from './tell.ts'
import { updatePull } from './update-pull.ts'

/** Tells a push, and brings the pull requests up to date whose head or base it moved. */
export async function afterMove(
  forge: Forge,
  repository: ForgeRepository,
  move: RefMove,
  sender: string,
): Promise<void> {
  await tellPush(forge, repository, move, sender)
  if (!move.ref.startsWith('refs/heads/')) return
  const branch = move.ref.slice('refs/heads/'.length)
  for (const target of forge.repositories.values())
    for (const pull of openPulls(target))
      if (pull.headRepository === repository.fullName && pull.headRef === branch)
        await moveHead(forge, target, { pull, from: repository, to: move.to, sender })
  const based = openPulls(repository).filter((pull) => pull.baseRef === branch)
  if (based.length === 0) return
  const added = await addedBy(repository, move)
  for (const pull of based) await moveBase(forge, repository, { pull, to: move.to, added, sender })
}

function openPulls({ records }: ForgeRepository): readonly PullRow[] {
  return [...records.pulls.values()].filter(({ state }) => state === 'open')
}

/** Commits that a branch has since it moved. */
async function addedBy(
  repository: ForgeRepository,
  { from, to }: RefMove,
): Promise<ReadonlySet<string>> {
  if (from === ZEROS || to === ZEROS) return new Set()
  const out = await git(repository.dir, ['rev-list', to, `^${from}`, '--'])
  return new Set(out.toString('latin1').split('\n'))
}

interface Moved {
  readonly pull: PullRow
  readonly to: string
  readonly sender: string
}

async function moveHead(
  forge: Forge,
  repository: ForgeRepository,
  { pull, from, to, sender }: Moved & { readonly from: ForgeRepository },
): Promise<void> {
  if (to === ZEROS) return closePull(forge, repository, pull, sender)
  // A pull request can be opened before the push of its branch is told.
  if (to === pull.headSha) return
  await bringHead(repository, from, { number: pull.number, head: to })
  const change = { headSha: to, updatedAt: timestamp(forge) }
  const moved = updatePull(repository, pull.number, change)
  await tellPull(forge, repository, moved, {
    action: 'synchronize',
    sender,
    more: { before: pull.headSha, after: to },
  })
}

/** Makes the commits of a pull request the base's own, as `refs/pull/<n>/head`. */
export async function bringHead(
  repository: ForgeRepository,
  from: ForgeRepository,
  { number, head }: { readonly number: number; readonly head: string },
): Promise<void> {
  const ref = `refs/pull/${number}/head`
  if (from === repository) await git(repository.dir, ['update-ref', ref, head])
  else await git(repository.dir, ['fetch', '--quiet', '--no-tags', from.dir, `+${head}:${ref}`])
}

/** A base that now has the head has it merged, whoever did that. */
async function moveBase(
  forge: Forge,
  repository: ForgeRepository,
  { pull, to, added, sender }: Moved & { readonly added: ReadonlySet<string> },
): Promise<void> {
  if (to === ZEROS) return closePull(forge, repository, pull, sender)
  if (added.has(pull.headSha)) await markMerged(forge, repository, { pull, to, sender })
  else updatePull(repository, pull.number, { baseSha: to })
}

/** Notes that a pull request was merged by a commit that its base now has. */
export async function markMerged(
  forge: Forge,
  repository: ForgeRepository,
  { pull, to, sender }: Moved,
): Promise<void> {
  const now = timestamp(forge)
  const merged = updatePull(repository, pull.number, {
    state: 'closed',
    mergedAt: now,
    mergedBy: sender,
    mergeCommit: to,
    closedAt: now,
    updatedAt: now,
    queued: undefined,
  })
  await tellPull(forge, repository, merged, { action: 'closed', sender })
}

async function closePull(
  forge: Forge,
  repository: ForgeRepository,
  pull: PullRow,
  sender: string,
): Promise<void> {
  const now = timestamp(forge)
  const change = { state: 'closed', closedAt: now, updatedAt: now } as const
  const closed = updatePull(repository, pull.number, change)
  await tellPull(forge, repository, closed, { action: 'closed', sender })
}
