import { html } from 'hono/html'
import { git } from '../../git/git.ts'
import { type Commit, readCommit } from '../commits.ts'
import type { ForgeRepository } from '../forge.ts'
import { checkRows } from './check-view.ts'
import { button, type Html, state } from './layout.ts'
import { stateOf } from './pull-view.ts'

/** Pull requests that are done, and commits of the default branch, that are shown. */
const MAX_CLOSED = 20
const MAX_COMMITS = 10

/** A repository: its pull requests, branches that could become one, and what was said on its last commits. */
export async function repositoryView(repository: ForgeRepository): Promise<Html> {
  const { records, fullName } = repository
  const pulls = [...records.pulls.values()].toReversed()
  const open = pulls.filter((pull) => pull.state === 'open')
  const closed = pulls.filter((pull) => pull.state === 'closed').slice(0, MAX_CLOSED)
  const rows = [...open, ...closed].map(
    (
      pull,
    ) => html`<li>${state(stateOf(pull))} <a href="/${fullName}/pull/${pull.number}">${pull.title}</a>
      <span class="soft">#${pull.number} ${pull.headRef} → ${pull.baseRef}</span></li>`,
  )
  const heads = new Set(open.map(({ headRef }) => headRef))
  const branches = branchesOf(repository).filter((branch) => !heads.has(branch))
  return html`<p><a href="/">all repositories</a></p><h1>${fullName}</h1>
    <h2>Pull requests</h2>
    ${rows.length === 0 ? html`<p class="soft">None yet: push a branch.</p>` : html`<ul class="rows">${rows}</ul>`}
    ${branches.map((branch) => newPull(repository, branch))}
    <h2>${records.defaultBranch}</h2>
    ${(await lastCommits(repository)).map((commit) => commitView(repository, commit))}
    <p class="soft"><code>git clone ${repository.dir}</code></p>`
}

/** Branches that people push. */
function branchesOf({ records }: ForgeRepository): readonly string[] {
  return [...records.tips.keys()]
    .filter((ref) => ref.startsWith('refs/heads/'))
    .map((ref) => ref.slice('refs/heads/'.length))
    .filter(
      (name) => name !== records.defaultBranch && !/^(?:gh-readonly-queue|netclaim)\//.test(name),
    )
}

function newPull(repository: ForgeRepository, branch: string): Html {
  return html`<p><code>${branch}</code> ${button(`/${repository.fullName}/pulls`, 'Open a pull request', { head: branch })}</p>`
}

function commitView(repository: ForgeRepository, { id, message }: Commit): Html {
  const notes = [...repository.records.commitComments.values()].filter(({ sha }) => sha === id)
  const [subject = ''] = message.split('\n')
  return html`<details><summary><code>${id.slice(0, 7)}</code> ${subject}</summary>
    ${checkRows(repository, id)}
    ${notes.map(({ body }) => html`<div class="note message">${body}</div>`)}</details>`
}

async function lastCommits(repository: ForgeRepository): Promise<readonly Commit[]> {
  const ref = `refs/heads/${repository.records.defaultBranch}`
  if (!repository.records.tips.has(ref)) return []
  const args = ['rev-list', '--first-parent', `--max-count=${MAX_COMMITS}`, ref, '--']
  const ids = (await git(repository.dir, args)).toString('latin1').split('\n').filter(Boolean)
  return Promise.all(ids.map((id) => readCommit(repository, id)))
}
