import { html, raw } from 'hono/html'

/** What the `html` helper gives: text in which every value was escaped. */
export type Html = ReturnType<typeof html>

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --good: #1a7f37; --bad: #cf222e; --wait: #9a6700 }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
a { color: #0969da } a:not(:hover) { text-decoration: none }
table { border-collapse: collapse } td, th { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left }
pre, code { font: 13px/1.45 ui-monospace, monospace } pre { overflow-x: auto; background: var(--soft); padding: .6rem }
ul.rows { list-style: none; padding: 0; border: 1px solid var(--line); border-radius: 6px }
ul.rows > li { padding: .5rem .8rem; display: flex; gap: .6rem; align-items: center; flex-wrap: wrap }
ul.rows > li + li { border-top: 1px solid var(--line) }
ul.rows > li > :last-child:is(form) { margin-left: auto }
form { display: inline-flex; gap: .4rem } button, select, input { font: inherit }
.box { border: 1px solid var(--line); border-radius: 6px; padding: 0 1rem; margin: 1rem 0 }
.soft { opacity: .7 } .success, .merged { color: var(--good) } .failure, .error, .action_required { color: var(--bad) }
.pending, .queued, .in_progress { color: var(--wait) } .message { white-space: pre-wrap }
.diff { border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; margin: 1rem 0 }
.diff h3 { font-size: .9rem; margin: 0; padding: .4rem .8rem; background: var(--soft) }
.diff pre { margin: 0; background: none; padding: 0 }
.diff .line { display: block; padding: 0 .8rem; min-height: 1.45em }
.diff .plus { background: #2da44e2a } .diff .minus { background: #cf222e2a } .diff .hunk { background: #0969da1a }
.note { border-left: 4px solid var(--wait); padding: .3rem .8rem; margin: .3rem .8rem; background: var(--soft) }
.note.failure { border-color: var(--bad); color: inherit }
`

/** A whole page. */
export function layout(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${raw(STYLE)}</style></head>
<body>${body}</body>
</html>`
}

/** A form that is one button, with what it sends. */
export function button(
  action: string,
  label: string,
  fields: Readonly<Record<string, string>> = {},
) {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form method="post" action="${action}">${hidden}<button>${label}</button></form>`
}

/** A word in the colour of what it says. */
export function state(word: string): Html {
  return html`<strong class="${word}">${word.replaceAll('_', ' ')}</strong>`
}
