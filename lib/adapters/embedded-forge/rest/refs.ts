import { Hono } from 'hono'
import * as z from 'zod'
import { ApiError, notFound } from '../api-error.ts'
import { findCommit, isId, reaches, readRef } from '../commits.ts'
import { type Forge, type ForgeRepository, nodeId } from '../forge.ts'
import { isRefName, ZEROS } from '../git/update-refs.ts'
import { permitted, type RouteEnv, readBody } from '../http.ts'
import { moveOrRefuse, readTips } from '../scan.ts'
import { apiUrl } from '../shapes/repository-shape.ts'

const NewRef = z.object({ ref: z.string(), sha: z.string() })
const RefChange = z.object({ sha: z.string(), force: z.boolean().default(false) })

/** Below `/repos/:owner/:repo/git`. */
export const refRoutes = new Hono<RouteEnv>()
  .get('/ref/:ref{.+}', async (c) => {
    const { forge, repository } = permitted(c, 'contents', 'read')
    const ref = `refs/${c.req.param('ref')}`
    const tip = isRefName(ref) ? await readRef(repository, ref) : undefined
    if (tip === undefined) throw notFound()
    return c.json(await refShape(forge, repository, ref, tip))
  })
  .get('/matching-refs/:ref{.+}', async (c) => {
    const { forge, repository } = permitted(c, 'contents', 'read')
    const prefix = `refs/${c.req.param('ref')}`
    const names = new Set([...repository.lagging.keys(), ...(await readTips(repository)).keys()])
    const shapes = []
    for (const ref of [...names].filter((name) => name.startsWith(prefix)).toSorted()) {
      const tip = await readRef(repository, ref)
      if (tip !== undefined) shapes.push(await refShape(forge, repository, ref, tip))
    }
    return c.json(shapes)
  })
  .post('/refs', async (c) => {
    const { forge, caller, repository } = permitted(c, 'contents', 'write')
    const { ref, sha } = await readBody(c, NewRef)
    if (!isRefName(ref)) throw new ApiError(422, `${ref} is not a valid ref name.`)
    await requireObject(repository, sha)
    if ((await readRef(repository, ref)) !== undefined)
      throw new ApiError(422, 'Reference already exists')
    await moveOrRefuse(forge, repository, { ref, from: ZEROS, to: sha }, caller.login)
    return c.json(await refShape(forge, repository, ref, sha), 201)
  })
  .patch('/refs/:ref{.+}', async (c) => {
    const { forge, caller, repository } = permitted(c, 'contents', 'write')
    const ref = `refs/${c.req.param('ref')}`
    const { sha, force } = await readBody(c, RefChange)
    const tip = (await repository.objects.read(ref))?.id
    if (!isRefName(ref) || tip === undefined) throw new ApiError(422, 'Reference does not exist')
    await requireObject(repository, sha)
    if (!force && !(await reaches(repository, tip, sha)))
      throw new ApiError(422, 'Update is not a fast forward')
    await moveOrRefuse(forge, repository, { ref, from: tip, to: sha }, caller.login)
    return c.json(await refShape(forge, repository, ref, sha))
  })
  .delete('/refs/:ref{.+}', async (c) => {
    const { forge, caller, repository } = permitted(c, 'contents', 'write')
    const ref = `refs/${c.req.param('ref')}`
    const tip = (await repository.objects.read(ref))?.id
    if (!isRefName(ref) || tip === undefined) throw new ApiError(422, 'Reference does not exist')
    await moveOrRefuse(forge, repository, { ref, from: tip, to: ZEROS }, caller.login)
    return c.body(null, 204)
  })

async function requireObject(repository: ForgeRepository, sha: string): Promise<void> {
  if (!isId(sha))
    throw new ApiError(
      422,
      'The sha parameter must be exactly 40 characters and contain only [0-9a-f].',
    )
  if ((await repository.objects.read(sha)) === undefined)
    throw new ApiError(422, 'Object does not exist')
}

async function refShape(forge: Forge, repository: ForgeRepository, ref: string, sha: string) {
  const url = `${apiUrl(forge, repository)}/git`
  const isCommit = (await findCommit(repository, sha)) !== undefined
  const type = isCommit ? 'commit' : ((await repository.objects.read(sha))?.type ?? 'commit')
  return {
    ref,
    node_id: nodeId('Ref', `${repository.fullName}:${ref}`),
    url: `${url}/${ref}`,
    object: { sha, type, url: `${url}/${type}s/${sha}` },
  }
}
