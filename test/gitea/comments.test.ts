import { expect, test } from 'vitest'
import type { Call } from '../../lib/adapters/gitea/attempt.ts'
import { keepComment } from '../../lib/adapters/gitea/comments.ts'
import type { Place } from '../../lib/adapters/gitea/place.ts'
import { handClock } from '../github/clock.ts'

const OWN = 7
const spot = { pullRequest: 1, mark: 'netclaim' }
const issue = '/repos/o/c/issues/1/comments'

interface Comment {
  readonly id: number
  readonly html_url: string
  readonly user: { readonly id: number }
  body: string
}

/** A place with comments in memory. */
function placeWith(comments: Comment[]): Place {
  async function call<T>({ method, path, body, answer }: Call<T>): Promise<T> {
    const { body: text = '' } = (body ?? {}) as { readonly body?: string }
    const at = comments.findIndex(({ id }) => path.endsWith(`/comments/${id}`))
    if (method === 'DELETE') comments.splice(at, 1)
    const found = comments[at]
    if (method === 'PATCH' && found !== undefined) found.body = text
    if (method === 'POST') comments.push(commentOf(comments.length + 1, text))
    return answer.parse(method === 'POST' ? comments.at(-1) : found)
  }
  const client = {
    url: 'https://git.example.org',
    clock: handClock(),
    call,
    find: async () => undefined,
    async list<T>(path: string): Promise<readonly T[]> {
      expect(path).toBe(issue)
      return [...comments] as unknown as readonly T[]
    },
  }
  const ownId = () => Promise.resolve(OWN)
  return { client, path: '/repos/o/c', page: 'https://git.example.org/o/c', ownId }
}

function commentOf(id: number, body: string, user = OWN): Comment {
  return { id, html_url: `https://git.example.org/o/c/pulls/1#${id}`, user: { id: user }, body }
}

test('comments that two runs made at the same time become the older one at the next look', async () => {
  const comments: Comment[] = []
  const place = placeWith(comments)
  // Both look before either writes.
  await Promise.all([keepComment(place, spot, 'one'), keepComment(place, spot, 'one')])
  expect(comments).toHaveLength(2)
  comments.unshift(commentOf(3, comments[0]?.body ?? '', 8))
  const page = await keepComment(place, spot, 'two')
  expect(page).toMatch(/#1$/)
  expect(comments.map(({ id, body }) => [id, body])).toEqual([
    [3, '<!-- netclaim:netclaim -->\none'],
    [1, '<!-- netclaim:netclaim -->\ntwo'],
  ])
})

test('comments that two runs made become one also where there is nothing new to say', async () => {
  const comments: Comment[] = []
  const place = placeWith(comments)
  await Promise.all([keepComment(place, spot, 'one'), keepComment(place, spot, 'one')])
  await keepComment(place, spot, 'one')
  expect(comments.map(({ id }) => id)).toEqual([1])
})
