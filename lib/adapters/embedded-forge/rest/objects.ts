import { isUtf8 } from 'node:buffer'
import { Hono } from 'hono'
import * as z from 'zod'
import { ApiError, notFound } from '../api-error.ts'
import { findCommit, isId, readCommit, writeCommitObject } from '../commits.ts'
import { nodeId } from '../forge.ts'
import { writeObject } from '../git/write-object.ts'
import { permitted, type RouteEnv, readBody } from '../http.ts'
import { gitCommitShape } from '../shapes/commit-shape.ts'
import { apiUrl } from '../shapes/repository-shape.ts'

/** Bytes of a blob that the API gives: 100 MB. */
const MAX_BLOB = 100 * 1024 * 1024

const NewBlob = z.object({
  content: z.string(),
  encoding: z.enum(['utf-8', 'base64']).default('utf-8'),
})
const Person = z.object({
  name: z.string(),
  email: z.string(),
  date: z.iso.datetime({ offset: true }).optional(),
})
const NewCommit = z.object({
  message: z.string(),
  tree: z.string(),
  parents: z.array(z.string()).default([]),
  author: Person.optional(),
  committer: Person.partial().optional(),
})

/** Blobs and commits, below `/repos/:owner/:repo/git`. */
export const objectRoutes = new Hono<RouteEnv>()
  .get('/blobs/:sha', async (c) => {
    const { forge, repository } = permitted(c, 'contents', 'read')
    const sha = c.req.param('sha')
    const object = isId(sha) ? await repository.objects.read(sha) : undefined
    if (object?.type !== 'blob') throw notFound()
    const { content } = object
    if (content.length > MAX_BLOB) throw new ApiError(403, 'This API returns blobs up to 100 MB')
    if (/application\/vnd\.github\.(?:v3\.)?raw\b/.test(c.req.header('accept') ?? ''))
      return c.body(Uint8Array.from(content), 200, {
        'content-type': 'application/vnd.github.raw+json; charset=utf-8',
      })
    return c.json({
      sha,
      node_id: nodeId('Blob', `${repository.fullName}:${sha}`),
      size: content.length,
      url: `${apiUrl(forge, repository)}/git/blobs/${sha}`,
      content: content.toString('base64').replace(/.{60}/g, '$&\n'),
      encoding: 'base64',
    })
  })
  .post('/blobs', async (c) => {
    const { forge, repository } = permitted(c, 'contents', 'write')
    const { content, encoding } = await readBody(c, NewBlob)
    const input = Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8')
    const sha = await writeObject(repository.dir, 'blob', input)
    return c.json({ sha, url: `${apiUrl(forge, repository)}/git/blobs/${sha}` }, 201)
  })
  .get('/commits/:sha', async (c) => {
    const { forge, repository } = permitted(c, 'contents', 'read')
    const commit = await readCommit(repository, c.req.param('sha'))
    return c.json(gitCommitShape(forge, repository, commit))
  })
  .post('/commits', async (c) => {
    const { forge, caller, repository } = permitted(c, 'contents', 'write')
    const { tree, parents, message, author, committer } = await readBody(c, NewCommit)
    if (!isId(tree) || (await repository.objects.read(tree))?.type !== 'tree')
      throw new ApiError(422, 'Tree SHA does not exist')
    for (const parent of parents)
      if ((await findCommit(repository, parent)) === undefined)
        throw new ApiError(422, 'Parent SHA does not exist or is not a commit object')
    if (!isUtf8(Buffer.from(message))) throw new ApiError(422, 'The message is not UTF-8')
    const id = await writeCommitObject(forge, repository, {
      tree,
      parents,
      message,
      login: caller.login,
      author: author && withSeconds(author),
      committer: committer && withSeconds(committer),
    })
    return c.json(gitCommitShape(forge, repository, await readCommit(repository, id)), 201)
  })

function withSeconds({
  name,
  email,
  date,
}: Partial<Record<'name' | 'email' | 'date', string | undefined>>) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(date === undefined ? {} : { seconds: Math.floor(Date.parse(date) / 1000) }),
  }
}
