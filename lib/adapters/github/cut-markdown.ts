import { byteLength, cutBytes } from './cut-text.ts'

/** Bytes that are kept for what closes the text and says how much is missing. */
const RESERVE = 500

/**
 * Markdown in at most `maxBytes` bytes of UTF-8. What is cut ends on a line, with its open fence and its open HTML closed,
 * and says how many lines are missing.
 */
export function cutMarkdown(markdown: string, maxBytes: number): string {
  if (byteLength(markdown) <= maxBytes) return markdown
  const lines = markdown.split('\n')
  const kept: string[] = []
  const open = openParts()
  let bytes = 0
  for (const line of lines) {
    const cost = byteLength(line) + 1
    if (bytes + cost > maxBytes - RESERVE) break
    bytes += cost
    kept.push(line)
    open.read(line)
  }
  const missing = lines.length - kept.length
  const note = `_${missing} more ${missing === 1 ? 'line is' : 'lines are'} left out: this is as long as GitHub shows._`
  return cutBytes([...kept, ...open.closers(), '', note, ''].join('\n'), maxBytes)
}

const FENCE = /^ {0,3}(?<fence>`{3,}|~{3,})(?<info>.*)$/
const TAG = /<(?<end>\/?)(?<name>details|summary|table|tbody|tr|td|pre|code|sub)\b[^>]*>/gi
/** Deeper than this nobody nests what we write. */
const MAX_DEPTH = 20

/** What is open after the lines that were read: a fence, or HTML that hides what follows. */
function openParts() {
  let fence: string | undefined
  const tags: string[] = []
  return {
    read(line: string): void {
      const found = FENCE.exec(line)?.groups
      if (fence === undefined && found === undefined) readTags(line, tags)
      else if (fence === undefined) fence = found?.['fence']
      else if (found?.['fence']?.startsWith(fence) === true && found['info']?.trim() === '')
        fence = undefined
    },
    closers(): readonly string[] {
      const close = tags.slice(0, MAX_DEPTH).toReversed()
      const html = close.length === 0 ? [] : ['', close.map((name) => `</${name}>`).join('')]
      return [...(fence === undefined ? [] : [fence]), ...html]
    },
  }
}

function readTags(line: string, open: string[]): void {
  for (const { groups = {} } of line.matchAll(TAG)) {
    const name = (groups['name'] ?? '').toLowerCase()
    if (groups['end'] !== '/') open.push(name)
    else if (open.at(-1) === name) open.pop()
  }
}
