import * as z from 'zod'
import { type Place, User } from './place.ts'

const Comment = z.object({
  id: z.number(),
  html_url: z.string(),
  user: User.nullable(),
  body: z.string(),
})
type Comment = z.infer<typeof Comment>

/** Where a comment of ours is to stand, and by what it is found again. */
export interface Spot {
  readonly pullRequest: number
  readonly mark: string
  /** Only in place of one that is there. */
  readonly over?: boolean
}

/**
 * Makes or rewrites the one comment of ours with that mark, and gives the address of it. An empty text is written only
 * over one that is there. More than one, left by two runs that met, become one again.
 */
export async function keepComment(
  place: Place,
  spot: Spot,
  markdown: string,
): Promise<string | undefined> {
  const { client, path } = place
  const issue = `${path}/issues/${spot.pullRequest}/comments`
  const head = hidden(spot.mark)
  const body = markdown === '' ? head : `${head}\n${markdown}`
  const [user, all] = await Promise.all([place.ownId(), client.list(issue, z.array(Comment))])
  const [first, ...others] = all.filter((one) => isOurs(one, head, user)).toSorted(byId)
  for (const { id } of others) await remove(place, id)
  if (first === undefined) {
    if (markdown === '' || spot.over === true) return undefined
    const made = { method: 'POST', path: issue, body: { body }, answer: Comment } as const
    // Written twice it would stand there twice: the queue asks again, and finds it.
    return (await client.call({ ...made, once: true })).html_url
  }
  if (first.body === body) return first.html_url
  const change = { method: 'PATCH', path: `${path}/issues/comments/${first.id}` } as const
  return (await client.call({ ...change, body: { body }, answer: Comment })).html_url
}

/** A mark that nobody sees; it cannot end its own comment. */
function hidden(mark: string): string {
  return `<!-- netclaim:${encodeURIComponent(mark).replaceAll('-', '%2D')} -->`
}

/** Whoever may write here may edit ours, but not write as us; a mark further down may be quoted by anyone. */
function isOurs({ user, body }: Comment, head: string, ownId: number): boolean {
  return (
    user?.id === ownId &&
    (body === head || body.startsWith(`${head}\n`) || body.startsWith(`${head}\r\n`))
  )
}

function byId(a: Comment, b: Comment): number {
  return a.id - b.id
}

async function remove({ client, path }: Place, id: number): Promise<void> {
  const comment = `${path}/issues/comments/${id}`
  await client.call({ method: 'DELETE', path: comment, answer: z.unknown() })
}
