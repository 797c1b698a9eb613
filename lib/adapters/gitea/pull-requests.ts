import * as z from 'zod'
import type { PullRequest, PullRequestState } from '../../ports/forge.ts'
import { type Place, User } from './place.ts'

/** A pull request, as far as it is looked at. */
export const Pull = z.object({
  number: z.number(),
  title: z.string(),
  body: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  state: z.enum(['open', 'closed']),
  draft: z.boolean().default(false),
  merged: z.boolean(),
  user: User.nullable(),
  html_url: z.string(),
  head: z.object({ sha: z.string(), ref: z.string(), repo_id: z.number() }),
  base: z.object({ ref: z.string(), repo_id: z.number() }),
})
export type Pull = z.infer<typeof Pull>

export function findPull(place: Place, number: number): Promise<Pull | undefined> {
  return place.client.find(`${place.path}/pulls/${number}`, Pull)
}

/** The oldest first, so that one that is opened meanwhile comes on the last page. */
export function openPulls(place: Place): Promise<readonly Pull[]> {
  return place.client.list(`${place.path}/pulls?state=open&sort=oldest`, z.array(Pull))
}

/** Those of the last page: the ones that something happened to last. */
export function closedPulls(place: Place): Promise<readonly Pull[]> {
  return place.client.list(`${place.path}/pulls?state=closed&sort=recentupdate`, z.array(Pull), 1)
}

/**
 * By number: the one whose merge made the commit, those that are open with it as their head, and those of the last page
 * of closed ones. Gitea knows the first by itself, and nothing about heads.
 */
export async function pullsOf(place: Place, commit: string): Promise<readonly number[]> {
  const [merged, open, closed] = await Promise.all([
    place.client.find(`${place.path}/commits/${encodeURIComponent(commit)}/pull`, Pull),
    openPulls(place),
    closedPulls(place),
  ])
  const heads = [...open, ...closed].filter(({ head }) => head.sha === commit)
  const numbers = [...(merged === undefined ? [] : [merged]), ...heads].map(({ number }) => number)
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}

export function toPullRequest(pull: Pull): PullRequest {
  const { number, head, base, draft } = pull
  return {
    number,
    head: head.sha,
    base: base.ref,
    branch: head.ref,
    draft,
    // A fork that was deleted has no id any more, and is a fork all the same.
    isFork: head.repo_id !== base.repo_id,
  }
}

export function stateOf({ state, merged }: Pull): PullRequestState {
  return merged ? 'merged' : state
}
