import { printable } from '../domain/printable.ts'
import type { FileDiff } from './manifest-diff.ts'
import { plain, type Style } from './style.ts'

/** Longer than any line that we render, so that only a hostile one is cut. */
const MAX_LINE = 2_000

/** The manifests' diff, as `diff -u` prints it. */
export function diffText(diffs: readonly FileDiff[], style: Style = plain): string {
  return diffs
    .map(({ action, path, lines }) => {
      const name = printable(path, MAX_LINE)
      const from = action === 'create' ? '/dev/null' : `a/${name}`
      const to = action === 'delete' ? '/dev/null' : `b/${name}`
      const head = [`--- ${from}`, `+++ ${to}`].map((line) => style('bold', line))
      return [...head, ...lines().map((line) => diffLine(line, style))].join('\n')
    })
    .join('\n')
}

function diffLine(line: string, style: Style): string {
  const text = printable(line, MAX_LINE)
  if (text.startsWith('@@')) return style('cyan', text)
  if (text.startsWith('+')) return style('green', text)
  return text.startsWith('-') ? style('red', text) : text
}
