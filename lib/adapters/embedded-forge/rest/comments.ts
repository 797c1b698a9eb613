import { Hono } from 'hono'
import * as z from 'zod'
import { invalidField, notFound } from '../api-error.ts'
import { type Forge, type ForgeRepository, nodeId, timestamp } from '../forge.ts'
import { page, permitted, type RouteContext, type RouteEnv, readBody } from '../http.ts'
import type { CommentRow, CommitCommentRow } from '../records.ts'
import { seenCommit } from '../seen-commit.ts'
import { apiUrl } from '../shapes/repository-shape.ts'
import { userShape } from '../shapes/user-shape.ts'

/** Characters of a comment. */
const MAX_BODY = 65_536

const Body = z.object({ body: z.string() })

/** Comments on pull requests and on commits, below `/repos/:owner/:repo`. */
export const commentRoutes = new Hono<RouteEnv>()
  .get('/issues/:number/comments', (c) => {
    const { forge, repository } = permitted(c, 'issues', 'read')
    const number = numberOf(c)
    const found = [...repository.records.issueComments.values()].filter(
      (comment) => comment.number === number,
    )
    return c.json(page(c, found).map((comment) => commentShape(forge, repository, comment)))
  })
  .post('/issues/:number/comments', async (c) => {
    const { forge, caller, repository } = permitted(c, 'issues', 'write')
    const number = numberOf(c)
    const now = timestamp(forge)
    const comment: CommentRow = {
      id: repository.nextId(),
      number,
      body: await bodyOf(c),
      user: caller.login,
      createdAt: now,
      updatedAt: now,
    }
    repository.records.issueComments.set(comment.id, comment)
    repository.touch()
    return c.json(commentShape(forge, repository, comment), 201)
  })
  .patch('/issues/comments/:id', async (c) => {
    const { forge, repository } = permitted(c, 'issues', 'write')
    const { issueComments } = repository.records
    const found = issueComments.get(Number(c.req.param('id')))
    if (found === undefined) throw notFound()
    const changed = { ...found, body: await bodyOf(c), updatedAt: timestamp(forge) }
    issueComments.set(changed.id, changed)
    repository.touch()
    return c.json(commentShape(forge, repository, changed))
  })
  .delete('/issues/comments/:id', (c) => {
    const { repository } = permitted(c, 'issues', 'write')
    if (!repository.records.issueComments.delete(Number(c.req.param('id')))) throw notFound()
    repository.touch()
    return c.body(null, 204)
  })
  .get('/commits/:sha/comments', async (c) => {
    const { forge, repository } = permitted(c, 'contents', 'read')
    const { id } = await seenCommit(forge, repository, c.req.param('sha'))
    const found = [...repository.records.commitComments.values()].filter(({ sha }) => sha === id)
    return c.json(page(c, found).map((comment) => commitCommentShape(forge, repository, comment)))
  })
  .post('/commits/:sha/comments', async (c) => {
    const { forge, caller, repository } = permitted(c, 'contents', 'write')
    const { id: sha } = await seenCommit(forge, repository, c.req.param('sha'))
    const now = timestamp(forge)
    const comment: CommitCommentRow = {
      id: repository.nextId(),
      sha,
      body: await bodyOf(c),
      user: caller.login,
      createdAt: now,
      updatedAt: now,
    }
    repository.records.commitComments.set(comment.id, comment)
    repository.touch()
    return c.json(commitCommentShape(forge, repository, comment), 201)
  })
  .patch('/comments/:id', async (c) => {
    const { forge, repository } = permitted(c, 'contents', 'write')
    const { commitComments } = repository.records
    const found = commitComments.get(Number(c.req.param('id')))
    if (found === undefined) throw notFound()
    const changed = { ...found, body: await bodyOf(c), updatedAt: timestamp(forge) }
    commitComments.set(changed.id, changed)
    repository.touch()
    return c.json(commitCommentShape(forge, repository, changed))
  })
  .delete('/comments/:id', (c) => {
    const { repository } = permitted(c, 'contents', 'write')
    if (!repository.records.commitComments.delete(Number(c.req.param('id')))) throw notFound()
    repository.touch()
    return c.body(null, 204)
  })

/** The forge has no issues but those that pull requests are. */
function numberOf(c: RouteContext): number {
  const number = Number(c.req.param('number'))
  if (!c.var.repository.records.pulls.has(number)) throw notFound()
  return number
}

async function bodyOf(c: RouteContext): Promise<string> {
  const { body } = await readBody(c, Body)
  if (body.trim() === '') throw invalidField('IssueComment', 'body', "body can't be blank")
  if (Array.from(body).length > MAX_BODY)
    throw invalidField(
      'IssueComment',
      'body',
      `body is too long (maximum is ${MAX_BODY} characters)`,
    )
  return body
}

function commentShape(forge: Forge, repository: ForgeRepository, comment: CommentRow) {
  const { id, number, body, user, createdAt, updatedAt } = comment
  const url = apiUrl(forge, repository)
  return {
    id,
    node_id: nodeId('IssueComment', id),
    url: `${url}/issues/comments/${id}`,
    html_url: `${forge.url}/${repository.fullName}/pull/${number}#issuecomment-${id}`,
    issue_url: `${url}/issues/${number}`,
    body,
    user: userShape(forge, user),
    created_at: createdAt,
    updated_at: updatedAt,
    author_association: 'CONTRIBUTOR',
  }
}

function commitCommentShape(forge: Forge, repository: ForgeRepository, comment: CommitCommentRow) {
  const { id, sha, body, user, createdAt, updatedAt } = comment
  return {
    id,
    node_id: nodeId('CommitComment', id),
    url: `${apiUrl(forge, repository)}/comments/${id}`,
    html_url: `${forge.url}/${repository.fullName}/commit/${sha}#commitcomment-${id}`,
    commit_id: sha,
    body,
    user: userShape(forge, user),
    path: null,
    line: null,
    position: null,
    author_association: 'CONTRIBUTOR',
    created_at: createdAt,
    updated_at: updatedAt,
  }
}
