/** A piece of a file that holds one object, and how many lines stand before it. */
export interface DumpPart {
  readonly text: string
  readonly lines: number
  /** Of what the List that it was in is, where that is one of a single kind: its items may leave that out. */
  readonly item?: { readonly apiVersion: string; readonly kind: string }
}

/**
 * The objects of a YAML file as kubectl prints them, each as a text of its own: documents, and the items of a List, which
 * are known by their indent. So a file of any size is read piece by piece.
 */
export function* dumpParts(text: string): Generator<DumpPart> {
  let document: string[] = []
  let from = 0
  let line = 0
  for (const one of linesOf(text)) {
    line += 1
    if (one !== '---' && !one.startsWith('--- ')) document.push(one)
    else {
      yield* itemsOf(document, from)
      document = []
      from = line
    }
  }
  yield* itemsOf(document, from)
}

const ITEMS = /^items: *$/
const ITEM = /^( *)- /

/** A document that is no List is one piece. */
function* itemsOf(lines: readonly string[], from: number): Generator<DumpPart> {
  const start = lines.findIndex((line) => ITEMS.test(line)) + 1
  const indent = start === 0 ? undefined : ITEM.exec(lines[start] ?? '')?.[1]
  const list = listIn(lines)
  if (indent === undefined || list === undefined) {
    if (lines.some(isContent)) yield { text: lines.join('\n'), lines: from }
    return
  }
  const mark = `${indent}- `
  for (const { item, at } of runsOf(lines, start, mark)) {
    yield { text: atMargin(item, mark.length), lines: from + at, ...list }
  }
}

function isContent(line: string): boolean {
  return line.trim() !== '' && !line.startsWith('#')
}

/** From one mark to the next, until a line that stands further out. */
function* runsOf(lines: readonly string[], start: number, mark: string) {
  const deeper = mark.replace('-', ' ').slice(0, -1)
  let item: string[] = []
  let at = start
  for (const [n, line] of lines.entries()) {
    if (n < start) continue
    const isMark = line.startsWith(mark)
    if (!isMark && !line.startsWith(deeper) && line.trim() !== '') break
    if (isMark && item.length > 0) {
      yield { item, at }
      item = []
      at = n
    }
    item.push(isMark ? `${' '.repeat(mark.length)}${line.slice(mark.length)}` : line)
  }
  if (item.length > 0) yield { item, at }
}

/** Lines that all stand that far in, moved to the margin. */
function atMargin(lines: readonly string[], width: number): string {
  const blanks = ' '.repeat(width)
  const isDeep = lines.every((line) => line.startsWith(blanks) || line.trim() === '')
  return (isDeep ? lines.map((line) => line.slice(width)) : lines).join('\n')
}

/** Its kind stands at the margin, before the items or after them. Undefined: it is no List. */
function listIn(lines: readonly string[]): Pick<DumpPart, 'item'> | undefined {
  const kind = atHead(lines, /^kind: "?([A-Za-z]*)List"? *$/)
  if (kind === undefined || kind === '') return kind === undefined ? undefined : {}
  return { item: { apiVersion: atHead(lines, /^apiVersion: "?([\w./-]+)"? *$/) ?? '', kind } }
}

function atHead(lines: readonly string[], pattern: RegExp): string | undefined {
  for (const line of lines) {
    const found = pattern.exec(line)?.[1]
    if (found !== undefined) return found
  }
  return undefined
}

function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const stop = end < 0 ? text.length : end
    yield text.slice(at, text.charCodeAt(stop - 1) === 13 && stop > at ? stop - 1 : stop)
    at = stop + 1
  }
}
