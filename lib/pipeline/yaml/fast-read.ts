import type { Document } from '../../domain/document.ts'
import { APOSTROPHE, COLON, HASH, LF, NINE, QUOTE, SPACE } from './codes.ts'
import { EVERYDAY_KEYS } from './everyday-keys.ts'
import { FastDocument, type Layout } from './fast-document.ts'
import { plainValue } from './fast-scalar.ts'
import { MAX_DEPTH, MAX_DOCUMENTS, MAX_KEY, MAX_SCALAR } from './limits.ts'
import { LineCursor } from './line-cursor.ts'
import { locateIn } from './lines.ts'

/** What is answered; anything larger is the library's. */
interface Limits {
  readonly lines: number
  /** Of one map or list. */
  readonly children: number
}

/**
 * Of what people write: with at most fifteen lexemes a line, this stays below the limits of the library's reader; places
 * are found by counting children.
 */
const EVERYDAY: Limits = { lines: 20_000, children: 1_000 }
/** Of what programs write, where nobody asks for places. */
const ANY: Limits = { lines: Infinity, children: Infinity }

/**
 * Reads the everyday shape of claims: block maps and lists of plain and quoted scalars on one
 * line, `{}`, `[]`, comments, separators. Undefined for anything else, valid or not: then the
 * library reads it. What is answered is what the library would answer, without a finding.
 * The text has LF and no BOM.
 */
export function fastRead(file: string, text: string): FastRead | undefined {
  const reader = new FastReader(file, text, { limits: EVERYDAY })
  const value = reader.documents(layoutOf(file, text))
  return value && { value, cost: value.length === 0 ? 0 : reader.lines() }
}

/** The same of a text of any length, of whose documents only where they begin is asked. */
export function fastReadLong(
  file: string,
  text: string,
): readonly Pick<Document, 'at' | 'value'>[] | undefined {
  return new FastReader(file, text, { limits: ANY }).documents(layoutOf(file, text))
}

/** The documents, and how many lines there were to read; a file of comments has none. */
interface FastRead {
  readonly value: readonly Document[]
  readonly cost: number
}

/** Reads the text once more, and writes down where everything stands; for findings, so seldom. */
function layoutOf(file: string, text: string): () => Layout {
  let layout: Layout | undefined
  return () => {
    layout ??= new FastReader(file, text, { limits: EVERYDAY, places: [] }).layout()
    return layout
  }
}

/** One pass over one text. */
class FastReader {
  readonly #file: string
  readonly #in: LineCursor
  readonly #limits: Limits
  /** Absent where nobody asks for places. */
  readonly #places: number[] | undefined
  readonly #roots: number[] = []

  constructor(
    file: string,
    text: string,
    { limits, places }: { readonly limits: Limits; readonly places?: number[] },
  ) {
    this.#file = file
    this.#in = new LineCursor(text)
    this.#limits = limits
    this.#places = places
  }

  lines(): number {
    return this.#in.lines + 1
  }

