import * as z from 'zod'
import { printable } from '../../domain/printable.ts'
import type { CommitStatus, StatusState } from '../../ports/forge.ts'
import { forgeDifferences } from '../forge-differences.ts'
import { type Place, User } from './place.ts'

const { descriptionLength } = forgeDifferences.gitea

/** A commit status as Gitea keeps it; there is no end to what it takes as a state. */
const Status = z.object({
  status: z.string(),
  context: z.string(),
  description: z.string(),
  target_url: z.string(),
  created_at: z.string(),
  creator: User.nullable(),
})
export type Status = z.infer<typeof Status>

/** Of all that were written, this list has the latest of each name; the plain list has no order within a second. */
const Combined = z
  .object({ statuses: z.array(Status).nullable() })
  .transform(({ statuses }) => statuses ?? [])

/** The latest status of each name on a commit. */
export function latestStatuses(
  { client, path }: Place,
  commit: string,
): Promise<readonly Status[]> {
  return client.list(`${path}/commits/${encodeURIComponent(commit)}/status`, Combined)
}

/** Writes a status. A commit that Gitea does not have yet ends with 500 there, and may be there a second later. */
export async function writeStatus(
  { client, path }: Place,
  commit: string,
  status: CommitStatus,
): Promise<void> {
  await client.call({
    method: 'POST',
    path: `${path}/statuses/${encodeURIComponent(commit)}`,
    body: toBody(status),
    answer: z.unknown(),
  })
}

/** Writes it unless the latest of that name is ours and says the same. */
export async function changeStatus(
  place: Place,
  commit: string,
  status: CommitStatus,
): Promise<void> {
  const [user, latest] = await Promise.all([place.ownId(), latestStatuses(place, commit)])
  const wanted = toBody(status)
  const isSame = latest.some(
    (one) =>
      one.creator?.id === user &&
      one.context === wanted.context &&
      one.status === wanted.state &&
      one.description === wanted.description &&
      one.target_url === wanted.target_url,
  )
  if (!isSame) await writeStatus(place, commit, status)
}

/** The latest of each name on a commit, where it is ours: anyone who may write here may use our names. */
export async function ownStatuses(place: Place, commit: string): Promise<readonly CommitStatus[]> {
  const [user, latest] = await Promise.all([place.ownId(), latestStatuses(place, commit)])
  return latest.filter(({ creator }) => creator?.id === user).map(toCommitStatus)
}

/** As the port has it: what we wrote has one of its states. */
function toCommitStatus(status: Status): CommitStatus {
  const { context, description, target_url: url } = status
  const state = status.status as StatusState
  return { context, state, description, ...(url === '' ? {} : { url }) }
}

function toBody({ context, state, description, url = '' }: CommitStatus): {
  readonly context: string
  readonly state: StatusState
  readonly description: string
  readonly target_url: string
} {
  return { context, state, description: oneLine(description), target_url: url }
}

/** Cut between characters, with an end that shows it. */
function oneLine(text: string): string {
  const line = printable(text, Infinity)
  if (line.length <= descriptionLength) return line
  return `${line.slice(0, descriptionLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
