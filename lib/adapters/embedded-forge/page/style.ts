/** The one style of all pages: dark and light as the system has it, and narrow screens. */
export const STYLE = `
:root { color-scheme: light dark; --back: light-dark(#fff, #0d1117); --text: light-dark(#1f2328, #f0f6fc)
; --soft: light-dark(#59636e, #9198a1); --line: light-dark(#d1d9e0, #3d444d); --inset: light-dark(#f6f8fa, #151b23)
; --link: light-dark(#0969da, #4493f8); --good: light-dark(#1a7f37, #3fb950); --bad: light-dark(#cf222e, #f85149)
; --wait: light-dark(#9a6700, #d29922); --plus: light-dark(#dafbe1, #122f1c); --minus: light-dark(#ffebe9, #48191b)
; --hunk: light-dark(#ddf4ff, #131d2e) }
* { box-sizing: border-box }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0; background: var(--back); color: var(--text); overflow-wrap: anywhere }
header, main { max-width: 66rem; margin: 0 auto; padding: .8rem 1rem }
header { border-bottom: 1px solid var(--line) }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .8rem 0 .4rem; font-weight: 600 } h2 { font-size: 1.1rem; margin: 2rem 0 .6rem }
a { color: var(--link) } a:not(:hover, :focus-visible) { text-decoration: none }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
pre, code { font: 12.5px/1.5 ui-monospace, monospace }
pre { overflow-x: auto; background: var(--inset); padding: .6rem; border-radius: 6px }
bdi, td, .text { unicode-bidi: isolate } .soft { color: var(--soft); font-weight: normal } .text { white-space: pre-wrap }
.rows { list-style: none; padding: 0; margin: .6rem 0 } .rows, .box, .diff { border: 1px solid var(--line); border-radius: 6px }
.rows > li { padding: .55rem .9rem; display: flex; gap: .1rem .6rem; align-items: baseline; flex-wrap: wrap }
.rows > li + li { border-top: 1px solid var(--line) } .rows .main { flex: 1 1 16rem; min-width: 0 } .rows form { align-self: center }
.rows .main > span.soft { display: block; font-size: .85rem } .rows .main > a { font-weight: 600 }
form { display: inline-flex; align-items: center; vertical-align: middle; gap: .4rem; flex-wrap: wrap }
button, select { font: inherit; font-size: .9rem; color: inherit; background: var(--inset); border: 1px solid var(--line); border-radius: 6px; padding: .25rem .8rem }
button:not(:disabled) { cursor: pointer } button:disabled { color: var(--soft) }
button.go:not(:disabled) { background: #1a7f37; border-color: #1a7f37; color: #fff; font-weight: 600 }
.box { padding: .2rem 1rem; margin: .8rem 0; overflow-x: auto } .box > h2 { margin: .6rem 0 } .box > .rows { border: 0; margin: 0 -1rem; border-block: 1px solid var(--line); border-radius: 0 } .box > .rows:last-child { border-bottom: 0; margin-bottom: -.2rem }
.box.success { border-color: var(--good) } .box.failure { border-color: var(--bad) } .box.pending { border-color: var(--wait) }
.mark { white-space: nowrap; font-weight: 600; color: var(--soft) } .mark.success { color: var(--good) } .mark.failure { color: var(--bad) } .mark.pending { color: var(--wait) }
.badge { color: #fff; background: #59636e; border-radius: 1rem; padding: .15rem .7rem; font-size: .9rem; font-weight: 600 }
.badge.open { background: #1a7f37 } .badge.merged { background: #8250df } .badge.closed { background: #cf222e } .badge.queued { background: #9a6700 }
.markdown table { border-collapse: collapse; margin: .8rem 0 } .markdown :is(td, th) { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; overflow-wrap: normal }
.markdown sub { color: var(--soft) } summary { cursor: pointer }
.diff { margin: .8rem 0; overflow: clip } .diff h3 { font: 600 12.5px/1.5 ui-monospace, monospace; margin: 0; padding: .4rem .8rem; background: var(--inset); border-bottom: 1px solid var(--line) }
.diff table { border-collapse: collapse; width: 100%; font: 12.5px/1.5 ui-monospace, monospace } .diff td { padding: 0 .6rem; white-space: pre-wrap; vertical-align: top }
.diff .number { width: 1%; min-width: 2.6rem; text-align: right; color: var(--soft); user-select: none; white-space: nowrap }
.plus { background: var(--plus) } .minus { background: var(--minus) } .hunk { background: var(--hunk); color: var(--soft) } tr:target { outline: 2px solid var(--link) }
.diff td.notes { padding: .3rem .8rem; font: 14px/1.5 system-ui, sans-serif; white-space: normal }
.note { border: 1px solid var(--line); border-left: 4px solid var(--link); border-radius: 6px; padding: .4rem .8rem; margin: .3rem 0; background: var(--back); max-width: 56rem }
.note.failure { border-left-color: var(--bad) } .note.warning { border-left-color: var(--wait) }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
`
