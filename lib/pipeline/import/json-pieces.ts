import { type DumpPiece, Growing } from './dump-piece.ts'

/**
 * The objects of JSON as kubectl or the API gives it, each as a text of its own: values one after another, and the items of a
 * list or of an array. No more than one of them is held at a time. What is no JSON comes out as something that is none.
 */
export function* jsonPieces(chunks: Iterable<string>): Generator<DumpPiece> {
  const splitter = new JsonSplitter()
  for (const chunk of chunks) {
    splitter.take(chunk)
    yield* splitter.ready.splice(0)
  }
  splitter.end()
  yield* splitter.ready
}

/** The codes of what tells the pieces apart. */
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const LF = 0x0a
const OPEN_LIST = 0x5b
const OPENING: ReadonlySet<number> = new Set([OPEN_LIST, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** What stands before the items of a list; the end of a key that only ends so has a backslash before its quote. */
const ITEMS_KEY = /[{,]\s*"items"\s*:\s*$/

/** Follows brackets and strings, and nothing else of JSON. */
class JsonSplitter {
  /** Pieces that are whole. */
  readonly ready: DumpPiece[] = []
  #depth = 0
  #inString = false
  #isEscaped = false
  #lines = 0
  /** Where in this chunk begins what is not kept yet. */
  #from = 0
  #document = new Open(0)
  #hadItems = false
  /** Of the items that are being read: at which depth they stand, what is before them, and the present one. */
  #itemsAt: number | undefined
  #head = ''
  #item: Open | undefined

  take(chunk: string): void {
    this.#from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at)
      if (this.#isEscaped) this.#isEscaped = false
      else if (this.#inString) {
        if (code === QUOTE) this.#inString = false
        else if (code === BACKSLASH) this.#isEscaped = true
      } else if (code === QUOTE) this.#inString = true
      else if (code === LF) this.#lines += 1
      else if (code === COMMA) this.#comma(chunk, at)
      else if (OPENING.has(code)) this.#open(chunk, at)
      else if (CLOSING.has(code)) this.#close(chunk, at)
    }
    this.#keep(chunk, chunk.length)
  }

  /** Of what was cut off the items are not given without their document. */
  end(): void {
    this.#endDocument()
  }

  #comma(chunk: string, at: number): void {
    if (this.#depth !== this.#itemsAt) return
    this.#endItem(chunk, at)
    this.#from = at + 1
  }

  #open(chunk: string, at: number): void {
    this.#keepOwn(chunk, at)
    if (this.#depth === 0) this.#endDocument()
    const isItems = chunk.charCodeAt(at) === OPEN_LIST && this.#startsItems()
    this.#depth += 1
    if (!isItems) return
    this.#keep(chunk, at + 1)
    this.#head = `${this.#document.text() ?? ''}${this.#depth === 1 ? ']' : ']}'}`
    this.#itemsAt = this.#depth
    this.#item = new Open(this.#lines)
  }

  #startsItems(): boolean {
    if (this.#itemsAt !== undefined || this.#hadItems) return false
    return this.#depth === 0 || (this.#depth === 1 && ITEMS_KEY.test(this.#document.tail))
  }

  #close(chunk: string, at: number): void {
    if (this.#depth === this.#itemsAt) {
      this.#endItem(chunk, at)
      this.#item = undefined
      this.#itemsAt = undefined
      this.#hadItems = true
    }
    if (this.#depth > 0) this.#depth -= 1
    if (this.#depth > 0) return
    this.#keep(chunk, at + 1)
    this.#endDocument()
  }

  #endItem(chunk: string, at: number): void {
    this.#keep(chunk, at)
    const item = this.#item
    if (item?.hasContent === true)
      this.ready.push({ part: 'item', text: item.text(), lines: item.lines, head: this.#head })
    this.#item = new Open(this.#lines)
  }

  #endDocument(): void {
    const { hasContent, lines } = this.#document
    if (hasContent) this.ready.push({ part: 'document', text: this.#document.text(), lines })
    this.#document = new Open(this.#lines)
    this.#hadItems = false
  }

  /** Inside of items nobody asks where they stand in the document. */
  #keepOwn(chunk: string, to: number): void {
    if (this.#item === undefined) this.#keep(chunk, to)
  }

  #keep(chunk: string, to: number): void {
    const kept = this.#item ?? this.#document
    if (to > this.#from) kept.add(chunk.slice(this.#from, to))
    this.#from = to
  }
}

/** A piece that is being read. */
class Open extends Growing {
  readonly lines: number
  /** Its last characters, enough for a key and some blanks. */
  tail = ''
  hasContent = false

  constructor(lines: number) {
    super()
    this.lines = lines
  }

  override add(part: string): void {
    super.add(part)
    this.tail = (this.tail + part.slice(-TAIL)).slice(-TAIL)
    this.hasContent ||= !['', '---'].includes(part.trim())
  }
}

const TAIL = 200
