import { html } from 'hono/html'
import type { ForgeRepository } from '../forge.ts'
import type { PullRow } from '../records.ts'
import { commitRows, commitsOf } from './commit-view.ts'
import { button, type Html, when } from './layout.ts'
import { badge, headOf } from './pull-view.ts'
import { mark, saidLines, saidOn } from './said.ts'

/** Pull requests that are done, and commits of a branch, that are shown. */
const MAX_CLOSED = 20
const MAX_COMMITS = 5

/** A repository: its pull requests, branches that could become one, and what was said on its last commits. */
export async function repositoryView(repository: ForgeRepository): Promise<Html> {
  const { records, fullName, dir } = repository
  const pulls = [...records.pulls.values()].toReversed()
  const open = pulls.filter(({ state }) => state === 'open')
  const closed = pulls.filter(({ state }) => state === 'closed').slice(0, MAX_CLOSED)
  // A branch that was merged as it is has nothing to ask for.
  const heads = new Set(pulls.map(({ headRef, headSha }) => `${headRef} ${headSha}`))
  const branches = [...records.tips.keys()]
    .filter((ref) => ref.startsWith('refs/heads/'))
    .map((ref) => ref.slice('refs/heads/'.length))
  const isOwn = (name: string) => name === records.defaultBranch || name.startsWith('netclaim/')
  const others = branches.filter(
    (name) =>
      !isOwn(name) &&
      !heads.has(`${name} ${records.tips.get(`refs/heads/${name}`)}`) &&
      !name.startsWith('gh-readonly-queue/'),
  )
  const own = branches.filter(isOwn).toSorted((a) => (a === records.defaultBranch ? -1 : 1))
  return html`<h1>${fullName}</h1>
    <h2>Open pull requests</h2>
    ${pullRows(repository, open, 'None: push a branch.')}
    ${others.length === 0 ? '' : html`<h2>Branches</h2><ul class="rows">${others.map((name) => branchRow(fullName, name))}</ul>`}
    ${closed.length === 0 ? '' : html`<h2>Closed pull requests</h2>${pullRows(repository, closed, '')}`}
    ${await Promise.all(own.map((name) => branchView(repository, name)))}
    <h2>Clone</h2><pre>git clone ${dir}</pre>`
}

function pullRows(repository: ForgeRepository, pulls: readonly PullRow[], none: string): Html {
  if (pulls.length === 0) return html`<p class="soft">${none}</p>`
  return html`<ul class="rows">${pulls.map((pull) => pullRow(repository, pull))}</ul>`
}

function pullRow(repository: ForgeRepository, pull: PullRow): Html {
  const { number, title, user, baseRef, createdAt } = pull
  const said = saidOn(repository, pull.mergeCommit ?? pull.headSha)
  return html`<li>${badge(pull)}
    <div class="main"><a href="/${repository.fullName}/pull/${number}"><bdi>${title}</bdi></a>
      <span class="soft">#${number} by ${user}, ${when(createdAt)}, <bdi>${headOf(repository, pull)}</bdi> → <bdi>${baseRef}</bdi></span>${saidLines(said)}</div>
    ${said.verdict === undefined ? html`<span class="soft">no checks yet</span>` : mark(said.verdict)}</li>`
}

function branchRow(fullName: string, name: string): Html {
  const press = { fields: { head: name }, about: `from ${name}` }
  return html`<li><div class="main"><code><bdi>${name}</bdi></code></div>
    ${button(`/${fullName}/pulls`, 'Open a pull request', press)}</li>`
}

async function branchView(repository: ForgeRepository, name: string): Promise<Html> {
  const tip = repository.records.tips.get(`refs/heads/${name}`) ?? ''
  const commits = await commitsOf(repository, [tip], MAX_COMMITS)
  const all = `/${repository.fullName}/commits?branch=${encodeURIComponent(name)}`
  return html`<h2>Last commits of <bdi>${name}</bdi></h2>
    ${commitRows(repository, commits)}
    <p><a href="${all}">All commits of <bdi>${name}</bdi></a></p>`
}
