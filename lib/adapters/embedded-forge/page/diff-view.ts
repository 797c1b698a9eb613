import { html } from 'hono/html'
import type { AnnotationRow } from '../records.ts'
import type { Html } from './layout.ts'

/** Lines that are shown; what differs more is read with git. */
const MAX_LINES = 5000

/** A unified diff, with what was said about a line below that line, and about all other lines at the end. */
export function diffView(diff: string, annotations: readonly AnnotationRow[] = []): Html {
  // A line ends at a line feed alone: what else JavaScript takes for an end is a stranger's text.
  const files = diff.split(/(?<=\n)(?=diff --git )/).filter(Boolean)
  const left = diff.split('\n').length - MAX_LINES
  const more = left > 0 ? html`<p class="soft">… and some ${left} more lines</p>` : ''
  const placed = new Set<AnnotationRow>()
  const shown = within(files).map((file) => fileView(file, annotations, placed))
  const elsewhere = annotations.filter((annotation) => !placed.has(annotation))
  if (elsewhere.length === 0) return html`${shown}${more}`
  const notes = elsewhere.map(
    (one) => html`<h3><code>${one.path}:${one.start_line}</code></h3>${noteView(one)}`,
  )
  return html`${shown}${more}<h2>Annotations of lines that are not shown</h2>${notes}`
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

function fileView(
  file: string,
  annotations: readonly AnnotationRow[],
  placed: Set<AnnotationRow>,
): Html {
  const lines = file.replace(/\n$/, '').split('\n')
  const start = lines.findIndex((line) => line.startsWith('@@'))
  const path = pathOf(lines.slice(0, start === -1 ? lines.length : start))
  const own = annotations.filter((annotation) => annotation.path === path)
  let number = 0
  const rows = lines.slice(start === -1 ? lines.length : start).map((line) => {
    const hunk = /^@@ -\S+ \+(\d+)/.exec(line)
    if (hunk !== null) number = Number(hunk[1]) - 1
    if (!/^[ +]/.test(line)) return html`<tr class="${kindOf(line)}">${cells('', line)}</tr>`
    number += 1
    const at = number
    const notes = own.filter(({ start_line }) => start_line === at)
    for (const note of notes) placed.add(note)
    const below = html`<tr><td></td><td class="notes">${notes.map(noteView)}</td></tr>`
    return html`<tr class="${kindOf(line)}" id="${lineId(path, at)}">${cells(String(at), line)}</tr>${notes.length > 0 ? below : ''}`
  })
  const table = html`<table aria-label="${`Changes of ${path}`}">${rows}</table>`
  return html`<section class="diff"><h3>${path}</h3>${rows.length > 0 ? table : ''}</section>`
}

function cells(number: string, line: string): Html {
  return html`<td class="number">${number}</td><td>${revealed(line)}</td>`
}

/** What would turn the order of a line round is shown as its number. */
function revealed(line: string): string {
  return line.replace(
    /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The address of a line on a page that shows what changes. */
export function lineId(path: string, line: number): string {
  return `${path}:${line}`
}

/** The new path, or the old one of a file that went; git ends one that has spaces with a tab. */
function pathOf(lines: readonly string[]): string {
  const named = (start: string) =>
    lines
      .find((line) => line.startsWith(start))
      ?.slice(start.length)
      .replace(/\t$/, '')
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
  return html`<div class="note ${level}"><strong>${level}</strong> <bdi>${title}</bdi><div class="text">${message}</div>${more}</div>`
}
