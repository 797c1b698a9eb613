import { spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { git } from '../../git/git.ts'
import { cleanEnvironment } from '../../git/run-git.ts'
import { ApiError, notFound } from '../api-error.ts'
import { type Commit, reaches, readCommit, resolveCommit } from '../commits.ts'
import type { Forge, ForgeRepository } from '../forge.ts'
import { diffFiles } from '../git/diff-files.ts'
import { page, permitted, type RouteEnv } from '../http.ts'
import { commitsBetween, filesBetween, mergeBase } from '../measure-pull.ts'
import type { PullRow } from '../records.ts'
import { seenCommit } from '../seen-commit.ts'
import { commitShape } from '../shapes/commit-shape.ts'
import { fileShape } from '../shapes/file-shape.ts'
import { simplePullShape } from '../shapes/pull-shape.ts'

/** Files of a comparison, however many differ. */
const MAX_FILES = 300

/** Below `/repos/:owner/:repo`. */
export const commitRoutes = new Hono<RouteEnv>()
  .get('/compare/:basehead{.+}', async (c) => {
    const { forge, repository } = permitted(c, 'contents', 'read')
    const [base, head] = await sidesOf(repository, c.req.param('basehead'))
    const from = await mergeBase(repository, base.id, head.id)
    if (from === undefined) throw new ApiError(404, 'No common ancestor between the two.')
    const ids = await commitsBetween(repository, base.id, head.id)
    const behind = (await commitsBetween(repository, head.id, base.id)).length
    const commits = await readAll(repository, page(c, ids, { most: 250, usual: 250 }))
    const isFirst = [undefined, '1'].includes(c.req.query('page'))
    const files = isFirst ? await filesBetween(repository, from, head.id) : []
    const html = `${forge.url}/${repository.fullName}/compare/${base.id}...${head.id}`
    return c.json({
      url: c.req.url,
      html_url: html,
      permalink_url: html,
      diff_url: `${html}.diff`,
      patch_url: `${html}.patch`,
      base_commit: commitShape(forge, repository, base),
      merge_base_commit: commitShape(forge, repository, await readCommit(repository, from)),
      status: statusOf(ids.length, behind),
      ahead_by: ids.length,
      behind_by: behind,
      total_commits: ids.length,
      commits: commits.map((commit) => commitShape(forge, repository, commit)),
      files: files.slice(0, MAX_FILES).map((file) => fileShape(forge, repository, head.id, file)),
    })
  })
  .get('/commits/:sha/pulls', async (c) => {
    const { forge, repository } = permitted(c, 'pull_requests', 'read')
    const { id } = await seenCommit(forge, repository, c.req.param('sha'))
    const found = await pullsWith(repository, id)
    return c.json(page(c, found).map((pull) => simplePullShape(forge, repository, pull)))
  })
  .get('/commits', async (c) => {
    const { forge, repository } = permitted(c, 'contents', 'read')
    const word = c.req.query('sha') ?? repository.records.defaultBranch
    const start = await resolveCommit(repository, word)
    if (start === undefined) throw notFound()
    const ids = await revList(repository, [start.id])
    const commits = await readAll(repository, page(c, ids))
    return c.json(commits.map((commit) => commitShape(forge, repository, commit)))
  })
  .get('/commits/:ref{.+}', async (c) => {
    const { forge, repository } = permitted(c, 'contents', 'read')
    const commit = await seenCommit(forge, repository, c.req.param('ref'))
    return c.json(await wholeCommit(forge, repository, commit))
  })
  .get('/tarball/:ref{.+}', async (c) => {
    const { forge, repository } = permitted(c, 'contents', 'read')
    const commit = await resolveCommit(repository, c.req.param('ref'))
    if (commit === undefined) throw notFound()
    return c.redirect(`${forge.url}/codeload/${repository.fullName}/${commit.id}`, 302)
  })

/** The stream that a tarball's address leads to; attributes are honoured, as on GitHub. */
export function archive(repository: ForgeRepository, id: string): Response {
  const prefix = `${repository.fullName.replace('/', '-')}-${id.slice(0, 7)}/`
  const child = spawn(
    'git',
    ['-C', repository.dir, 'archive', '--format=tar.gz', `--prefix=${prefix}`, id],
    { env: cleanEnvironment(process.env), stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const body = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>
  return new Response(body, { headers: { 'content-type': 'application/x-gzip' } })
}

async function sidesOf(repository: ForgeRepository, basehead: string) {
  const [base, head] = await Promise.all(
    basehead.split('...').map((word) => resolveCommit(repository, word)),
  )
  if (base === undefined || head === undefined) throw notFound()
  return [base, head] as const
}

async function revList(repository: ForgeRepository, args: readonly string[]): Promise<string[]> {
  const out = await git(repository.dir, ['rev-list', ...args, '--'])
  return out.toString('latin1').split('\n').filter(Boolean)
}

function readAll(repository: ForgeRepository, ids: readonly string[]): Promise<Commit[]> {
  return Promise.all(ids.map((id) => readCommit(repository, id)))
}

function statusOf(ahead: number, behind: number): string {
  if (ahead > 0) return behind > 0 ? 'diverged' : 'ahead'
  return behind > 0 ? 'behind' : 'identical'
}

/** Pull requests that a commit came by, or that would bring it. */
async function pullsWith(repository: ForgeRepository, id: string): Promise<PullRow[]> {
  const args = ['for-each-ref', '--format=%(refname)', `--contains=${id}`, 'refs/pull']
  const refs = (await git(repository.dir, args)).toString('latin1').split('\n')
  const found: PullRow[] = []
  for (const pull of repository.records.pulls.values()) {
    const has = refs.includes(`refs/pull/${pull.number}/head`)
    const brings = has && !(await reaches(repository, id, pull.baseSha))
    if (brings || pull.mergeCommit === id || pull.headSha === id) found.push(pull)
  }
  return found
}

async function wholeCommit(forge: Forge, repository: ForgeRepository, commit: Commit) {
  const [parent] = commit.parents
  const from = parent ?? (await git(repository.dir, ['mktree'], { input: '' })).toString().trim()
  const files = await diffFiles(repository.dir, from, commit.id)
  const additions = files.reduce((sum, file) => sum + file.additions, 0)
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0)
  return {
    ...commitShape(forge, repository, commit),
    stats: { additions, deletions, total: additions + deletions },
    files: files.slice(0, MAX_FILES).map((file) => fileShape(forge, repository, commit.id, file)),
  }
}
