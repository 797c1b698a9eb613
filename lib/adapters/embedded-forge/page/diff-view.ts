import { html } from 'hono/html'
import type { AnnotationRow } from '../records.ts'
import type { Html } from './layout.ts'

/** Lines that are shown; what differs more is read with git. */
const MAX_LINES = 5000

/** A unified diff, with what was said about a line below that line. */
export function diffView(diff: string, annotations: readonly AnnotationRow[]): Html {
  const files = diff.split(/^(?=diff --git )/m).filter(Boolean)
  const left = diff.split('\n').length - MAX_LINES
  const shown = within(files)
  const more = left > 0 ? html`<p class="soft">… and some ${left} more lines</p>` : ''
  return html`${shown.map((file) => fileView(file, annotations))}${more}`
}

/** As many files as fit; the last one may be cut. */
function within(files: readonly string[]): string[] {
  const shown: string[] = []
  let room = MAX_LINES
  for (const file of files) {
    if (room <= 0) break
    const lines = file.split('\n', room)
    shown.push(lines.join('\n'))
    room -= lines.length
  }
  return shown
}

function fileView(file: string, annotations: readonly AnnotationRow[]): Html {
  const lines = file.replace(/\n$/, '').split('\n')
  const start = lines.findIndex((line) => line.startsWith('@@'))
  const path = pathOf(lines)
  const own = annotations.filter((annotation) => annotation.path === path)
  let number = 0
  const body = lines.slice(start === -1 ? lines.length : start).map((line) => {
    const hunk = /^@@ -\S+ \+(\d+)/.exec(line)
    if (hunk !== null) number = Number(hunk[1]) - 1
    else if (/^[ +]/.test(line)) number += 1
    const at = line.startsWith('-') || hunk !== null ? 0 : number
    const notes = own.filter(({ start_line }) => start_line === at)
    return html`<span class="line ${kindOf(line)}">${line}</span>${notes.map(noteView)}`
  })
  return html`<div class="diff"><h3>${path}</h3><pre>${body}</pre></div>`
}

/** The new path, or the old one of a file that went; quotes of git are left as they are. */
function pathOf(lines: readonly string[]): string {
  const named = (start: string) => lines.find((line) => line.startsWith(start))?.slice(start.length)
  const renamed = lines[0]?.replace(/^diff --git a\/.* b\//, '')
  return named('+++ b/') ?? named('--- a/') ?? renamed ?? ''
}

function kindOf(line: string): string {
  if (line.startsWith('@@')) return 'hunk'
  if (line.startsWith('+')) return 'plus'
  return line.startsWith('-') ? 'minus' : ''
}

/** An annotation as GitHub shows it under a line. */
export function noteView(annotation: AnnotationRow): Html {
  const { annotation_level: level, title = '', message, raw_details: details } = annotation
  const more = details === undefined ? '' : html`<pre>${details}</pre>`
  return html`<div class="note ${level}"><strong>${level}</strong> ${title}<div class="message">${message}</div>${more}</div>`
}
