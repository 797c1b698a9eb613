import { html } from 'hono/html'
import type { ForgeRepository } from '../forge.ts'
import type { CheckRunRow } from '../records.ts'
import { lineId, noteView } from './diff-view.ts'
import { button, type Html, when } from './layout.ts'
import { markdown } from './markdown.ts'
import { mark, type Said, wordOf } from './said.ts'

/** All that was said on a commit, a line each; a check run can be asked for again. */
export function checkRows(
  { fullName }: ForgeRepository,
  { runs, statuses }: Said,
  required: readonly string[] = [],
): Html {
  const tag = (name: string) =>
    required.includes(name) ? html` <small class="soft">(required)</small>` : ''
  const rows = [
    ...runs.map(
      (run) => html`<li>${mark(wordOf(run))}
        <div class="main"><a href="/${fullName}/runs/${run.id}">${run.name}</a>${tag(run.name)} <bdi>${run.title ?? ''}</bdi></div>
        ${rerun(fullName, run)}</li>`,
    ),
    ...statuses.map(
      ({ state, context, description, creator }) => html`<li>${mark(state)}
        <div class="main"><strong>${context}</strong>${tag(context)} <bdi>${description ?? ''}</bdi> <small class="soft">by ${creator}</small></div></li>`,
    ),
  ]
  if (rows.length === 0) return html`<p class="soft">No checks yet.</p>`
  return html`<ul class="rows">${rows}</ul>`
}

/** A check run as GitHub shows it. `newer` is the one that took its place; `isAsked`: one is asked for. */
export function checkRunView(
  { fullName, records }: ForgeRepository,
  run: CheckRunRow,
  { newer, isAsked }: { readonly newer: CheckRunRow | undefined; readonly isAsked: boolean },
): Html {
  const { title, summary, text, annotations, headSha, completedAt } = run
  const pulls = [...records.pulls.values()].filter((pull) => pull.headSha === headSha)
  const line = pulls[0] === undefined ? undefined : `/${fullName}/pull/${pulls[0].number}`
  const notes = annotations.map((one) => {
    const place = html`<code>${one.path}:${one.start_line}</code>`
    const id = encodeURIComponent(lineId(one.path, one.start_line))
    return html`<h3>${line === undefined ? place : html`<a href="${line}#${id}">${place}</a>`}</h3>${noteView(one)}`
  })
  const took = html`<p>A newer run took its place: <a href="/${fullName}/runs/${newer?.id}">show it</a>.</p>`
  const of = pulls.map(
    ({ number, title: name }) =>
      html`<a href="/${fullName}/pull/${number}"><bdi>${name}</bdi> #${number}</a> · `,
  )
  return html`<h1><span class="soft">${run.name}:</span> <bdi>${title ?? wordOf(run)}</bdi></h1>
    <p>${mark(wordOf(run))} <span class="soft">${of}<a href="/${fullName}/commit/${headSha}"><code>${headSha.slice(0, 7)}</code></a>
      ${completedAt === null ? '' : html`· ${when(completedAt)}`}</span> ${rerun(fullName, run)}</p>
    ${newer === undefined ? '' : took}
    ${isAsked ? html`<p role="status">It was asked to run again; this page goes on to the new run.</p>` : ''}
    ${[summary, text].map((part) => (part ? html`<div class="box markdown">${markdown(part)}</div>` : ''))}
    ${notes.length === 0 ? '' : html`<h2>Annotations</h2>${notes}`}`
}

function rerun(fullName: string, { id, name }: CheckRunRow): Html {
  return button(`/${fullName}/runs/${id}/rerequest`, 'Re-run', { about: name })
}
