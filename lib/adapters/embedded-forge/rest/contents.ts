import { Hono } from 'hono'
import { notFound } from '../api-error.ts'
import { resolveCommit } from '../commits.ts'
import type { Forge, ForgeRepository } from '../forge.ts'
import { listEntries } from '../git/list-entries.ts'
import { permitted, type RouteEnv } from '../http.ts'
import { apiUrl } from '../shapes/repository-shape.ts'

/** Entries of a folder that the API gives, without a word of the rest. */
const MAX_ENTRIES = 1000

/** Below `/repos/:owner/:repo`. */
export const contentRoutes = new Hono<RouteEnv>().get('/contents/:path{.+}?', async (c) => {
  const { forge, repository } = permitted(c, 'contents', 'read')
  const word = c.req.query('ref') ?? repository.records.defaultBranch
  const path = (c.req.param('path') ?? '').replace(/\/$/, '')
  const commit = await resolveCommit(repository, word)
  const object = commit && (await repository.objects.read(`${commit.id}:${path}`))
  const at = { forge, repository, word }
  if (object?.type === 'tree') {
    const entries = await listEntries(repository.dir, object.id, false)
    return c.json(
      entries.slice(0, MAX_ENTRIES).map(({ path: name, type, id, size = 0 }) =>
        // Submodules are listed as files, as GitHub has done for ever.
        contentShape(at, {
          path: path === '' ? name : `${path}/${name}`,
          id,
          size,
          type: type === 'tree' ? 'dir' : 'file',
        }),
      ),
    )
  }
  if (object?.type !== 'blob') throw notFound()
  const { id, content } = object
  if (/application\/vnd\.github\.(?:v3\.)?raw\b/.test(c.req.header('accept') ?? ''))
    return c.body(Uint8Array.from(content), 200, {
      'content-type': 'application/vnd.github.raw+json; charset=utf-8',
    })
  const shape = contentShape(at, { path, id, size: content.length, type: 'file' })
  const encoded = content.toString('base64').replace(/.{60}/g, '$&\n')
  return c.json({ ...shape, encoding: 'base64', content: encoded })
})

interface Item {
  readonly path: string
  readonly id: string
  readonly size: number
  readonly type: 'file' | 'dir'
}

/** GitHub's `content-file`, without its content. */
function contentShape(
  {
    forge,
    repository,
    word,
  }: { readonly forge: Forge; readonly repository: ForgeRepository; readonly word: string },
  { path, id, size, type }: Item,
) {
  const url = `${apiUrl(forge, repository)}/contents/${path}?ref=${word}`
  const git = `${apiUrl(forge, repository)}/git/${type === 'dir' ? 'trees' : 'blobs'}/${id}`
  const html = `${forge.url}/${repository.fullName}/blob/${word}/${path}`
  return {
    type,
    size,
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    sha: id,
    url,
    git_url: git,
    html_url: html,
    download_url: null,
    _links: { self: url, git, html },
  }
}
