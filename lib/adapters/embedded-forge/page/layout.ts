import { html, raw } from 'hono/html'
import { STYLE } from './style.ts'

/** What the `html` helper gives: text in which every value was escaped. */
export type Html = ReturnType<typeof html>

/** Seconds after which a page looks again while something is under way. */
const REFRESH_S = 1

export interface Page {
  readonly title: string
  readonly body: Html
  /** `owner/name` of the repository that the page is of. */
  readonly of?: string
  /** Something on it is under way, so that it is loaded again soon. */
  readonly isWaiting?: boolean
}

/** A whole page. */
export function layout({ title, body, of, isWaiting = false }: Page): Html {
  const refresh = isWaiting ? html`<meta http-equiv="refresh" content="${REFRESH_S}">` : ''
  const repository = of === undefined ? '' : html` / <a href="/${of}">${of}</a>`
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${refresh}<title>${title}</title><style>${raw(STYLE)}</style></head>
<body><header><nav aria-label="Where you are"><a href="/">Repositories</a>${repository}</nav></header>
<main>${body}</main></body>
</html>`
}

/** A form that is one button, with what it sends; `about` tells it from others with the same label. */
export function button(
  action: string,
  label: string,
  { fields = {}, about = '' }: { fields?: Readonly<Record<string, string>>; about?: string } = {},
): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const more = about === '' ? '' : html`<span class="hidden"> ${about}</span>`
  return html`<form method="post" action="${action}">${hidden}<button>${label}${more}</button></form>`
}

/** A time of the records, in UTC, to the minute. */
export function when(timestamp: string): Html {
  const text = timestamp.replace('T', ' ').replace(/:\d\d(?:\.\d+)?Z$/, ' UTC')
  return html`<time datetime="${timestamp}">${text}</time>`
}