  layout(): Layout {
    this.documents(() => this.layout())
    const locate = locateIn(this.#file, this.#in.text)
    return { places: this.#places ?? [], roots: this.#roots, locate }
  }

  documents(layout: () => Layout): readonly Document[] | undefined {
    const documents: Document[] = []
    // Empty ones too; the first may stand without its separator.
    let begun = 0
    while (this.#in.at < this.#in.text.length) {
      if (this.#in.indent < 0) {
        begun += 1
        this.#in.endLine(this.#in.at + 3)
      } else {
        begun ||= 1
        documents.push(this.#document(documents.length, layout))
      }
      if (this.#in.indent > 0) this.#in.giveUp()
    }
    const isLong = documents.length > 0 && this.#in.lines > this.#limits.lines
    const tooMany = begun > MAX_DOCUMENTS || isLong
    return tooMany || this.#in.isOdd() ? undefined : documents
  }

  #document(nth: number, layout: () => Layout): Document {
    const root = this.#node()
    this.#roots.push(root)
    const at = { file: this.#file, line: this.#in.lines + 1, column: 1 }
    this.#open(-1)
    const value = this.#map(0, 1)
    this.#close(root)
    return new FastDocument(at, value, nth, layout)
  }

  /** The number of the next node. */
  #node(): number {
    return this.#places?.length ?? 0
  }

  #open(key: number): void {
    this.#places?.push(key, this.#in.at, 0)
  }

  #close(node: number): void {
    if (this.#places) this.#places[node + 2] = this.#places.length
  }

  #map(indent: number, depth: number): unknown {
    const map: Record<string, unknown> = {}
    if (depth >= MAX_DEPTH) return this.#in.giveUp()
    let count = 0
    for (; this.#in.indent === indent && !this.#in.odd; count += 1) {
      const start = this.#in.at
      const key = this.#key()
      // A key twice, `__proto__`, and by the way `constructor` and its like, which are not everyday either.
      if (key === undefined || key in map || count === this.#limits.children)
        return this.#in.giveUp()
      const node = this.#node()
      map[key] = this.#entry(start, indent, depth)
      this.#close(node)
    }
    return map
  }

  /** A key and its colon. */
  #key(): string | undefined {
    const text = this.#in.text
    const start = this.#in.at
    const quoted = text.charCodeAt(start) === QUOTE
    const end = quoted ? this.#in.quotedEnd(QUOTE) : this.#in.plainEnd()
    const key = quoted && end > 0 ? this.#in.quoted(end) : text.slice(start, end)
    this.#in.at = end + 1
    const next = text.charCodeAt(end + 1)
    const isKey = end > start && text.charCodeAt(end) === COLON && (next === SPACE || next === LF)
    if (!isKey) return this.#in.giveUp()
    const known = EVERYDAY_KEYS.get(key)
    if (known !== undefined) return known
    const isText = quoted || typeof plainValue(key) === 'string'
    return isText && isEveryday(key) ? key : this.#in.giveUp()
  }

  /** The value of a key: on its line, or further in on the next ones (a list may stand below). */
  #entry(key: number, indent: number, depth: number): unknown {
    const text = this.#in.text
    this.#in.passBlanks()
    const code = text.charCodeAt(this.#in.at)
    if (code !== LF && code !== HASH) {
      this.#open(key)
      return this.#scalar()
    }
    this.#in.endLine(code === HASH ? this.#in.at - 1 : this.#in.at)
    const isList = this.#in.atItem()
    if (this.#in.indent < (isList ? indent : indent + 1)) return this.#in.giveUp()
    this.#open(key)
    return isList ? this.#list(this.#in.indent, depth + 1) : this.#map(this.#in.indent, depth + 1)
  }

  #list(indent: number, depth: number): unknown {
    const list: unknown[] = []
    if (depth >= MAX_DEPTH) return this.#in.giveUp()
    while (this.#in.indent === indent && this.#in.atItem()) {
      if (list.length === this.#limits.children) return this.#in.giveUp()
      this.#in.passMark()
      const node = this.#node()
      this.#open(-1)
      list.push(this.#item(depth))
      this.#close(node)
    }
    return list
  }

  #item(depth: number): unknown {
    if (this.#in.atItem()) return this.#in.giveUp()
    return this.#startsMap() ? this.#map(this.#in.indent, depth + 1) : this.#scalar()
  }

  #startsMap(): boolean {
    const text = this.#in.text
    const code = text.charCodeAt(this.#in.at)
    const end = code === QUOTE ? this.#in.quotedEnd(QUOTE) : this.#in.plainEnd()
    return text.charCodeAt(end) === COLON
  }

  /** A scalar that ends on its line. Lines that go on with it fit no open map or list. */
  #scalar(): unknown {
    const text = this.#in.text
    const start = this.#in.at
    const code = text.charCodeAt(start)
    let value: unknown
    let end = start + 2
    if (code === QUOTE || code === APOSTROPHE) {
      end = this.#in.quotedEnd(code)
      value = end > 0 ? this.#in.quoted(end) : undefined
    } else if (text.startsWith('{}', start)) value = {}
    else if (text.startsWith('[]', start)) value = []
    else {
      end = this.#in.plainEnd()
      value = plainValue(text.slice(start, end))
    }
    if (value === undefined || end - start > MAX_SCALAR || end <= start) return this.#in.giveUp()
    this.#in.endLine(end)
    return value
  }
}

/** A map puts keys that are numbers first, so that places could no longer be counted. */
function isEveryday(key: string): boolean {
  return key.length <= MAX_KEY && (key.charCodeAt(0) > NINE || !/^\d+$/.test(key))
}
