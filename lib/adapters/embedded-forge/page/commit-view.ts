import { html } from 'hono/html'
import { git } from '../../git/git.ts'
import { type Commit, readCommit } from '../commits.ts'
import { type ForgeRepository, toTimestamp } from '../forge.ts'
import { checkRows } from './check-view.ts'
import { diffOf } from './diff-of.ts'
import { diffView } from './diff-view.ts'
import { type Html, when } from './layout.ts'
import { markdown } from './markdown.ts'
import { mark, saidLines, saidOn } from './said.ts'

/** The last commits of a branch or of a pull request, the newest first; the oldest ones may be left out. */
export async function commitsOf(
  { dir, ...repository }: ForgeRepository,
  range: readonly string[],
  most: number,
): Promise<readonly Commit[]> {
  const args = ['rev-list', '--first-parent', `--max-count=${most}`, ...range, '--']
  const ids = (await git(dir, args)).toString('latin1').split('\n').filter(Boolean)
  return Promise.all(ids.map((id) => readCommit({ dir, ...repository }, id)))
}

/** A line for each commit, with what was said on it. */
export function commitRows(repository: ForgeRepository, commits: readonly Commit[]): Html {
  const rows = commits.map((commit) => {
    const said = saidOn(repository, commit.id)
    return html`<li><div class="main"><a href="/${repository.fullName}/commit/${commit.id}"><bdi>${subjectOf(commit)}</bdi></a>
      <span class="soft"><code>${commit.id.slice(0, 7)}</code> ${byline(commit)}</span>
      ${saidLines(said)}</div>
      ${said.verdict === undefined ? '' : mark(said.verdict)}</li>`
  })
  return html`<ul class="rows">${rows}</ul>`
}

/** One commit: what it says, what was said on it, and what it changes. */
export async function commitView(repository: ForgeRepository, commit: Commit): Promise<Html> {
  const { id, message, parents } = commit
  const said = saidOn(repository, id)
  const comments = [...repository.records.commitComments.values()].filter(({ sha }) => sha === id)
  const link = (sha: string) => html`<a href="/${repository.fullName}/commit/${sha}">${sha}</a>`
  const body = message.split('\n').slice(1).join('\n').trim()
  // Ids of commits lead to them, as on GitHub.
  const linked = body.split(/\b([0-9a-f]{40})\b/).map((part, at) => (at % 2 ? link(part) : part))
  const annotations = said.runs.flatMap((run) => run.annotations)
  return html`<h1><bdi>${subjectOf(commit)}</bdi></h1>
    <p class="soft">${byline(commit)} · <code>${id}</code></p>
    ${body === '' ? '' : html`<pre class="text">${linked}</pre>`}
    ${said.verdict === undefined ? '' : html`<h2>Checks</h2>${checkRows(repository, said)}`}
    ${comments.map(({ user, body: text }) => commentView(user, text))}
    <h2>Changes</h2>
    ${diffView(await diffOf(repository, parents[0], id), annotations)}`
}

/** What somebody said, in a box. */
export function commentView(user: string, body: string): Html {
  return html`<article class="box markdown"><p class="soft">${user}</p>${markdown(body)}</article>`
}

function subjectOf({ message, id }: Commit): string {
  return message.split('\n')[0] || id
}

function byline({ author, committer }: Commit): Html {
  return html`<bdi>${author.name}</bdi>, ${when(toTimestamp(committer.seconds * 1000))}`
}
