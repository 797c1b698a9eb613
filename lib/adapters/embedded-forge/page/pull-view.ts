import { html } from 'hono/html'
import type { ForgeRepository } from '../forge.ts'
import { measurePull, mergeBase } from '../measure-pull.ts'
import type { PullRow } from '../records.ts'
import { commentView, commitRows, commitsOf } from './commit-view.ts'
import { diffOf } from './diff-of.ts'
import { diffView } from './diff-view.ts'
import { type Html, when } from './layout.ts'
import { mergeBox } from './merge-box.ts'
import { saidOn } from './said.ts'

const MAX_COMMITS = 50

/** One pull request: what it says, what was said on it, and what it changes. */
export async function pullView(repository: ForgeRepository, pull: PullRow): Promise<Html> {
  const { title, number, user, body, headSha, baseSha } = pull
  const annotations = saidOn(repository, headSha).runs.flatMap((run) => run.annotations)
  const comments = [...repository.records.issueComments.values()].filter(
    (comment) => comment.number === number,
  )
  const { changedFiles, additions, deletions } = await measurePull(repository, pull)
  const from = await mergeBase(repository, baseSha, headSha)
  const commits = await commitsOf(repository, [headSha, `^${from ?? baseSha}`], MAX_COMMITS)
  const done = pull.mergedAt === null ? 'wants to merge' : 'merged'
  return html`<h1><bdi>${title}</bdi> <span class="soft">#${number}</span></h1>
    <p>${badge(pull)} ${user} ${done} <code><bdi>${headOf(repository, pull)}</bdi></code> into <code><bdi>${pull.baseRef}</bdi></code>
      <span class="soft">· opened ${when(pull.createdAt)}</span></p>
    ${body === null ? '' : commentView(user, body)}
    ${comments.map((comment) => commentView(comment.user, comment.body))}
    <h2>Commits</h2>
    ${commitRows(repository, commits)}
    ${await mergeBox(repository, pull)}
    <h2>Changes <span class="soft">${changedFiles} ${changedFiles === 1 ? 'file' : 'files'}, +${additions} −${deletions}</span></h2>
    ${diffView(from === undefined ? '' : await diffOf(repository, from, headSha), annotations)}`
}

/** Its state in one word. */
export function badge(pull: PullRow): Html {
  const word = stateOf(pull)
  return html`<strong class="badge ${word}">${word}</strong>`
}

/** The branch, with its repository where that is a fork. */
export function headOf({ fullName }: ForgeRepository, pull: PullRow): string {
  const { headRepository, headRef } = pull
  return headRepository === fullName ? headRef : `${headRepository}:${headRef}`
}

function stateOf(pull: PullRow): string {
  if (pull.mergedAt !== null) return 'merged'
  if (pull.queued !== undefined) return 'queued'
  return pull.draft && pull.state === 'open' ? 'draft' : pull.state
}
