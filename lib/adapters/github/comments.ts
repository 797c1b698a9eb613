import * as z from 'zod'
import type { Clock } from '../../ports/clock.ts'
import { cutMarkdown } from './cut-markdown.ts'
import { GitHubError } from './github-error.ts'
import { MAX_PAGES } from './limits.ts'
import { type GitHubRepository, run } from './query.ts'
import { unlessMissing } from './unless-refused.ts'
import { untilSeen } from './until-seen.ts'

/** GitHub's limit is 65,536 characters; bytes are never fewer. */
const MAX_COMMENT_BYTES = 65_000

/** A comment that is there. */
interface Comment {
  readonly id: number
  readonly body: string
  readonly author: string
}

/** Where comments are: under a pull request, or under a commit. */
export interface Thread {
  list(page: number): Promise<readonly Comment[]>
  create(body: string): Promise<void>
  update(id: number, body: string): Promise<void>
  remove(id: number): Promise<void>
}

/** Under a pull request. */
export function pullRequestThread(
  { octokit, owner, repo }: GitHubRepository,
  number: number,
): Thread {
  const { issues } = octokit.rest
  const where = { owner, repo, issue_number: number }
  return {
    async list(page) {
      const { data } = await issues.listComments({ ...where, per_page: 100, page })
      return data.map(toComment)
    },
    async create(body) {
      await issues.createComment({ ...where, body })
    },
    async update(id, body) {
      await issues.updateComment({ owner, repo, comment_id: id, body })
    },
    async remove(id) {
      await issues.deleteComment({ owner, repo, comment_id: id })
    },
  }
}

/** Under a commit. */
export function commitThread(
  { octokit, owner, repo, clock }: GitHubRepository & { readonly clock: Clock },
  sha: string,
): Thread {
  const { repos } = octokit.rest
  const where = { owner, repo, commit_sha: sha }
  return {
    async list(page) {
      const { data } = await untilSeen(clock, () =>
        repos.listCommentsForCommit({ ...where, per_page: 100, page }),
      )
      return data.map(toComment)
    },
    async create(body) {
      await repos.createCommitComment({ ...where, body })
    },
    async update(id, body) {
      await repos.updateCommitComment({ owner, repo, comment_id: id, body })
    },
    async remove(id) {
      await repos.deleteCommitComment({ owner, repo, comment_id: id })
    },
  }
}

interface Row {
  readonly id: number
  readonly body?: string | undefined
  readonly user: { readonly login: string } | null
}

function toComment({ id, body = '', user }: Row): Comment {
  return { id, body, author: user?.login ?? '' }
}

/**
 * Makes the one comment of `author` that bears the mark say this. One that is not there is made, unless there is nothing
 * to say, or it is only to stand over one that is. More than one, left by two runs that met, become one again. Somebody else's comment with the same mark is left
 * alone.
 */
export async function keepComment(
  thread: Thread,
  author: string,
  {
    mark,
    markdown,
    over = false,
  }: { readonly mark: string; readonly markdown: string; readonly over?: boolean },
): Promise<void> {
  const line = `<!-- netclaim ${mark.replaceAll(/[^\w./ ]+/g, '-')} -->`
  const body = `${line}\n${cutMarkdown(markdown, MAX_COMMENT_BYTES)}`.trimEnd()
  const isOurs: IsOurs = (one) => one.author === author && one.body.startsWith(line)
  const [known, ...others] = await findAll(thread, isOurs)
  for (const { id } of others) await unlessMissing(() => thread.remove(id))
  if (known !== undefined) {
    if (known.body.trimEnd() !== body) await thread.update(known.id, body)
    return
  }
  if (markdown === '' || over) return
  await make(thread, body, isOurs)
}

type IsOurs = (one: Comment) => boolean

async function make(thread: Thread, body: string, isOurs: IsOurs): Promise<void> {
  try {
    await thread.create(body)
  } catch (error) {
    // It may have been made although nobody said so.
    if (!(error instanceof GitHubError) || !error.retryable || error.status === 429) throw error
    if ((await findAll(thread, isOurs)).length === 0) await thread.create(body)
  }
  // Another run may have made one in the same moment: both look again, and both keep the oldest.
  const [, ...later] = await findAll(thread, isOurs)
  for (const { id } of later) await unlessMissing(() => thread.remove(id))
}

/** The oldest first. */
async function findAll(thread: Thread, isOurs: IsOurs): Promise<readonly Comment[]> {
  const found: Comment[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const comments = await thread.list(page)
    found.push(...comments.filter(isOurs))
    if (comments.length < 100) break
  }
  return found.toSorted((a, b) => a.id - b.id)
}

const Viewer = z.object({ viewer: z.object({ login: z.string() }) })

/** The name under which we write. */
export async function readViewer({ octokit }: GitHubRepository): Promise<string> {
  const text = 'query{viewer{login}}'
  return Viewer.parse(await run(octokit, { text, variables: {} })).viewer.login
}
