import { html } from 'hono/html'
import { runGit } from '../../git/run-git.ts'
import type { ForgeRepository } from '../forge.ts'
import { latestRuns } from '../latest-runs.ts'
import { measurePull, mergeBase } from '../measure-pull.ts'
import type { PullRow } from '../records.ts'
import { rulesFor } from '../required-checks.ts'
import { checkRows } from './check-view.ts'
import { diffView } from './diff-view.ts'
import { button, type Html, state } from './layout.ts'
import { markdown } from './markdown.ts'

/** Bytes of a diff that are read. */
const MAX_DIFF = 8 * 1024 * 1024

/** One pull request: what it says, what was said on it, and what it changes. */
export async function pullView(repository: ForgeRepository, pull: PullRow): Promise<Html> {
  const { checkRuns, issueComments } = repository.records
  const runs = [...checkRuns.values()].filter(({ headSha }) => headSha === pull.headSha)
  const annotations = latestRuns(runs).flatMap((run) => run.annotations)
  const comments = [...issueComments.values()].filter(({ number }) => number === pull.number)
  return html`<p><a href="/${repository.fullName}">${repository.fullName}</a></p>
    <h1>${pull.title} <span class="soft">#${pull.number}</span></h1>
    <p>${state(stateOf(pull))} ${pull.user} wants <code>${pull.headRepository}:${pull.headRef}</code>
      in <code>${pull.baseRef}</code> <span class="soft">${pull.headSha.slice(0, 7)}</span></p>
    ${pull.body === null ? '' : html`<div class="box">${markdown(pull.body)}</div>`}
    <h2>Checks</h2>
    ${checkRows(repository, pull.headSha)}
    ${await buttons(repository, pull)}
    ${comments.map(({ user, body }) => html`<div class="box"><p class="soft">${user}</p>${markdown(body)}</div>`)}
    <h2>Changes</h2>
    ${diffView(await diffOf(repository, pull), annotations)}`
}

async function buttons(repository: ForgeRepository, pull: PullRow): Promise<Html> {
  const at = `/${repository.fullName}/pull/${pull.number}`
  if (pull.mergedAt !== null) return html``
  if (pull.state === 'closed') return button(`${at}/state`, 'Reopen', { state: 'open' })
  const hasQueue = rulesFor(repository, pull.baseRef).some(({ type }) => type === 'merge_queue')
  const { mergeable } = await measurePull(repository, pull)
  const methods = ['merge', 'squash', 'rebase'].map((method) => html`<option>${method}</option>`)
  const merge = hasQueue
    ? button(`${at}/enqueue`, 'Merge when ready')
    : html`<form method="post" action="${at}/merge"><select name="method">${methods}</select><button>Merge</button></form>`
  const conflict = html`<span class="failure">It conflicts with ${pull.baseRef}.</span>`
  return html`<p>${mergeable ? merge : conflict} ${button(`${at}/state`, 'Close', { state: 'closed' })}</p>`
}

async function diffOf(repository: ForgeRepository, pull: PullRow): Promise<string> {
  const from = await mergeBase(repository, pull.baseSha, pull.headSha)
  if (from === undefined) return ''
  const args = [
    'diff',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '-M',
    from,
    pull.headSha,
    '--',
  ]
  const { out } = await runGit(repository.dir, args, { maxBytes: MAX_DIFF })
  return out.toString('utf8')
}

/** In one word. */
export function stateOf(pull: PullRow): string {
  if (pull.mergedAt !== null) return 'merged'
  if (pull.queued !== undefined) return 'queued'
  return pull.draft && pull.state === 'open' ? 'draft' : pull.state
}
