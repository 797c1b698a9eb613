import type { Proposal, Proposed } from '../../ports/forge.ts'
import type { Checks } from './check-run.ts'
import { GitHubError } from './github-error.ts'

/** What of a pull request from a branch is looked at. */
interface Known {
  readonly number: number
  readonly url: string
  readonly title: string
  readonly text: string
  readonly isOpen: boolean
  readonly isMerged: boolean
  readonly head: string
}

/** GitHub learns of a branch by and by: it may know none of that name a moment after it was made. */
const WAITS_MS = [1_000, 2_000, 4_000]

/** Opens a pull request, or makes the open one from that branch say what it is to say. */
export async function propose(checks: Checks, wanted: Proposal): Promise<Proposed> {
  const known = await fromBranch(checks, wanted)
  const open = known.find(({ isOpen }) => isOpen)
  if (open !== undefined) return change(checks, open, wanted)
  const declined = known.find(({ head, isMerged }) => head === wanted.head && !isMerged)
  if (declined !== undefined) return told(declined, 'declined')
  return create(checks, wanted)
}

async function change(
  { octokit, owner, repo }: Checks,
  open: Known,
  { title, text }: Proposal,
): Promise<Proposed> {
  if (open.title === title && open.text.trimEnd() === text.trimEnd()) return told(open, 'same')
  const pull_number = open.number
  await octokit.rest.pulls.update({ owner, repo, pull_number, title, body: text })
  return told(open, 'changed')
}

async function create(checks: Checks, wanted: Proposal): Promise<Proposed> {
  const { octokit, owner, repo, clock } = checks
  const { title, text: body, branch: head, base } = wanted
  for (let nth = 0; ; nth++) {
    try {
      const { data } = await octokit.rest.pulls.create({ owner, repo, title, body, head, base })
      return { number: data.number, url: data.html_url, outcome: 'opened' }
    } catch (error) {
      if (!(error instanceof GitHubError) || error.status === 429) throw error
      // Another run was faster, or it was made although nobody said so: a branch has one that is open at most.
      const open = (await fromBranch(checks, wanted)).find(({ isOpen }) => isOpen)
      if (open !== undefined) return change(checks, open, wanted)
      const wait = WAITS_MS[nth]
      if (error.status !== 422 || wait === undefined) throw error
      await clock.pause(wait)
    }
  }
}

/** The newest first, at most a hundred. GitHub lists those of a fork of the same owner, too: what that says is not ours to change. */
async function fromBranch(
  { octokit, owner, repo }: Checks,
  { branch, base }: Proposal,
): Promise<readonly Known[]> {
  const where = {
    owner,
    repo,
    head: `${owner}:${branch}`,
    base,
    state: 'all',
    per_page: 100,
  } as const
  const { data } = await octokit.rest.pulls.list(where)
  const own = data.filter((one) => one.head.repo?.id === one.base.repo.id)
  return own.map((one) => ({
    number: one.number,
    url: one.html_url,
    title: one.title,
    text: (one.body ?? '').replaceAll('\r\n', '\n'),
    isOpen: one.state === 'open',
    isMerged: one.merged_at !== null,
    head: one.head.sha,
  }))
}

function told({ number, url }: Known, outcome: Proposed['outcome']): Proposed {
  return { number, url, outcome }
}
