import { html } from 'hono/html'
import type { ForgeRepository } from '../forge.ts'
import { latestRuns } from '../latest-runs.ts'
import { latestStatuses } from '../latest-statuses.ts'
import type { CheckRunRow } from '../records.ts'
import { noteView } from './diff-view.ts'
import { button, type Html, state } from './layout.ts'
import { markdown } from './markdown.ts'

/** All that was said on a commit, a line each; a check run can be asked for again. */
export function checkRows(repository: ForgeRepository, sha: string): Html {
  const { checkRuns, statuses } = repository.records
  const base = `/${repository.fullName}/runs`
  const runs = latestRuns([...checkRuns.values()].filter(({ headSha }) => headSha === sha))
  const rows = [
    ...runs.map(
      (
        run,
      ) => html`<li>${stateOf(run)} <a href="${base}/${run.id}">${run.name}</a> <span>${run.title ?? ''}</span>
        ${button(`${base}/${run.id}/rerequest`, 'Re-run')}</li>`,
    ),
    ...latestStatuses(statuses, sha).map(
      (status) =>
        html`<li>${state(status.state)} ${status.context} <span class="soft">${status.description ?? ''}</span></li>`,
    ),
  ]
  if (rows.length === 0) return html`<p class="soft">No checks yet.</p>`
  return html`<ul class="rows">${rows}</ul>`
}

/** A check run as GitHub shows it. */
export function checkRunView(repository: ForgeRepository, run: CheckRunRow): Html {
  const { title, summary, text, annotations, externalId } = run
  const notes = annotations.map(
    (one) => html`<p><code>${one.path}:${one.start_line}</code></p>${noteView(one)}`,
  )
  return html`<p><a href="/${repository.fullName}">${repository.fullName}</a> / <code>${run.headSha.slice(0, 7)}</code></p>
    <h1>${run.name}: ${title ?? ''}</h1>
    <p>${stateOf(run)} <span class="soft">${externalId ?? ''}</span>
      ${button(`/${repository.fullName}/runs/${run.id}/rerequest`, 'Re-run')}</p>
    <div class="box">${markdown(summary ?? '')}</div>
    ${text === null ? '' : html`<div class="box">${markdown(text)}</div>`}
    ${notes.length === 0 ? '' : html`<h2>Annotations</h2>${notes}`}`
}

function stateOf(run: CheckRunRow): Html {
  return state(run.conclusion ?? run.status)
}
