import { printable } from '../domain/printable.ts'

/** Longer than any sensible message, so that only a hostile one is cut. */
const MAX_TEXT = 1_000
/** An entity of a character that has no width: what it parts is no mention, reference or link. */
const BREAK = '&#8203;'

/**
 * A text from a file as Markdown that shows exactly it, on one line: no markup, HTML, mention,
 * reference, link, emoji or formula of GitHub's or Gitea's comes out of it.
 */
export function escapeMarkdown(text: string, limit = MAX_TEXT): string {
  return printable(text, limit).replace(
    /[\\`*_[\]{}|~!$<>&]|[@#]|:(?=\/\/|[\w+-]+:)|(?<=www)\.|(?<=GH)-/gi,
    escapeCharacter,
  )
}

function escapeCharacter(character: string): string {
  if (character === '&') return '&amp;'
  if (character === '<') return '&lt;'
  if (character === '>') return '&gt;'
  // A reference of Gitea's, whatever stands before it.
  if (character === '!') return `\\!${BREAK}`
  if (/[@#:.-]/.test(character)) return character + BREAK
  return `\\${character}`
}

/** A text as a code span, also inside a table. Nothing in a code span is markup. */
export function codeSpan(text: string): string {
  const shown = printable(text, MAX_TEXT)
  // A pipe would end the table's cell even inside a span, and outside a table `\|` is no pipe.
  if (shown.includes('|')) return escapeMarkdown(text)
  const fence = '`'.repeat(longestRun(shown) + 1)
  const pad = fence.length > 1 || /^[ `]|[ `]$/.test(shown) ? ' ' : ''
  return shown === '' ? '' : `${fence}${pad}${shown}${pad}${fence}`
}

/** Lines as a fenced block that none of them can end. */
export function fenced(lines: readonly string[], language: string): string {
  const text = lines.join('\n')
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text}\n${fence}`
}

function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
