import type { CommitStatus } from '../../lib/ports/forge.ts'
import type { Planned } from '../allocate/build.ts'
import type { Context } from '../context.ts'
import { type Present, refusalsComment } from './refusals.ts'
import { ALLOCATE, goesOnStatus, statusOf } from './status.ts'

/**
 * Says what became of a commit of main: comments on it and on the pull requests that brought it where something is
 * refused, and then the status, which stands for all of it being said. What was said before and is repaired is resolved.
 */
export async function tell(
  { forge }: Context,
  planned: Planned,
  { present, former }: { readonly present: Present; readonly former?: CommitStatus },
): Promise<void> {
  const { id } = planned.source
  const comment = refusalsComment(planned, present)
  if (comment !== undefined) {
    await forge.commentOnCommit(id, ALLOCATE, comment)
    const mark = `${ALLOCATE} ${id}`
    for (const number of await forge.pullRequestsOf(id)) await forge.comment(number, mark, comment)
  } else if (former?.state === 'error') await forge.commentOnCommit(id, ALLOCATE, GOES_ON)
  await forge.setStatus(id, statusOf(planned, present))
}

/** Whether the status of a commit says already what `tell` would: it comes last, so all of it was said. */
export function isTold(
  former: CommitStatus | undefined,
  planned: Planned,
  present: Present,
): boolean {
  const { state, description } = statusOf(planned, present)
  return former?.state === state && former.description === description
}

const GOES_ON = '### ✅ Resolved\n\nNetclaim allocates again, from this commit on.\n'

/** Takes back that all had stopped, on a commit that is not planned by itself. */
export async function tellGoesOn({ forge }: Context, commit: string): Promise<void> {
  if ((await formerStatus({ forge }, commit))?.state !== 'error') return
  await forge.commentOnCommit(commit, ALLOCATE, GOES_ON)
  await forge.setStatus(commit, goesOnStatus)
}

/** What the status of a commit of main says, if it has one. */
export async function formerStatus(
  { forge }: Pick<Context, 'forge'>,
  commit: string,
): Promise<CommitStatus | undefined> {
  const statuses = await forge.statuses(commit)
  return statuses.find(({ context }) => context.toLowerCase() === ALLOCATE)
}
