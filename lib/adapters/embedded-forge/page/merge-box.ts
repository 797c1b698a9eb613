import { html } from 'hono/html'
import type { ForgeRepository } from '../forge.ts'
import { measurePull } from '../measure-pull.ts'
import type { PullRow } from '../records.ts'
import { requiredChecks, rulesFor, verdictOn } from '../required-checks.ts'
import { checkRows } from './check-view.ts'
import { button, type Html } from './layout.ts'
import { saidOn } from './said.ts'

const METHODS = {
  merge: 'Create a merge commit',
  squash: 'Squash and merge',
  rebase: 'Rebase and merge',
} as const

/** What is said on a pull request, whether it can be merged, and if not, why. */
export async function mergeBox(repository: ForgeRepository, pull: PullRow): Promise<Html> {
  const checks = checkRows(
    repository,
    saidOn(repository, pull.headSha),
    requiredChecks(repository, pull.baseRef).map(({ context }) => context),
  )
  if (pull.mergeCommit !== null) return mergedBox(repository, pull, checks)
  const at = `/${repository.fullName}/pull/${pull.number}`
  if (pull.state === 'closed')
    return box('neutral', 'Closed', html`${checks}<p>${setState(at, 'Reopen', 'open')}</p>`)
  const { word, title, reasons } = await standing(repository, pull)
  const list =
    reasons.length === 0 ? '' : html`<ul>${reasons.map((one) => html`<li>${one}</li>`)}</ul>`
  const hasQueue = rulesFor(repository, pull.baseRef).some(({ type }) => type === 'merge_queue')
  const merge = hasQueue ? enqueueForm(at, pull) : mergeForm(at, word)
  return box(word, title, html`${list}${checks}<p>${merge} ${setState(at, 'Close', 'closed')}</p>`)
}

interface Standing {
  readonly word: 'success' | 'failure' | 'pending'
  readonly title: string
  readonly reasons: readonly string[]
}

async function standing(repository: ForgeRepository, pull: PullRow): Promise<Standing> {
  const { mergeable } = await measurePull(repository, pull)
  const verdicts = requiredChecks(repository, pull.baseRef).map((check) => ({
    name: check.context,
    verdict: verdictOn(repository, [check], pull.headSha),
  }))
  const failed = [
    ...(pull.draft ? ['It is a draft.'] : []),
    ...(mergeable ? [] : [`It conflicts with ${pull.baseRef}.`]),
    ...verdicts
      .filter(({ verdict }) => verdict === 'failure')
      .map(({ name }) => `The required check ${name} failed.`),
  ]
  const awaited = verdicts
    .filter(({ verdict }) => verdict === 'pending')
    .map(({ name }) => `The required check ${name} has not ended yet.`)
  const reasons = [...failed, ...awaited]
  if (failed.length > 0) return { word: 'failure', title: 'Merging is blocked', reasons }
  if (awaited.length > 0) return { word: 'pending', title: 'Waiting for checks', reasons }
  if (pull.queued !== undefined)
    return { word: 'pending', title: 'It waits in the merge queue', reasons }
  return { word: 'success', title: 'Ready to merge', reasons }
}

function mergedBox(repository: ForgeRepository, pull: PullRow, checks: Html): Html {
  const { mergedBy, mergeCommit, baseRef } = pull
  const commit = html`<a href="/${repository.fullName}/commit/${mergeCommit}"><code>${mergeCommit?.slice(0, 7)}</code></a>`
  return html`${box('success', 'Merged', html`<p>${mergedBy} merged it into <bdi>${baseRef}</bdi> by ${commit}. What was said on that commit:</p>${checkRows(repository, saidOn(repository, mergeCommit ?? ''))}`)}
    <h2>Checks before the merge</h2>${checks}`
}

function box(word: string, title: string, body: Html): Html {
  return html`<section class="box ${word}" aria-labelledby="merge"><h2 id="merge">${title}</h2>${body}</section>`
}

function mergeForm(at: string, word: Standing['word']): Html {
  const options = Object.entries(METHODS).map(
    ([method, label]) => html`<option value="${method}">${label}</option>`,
  )
  const held = word === 'success' ? '' : html` disabled`
  return html`<form method="post" action="${at}/merge"><button class="go"${held}>Merge pull request</button>
    <label><span class="hidden">How to merge</span><select name="method"${held}>${options}</select></label></form>`
}

function enqueueForm(at: string, { queued }: PullRow): Html {
  return queued === undefined ? button(`${at}/enqueue`, 'Merge when ready') : html``
}

function setState(at: string, label: string, state: string): Html {
  return button(`${at}/state`, label, { fields: { state }, about: 'pull request' })
}
