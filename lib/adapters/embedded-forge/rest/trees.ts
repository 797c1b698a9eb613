import { Hono } from 'hono'
import * as z from 'zod'
import { ApiError, notFound } from '../api-error.ts'
import { isId, resolveCommit } from '../commits.ts'
import type { Forge, ForgeRepository } from '../forge.ts'
import { listEntries, readEntries, type TreeEntry } from '../git/list-entries.ts'
import { type TreeChange, writeTree } from '../git/write-tree.ts'
import { permitted, type RouteEnv, readBody } from '../http.ts'
import { apiUrl } from '../shapes/repository-shape.ts'

const Entry = z.object({
  path: z.string(),
  mode: z.enum(['100644', '100755', '040000', '160000', '120000']).default('100644'),
  type: z.enum(['blob', 'tree', 'commit']).optional(),
  sha: z.string().nullable().optional(),
  content: z.string().optional(),
})
const NewTree = z.object({ base_tree: z.string().optional(), tree: z.array(Entry) })

/** Below `/repos/:owner/:repo/git`. */
export const treeRoutes = new Hono<RouteEnv>()
  .get('/trees/:sha{.+}', async (c) => {
    const { forge, repository } = permitted(c, 'contents', 'read')
    const tree = await resolveTree(repository, c.req.param('sha'))
    // Any value turns it on, `false` also.
    const isRecursive = c.req.query('recursive') !== undefined
    const entries = await listEntries(repository.dir, tree, isRecursive)
    const most = isRecursive ? forge.nasty.maxTreeEntries : Infinity
    return c.json(treeShape(forge, repository, { tree, entries, most }))
  })
  .post('/trees', async (c) => {
    const { forge, repository } = permitted(c, 'contents', 'write')
    const { base_tree, tree } = await readBody(c, NewTree)
    if (tree.length === 0) throw new ApiError(422, 'Invalid tree info')
    const base = base_tree === undefined ? undefined : await resolveTree(repository, base_tree)
    const changes: TreeChange[] = []
    for (const entry of tree) changes.push(await toChange(repository, base, entry))
    const id = await writeTree(repository.dir, base, changes)
    const made = await repository.objects.read(id)
    const entries = readEntries(made?.content ?? Buffer.alloc(0))
    return c.json(treeShape(forge, repository, { tree: id, entries }), 201)
  })

/** A tree by its id, or that of a commit or branch. */
async function resolveTree(repository: ForgeRepository, word: string): Promise<string> {
  const object = isId(word) ? await repository.objects.read(word) : undefined
  if (object?.type === 'tree') return word
  const commit = await resolveCommit(repository, word)
  if (commit === undefined) throw notFound()
  return commit.tree
}

async function toChange(
  repository: ForgeRepository,
  base: string | undefined,
  { path, mode, sha, content }: z.infer<typeof Entry>,
): Promise<TreeChange> {
  if (path.split('/').some((name) => /^(?:|\.|\.\.|\.git)$/i.test(name)) || path.includes('\0'))
    throw new ApiError(422, 'tree.path contains a malformed path component')
  if (sha === null) {
    const stands = base !== undefined && (await repository.objects.read(`${base}:${path}`))
    if (!stands) throw new ApiError(422, 'GitRPC::BadObjectState')
    return { path, gone: true }
  }
  if ((sha === undefined) === (content === undefined))
    throw new ApiError(422, 'Must supply either tree.sha or tree.content')
  if (content !== undefined) return { path, mode, content: Buffer.from(content, 'utf8') }
  await requireEntry(repository, sha ?? '', mode)
  return { path, mode, id: sha ?? '' }
}

async function requireEntry(repository: ForgeRepository, sha: string, mode: string): Promise<void> {
  if (!isId(sha)) throw new ApiError(422, `tree.sha ${sha} is not a valid object id`)
  // A submodule's commit is another repository's.
  if (mode === '160000') return
  const type = mode === '040000' ? 'tree' : 'blob'
  if ((await repository.objects.read(sha))?.type !== type)
    throw new ApiError(422, `tree.sha ${sha} is not a valid ${type}`)
}

function treeShape(
  forge: Forge,
  repository: ForgeRepository,
  of: { readonly tree: string; readonly entries: readonly TreeEntry[]; readonly most?: number },
) {
  const { tree, entries, most = Infinity } = of
  const url = `${apiUrl(forge, repository)}/git`
  return {
    sha: tree,
    url: `${url}/trees/${tree}`,
    tree: entries.slice(0, most).map((entry) => entryShape(url, entry)),
    truncated: entries.length > most,
  }
}

function entryShape(url: string, { path, mode, type, id, size }: TreeEntry) {
  const entry = { path, mode, type, sha: id }
  if (type === 'commit') return entry
  return { ...entry, ...(size === undefined ? {} : { size }), url: `${url}/${type}s/${id}` }
}
