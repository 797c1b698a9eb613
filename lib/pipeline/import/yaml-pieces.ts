import { type DumpPiece, Growing } from './dump-piece.ts'
import { linesOf } from './lines-of.ts'

/**
 * The objects of YAML as kubectl prints it, each as a text of its own: documents, and the items of a list, which are known by
 * their indent. No more than one of them is held at a time.
 */
export function* yamlPieces(chunks: Iterable<string>): Generator<DumpPiece> {
  let line = 0
  let document = new OpenDocument(line)
  for (const one of linesOf(chunks)) {
    line += 1
    if (one === '---' || one.startsWith('--- ')) {
      yield* document.end()
      document = new OpenDocument(line)
      continue
    }
    const piece = document.take(one, line)
    if (piece !== undefined) yield piece
  }
  yield* document.end()
}

const ITEMS = /^items: *$/
const ITEM = /^( *)- /

/** What is read of a document so far. Its items are taken out of it, and `items: []` is left. */
class OpenDocument {
  readonly #from: number
  readonly #own = new Growing()
  #hasContent = false
  /** Where its lines go: `begun` is after `items:`, where it is not yet clear whether items follow. */
  #at: 'before' | 'begun' | 'items' | 'after' = 'before'
  #mark = ''
  #head = ''
  #item = new Growing()
  #itemFrom = 0

  constructor(from: number) {
    this.#from = from
  }

  /** Takes the next line, and gives the item that ends before it. */
  take(line: string, nth: number): DumpPiece | undefined {
    if (this.#at === 'begun') this.#begin(line)
    if (this.#at === 'items') {
      const isMark = line.startsWith(this.#mark)
      const isIn = isMark || line.startsWith(this.#inner) || line.trim() === ''
      const ended = isMark || !isIn ? this.#endItem() : undefined
      if (isMark) this.#itemFrom = nth - 1
      if (isIn) this.#item.add(this.#atMargin(line, isMark))
      else {
        this.#at = 'after'
        this.#keep(line)
      }
      return ended
    }
    if (this.#at === 'before' && ITEMS.test(line)) this.#at = 'begun'
    else this.#keep(line)
    return undefined
  }

  *end(): Generator<DumpPiece> {
    if (this.#at === 'begun') this.#keep('items:')
    const last = this.#endItem()
    if (last !== undefined) yield last
    if (!this.#hasContent) return
    yield { part: 'document', text: textOf(this.#own), lines: this.#from }
  }

  /** How far in the lines of an item stand, at least. */
  get #inner(): string {
    return ' '.repeat(this.#mark.length - 1)
  }

  #begin(line: string): void {
    const indent = ITEM.exec(line)?.[1]
    if (indent === undefined) {
      this.#keep('items:')
      this.#at = 'after'
      return
    }
    this.#mark = `${indent}- `
    this.#keep('items: []')
    this.#head = textOf(this.#own) ?? ''
    this.#at = 'items'
  }

  #keep(line: string): void {
    this.#hasContent ||= line.trim() !== '' && !line.startsWith('#')
    this.#own.add(line)
  }

  #endItem(): DumpPiece | undefined {
    if (this.#item.isEmpty) return undefined
    const piece = { text: textOf(this.#item), lines: this.#itemFrom, head: this.#head }
    this.#item = new Growing()
    return { part: 'item', ...piece }
  }

  /** A line that stands less far in is one of a text in quotes, and means the same there. */
  #atMargin(line: string, isMark: boolean): string {
    if (isMark) return line.slice(this.#mark.length)
    return line.startsWith(`${this.#inner} `) ? line.slice(this.#mark.length) : line.trimStart()
  }
}

/** With an end of its own: what is cut out of it later keeps no chunk of the file alive. */
function textOf(lines: Growing): string | undefined {
  const text = lines.text('\n')
  return text === undefined ? undefined : `${text}\n`
}
