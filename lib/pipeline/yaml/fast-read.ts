import type { Document } from '../../domain/document.ts'
import { hasHiddenCharacter } from './check-characters.ts'
import { FastDocument } from './fast-document.ts'
import { plainValue } from './fast-scalar.ts'
import { MAX_DEPTH, MAX_DOCUMENTS, MAX_KEY, MAX_SCALAR } from './limits.ts'
import { type Locate, locateIn } from './lines.ts'

/** With at most fifteen lexemes a line, this stays below the limits of the library's reader. */
const MAX_LINES = 20_000
/** Children of one map or list: places are found by counting them. */
const MAX_CHILDREN = 1_000

const LF = 0x0a
const SPACE = 0x20
const QUOTE = 0x22
const HASH = 0x23
const APOSTROPHE = 0x27
const HYPHEN = 0x2d
const NINE = 0x39
const COLON = 0x3a
const BACKSLASH = 0x5c
const DELETE = 0x7f

/** What may begin a plain scalar (2) and what may go on with it (1). */
const PLAIN = plainTable()

/**
 * Reads the everyday shape of claims: block maps and lists of plain and quoted scalars on one
 * line, `{}`, `[]`, comments, separators. Undefined for anything else, valid or not: then the
 * library reads it. What is answered is what the library would answer, without a finding.
 * The text has LF and no BOM.
 */
export function fastRead(file: string, text: string): readonly Document[] | undefined {
  return new FastReader(file, text).documents()
}

/** One pass over one text. `odd` ends it: the position is then the end of the text. */
class FastReader {
  readonly #file: string
  readonly #text: string
  readonly #locate: Locate
  readonly #places: number[] = []
  #odd = false
  /** Something but printable ASCII stands in a comment or in quotes. */
  #wide = false
  #at = 0
  #lineStart = 0
  #lines = 0
  /** Column of the next content; -1 at a separator or at the end. */
  #indent = 0

  constructor(file: string, text: string) {
    this.#file = file
    this.#text = text
    this.#locate = locateIn(file, text)
  }

  documents(): readonly Document[] | undefined {
    const documents: Document[] = []
    let separators = 0
    this.#seekContent()
    while (this.#at < this.#text.length) {
      if (this.#indent < 0) {
        separators += 1
        this.#passSeparator()
      } else documents.push(this.#document())
      if (this.#indent > 0) this.#giveUp()
    }
    if (this.#odd || separators > MAX_DOCUMENTS || this.#lines > MAX_LINES) return undefined
    if (this.#wide && (this.#text.includes('\t') || hasHiddenCharacter(this.#text)))
      return undefined
    return documents
  }

  #document(): Document {
    const root = this.#places.length
    const at = { file: this.#file, line: this.#lines + 1, column: 1 }
    this.#open(-1)
    const value = this.#map(0, 1)
    this.#close(root)
    return new FastDocument(at, value, root, [this.#places, this.#locate])
  }

  #giveUp(): undefined {
    this.#odd = true
    this.#at = this.#text.length
    this.#indent = -1
    return undefined
  }

  #open(key: number): void {
    this.#places.push(key, this.#at, 0)
  }

  #close(node: number): void {
    this.#places[node + 2] = this.#places.length
  }

  /** Goes to the first character of the next line that is no blank and no comment. */
  #seekContent(): void {
    const text = this.#text
    while (this.#at < text.length) {
      while (text.charCodeAt(this.#at) === SPACE) this.#at += 1
      const code = text.charCodeAt(this.#at)
      if (code === HASH) this.#skipLine()
      else if (code !== LF) break
      this.#nextLine()
    }
    this.#indent = this.#at < text.length ? this.#at - this.#lineStart : -1
    if (this.#indent === 0 && this.#atSeparator()) this.#indent = -1
  }

  #skipLine(): void {
    const text = this.#text
    for (; this.#at < text.length; this.#at += 1) {
      const code = text.charCodeAt(this.#at)
      if (code === LF) return
      if (code < SPACE || code >= DELETE) this.#wide = true
    }
  }

  #nextLine(): void {
    if (this.#at >= this.#text.length) return
    this.#at += 1
    this.#lineStart = this.#at
    this.#lines += 1
  }

  #atSeparator(): boolean {
    const code = this.#text.charCodeAt(this.#at)
    if (code === HYPHEN) return this.#text.startsWith('--', this.#at + 1)
    return code === 0x2e && this.#giveUp() === undefined
  }

  #passSeparator(): void {
    this.#at += 3
    this.#endLine(this.#at)
  }

  /** Passes the rest of a line, which may hold blanks and a comment only, and seeks content. */
  #endLine(end: number): void {
    const text = this.#text
    this.#at = end
    while (text.charCodeAt(this.#at) === SPACE) this.#at += 1
    if (text.charCodeAt(this.#at) === HASH && this.#at > end) this.#skipLine()
    if (this.#at < text.length && text.charCodeAt(this.#at) !== LF) this.#giveUp()
    this.#nextLine()
    this.#seekContent()
  }

  #map(indent: number, depth: number): unknown {
    const map: Record<string, unknown> = {}
    if (depth >= MAX_DEPTH) return this.#giveUp()
    let count = 0
    for (; this.#indent === indent && !this.#odd; count += 1) {
      const start = this.#at
      const key = this.#key()
      if (key === undefined || count === MAX_CHILDREN) return this.#giveUp()
      const node = this.#places.length
      map[key] = this.#entry(start, indent, depth)
      this.#close(node)
    }
    // Fewer than read: a key twice, or `__proto__`.
    return Object.keys(map).length === count ? map : this.#giveUp()
  }

  /** A key and its colon. */
  #key(): string | undefined {
    const text = this.#text
    const start = this.#at
    const quoted = text.charCodeAt(start) === QUOTE
    const end = quoted ? this.#quotedEnd(QUOTE) : this.#plainEnd()
    const key = quoted ? text.slice(start + 1, end - 1) : text.slice(start, end)
    this.#at = end + 1
    const next = text.charCodeAt(end + 1)
    const isKey = end > start && text.charCodeAt(end) === COLON && (next === SPACE || next === LF)
    return isKey && (quoted || typeof plainValue(key) === 'string') && isEveryday(key)
      ? key
      : this.#giveUp()
  }

  /** The value of a key: on its line, or further in on the next ones (a list may stand below). */
  #entry(key: number, indent: number, depth: number): unknown {
    const text = this.#text
    while (text.charCodeAt(this.#at) === SPACE) this.#at += 1
    const code = text.charCodeAt(this.#at)
    if (code !== LF && code !== HASH) {
      this.#open(key)
      return this.#scalar()
    }
    this.#endLine(code === HASH ? this.#at - 1 : this.#at)
    const isList = this.#atItem()
    if (this.#indent < (isList ? indent : indent + 1)) return this.#giveUp()
    this.#open(key)
    return isList ? this.#list(this.#indent, depth + 1) : this.#map(this.#indent, depth + 1)
  }

  #atItem(): boolean {
    return (
      this.#text.charCodeAt(this.#at) === HYPHEN && this.#text.charCodeAt(this.#at + 1) === SPACE
    )
  }

  #list(indent: number, depth: number): unknown {
    const list: unknown[] = []
    if (depth >= MAX_DEPTH) return this.#giveUp()
    while (this.#indent === indent && this.#atItem()) {
      if (list.length === MAX_CHILDREN) return this.#giveUp()
      this.#at += 2
      while (this.#text.charCodeAt(this.#at) === SPACE) this.#at += 1
      const node = this.#places.length
      this.#open(-1)
      list.push(this.#item(depth))
      this.#close(node)
    }
    return list
  }

  #item(depth: number): unknown {
    this.#indent = this.#at - this.#lineStart
    if (this.#atItem()) return this.#giveUp()
    return this.#startsMap() ? this.#map(this.#indent, depth + 1) : this.#scalar()
  }

  #startsMap(): boolean {
    const text = this.#text
    const code = text.charCodeAt(this.#at)
    const end = code === QUOTE ? this.#quotedEnd(QUOTE) : this.#plainEnd()
    return text.charCodeAt(end) === COLON
  }

  /** A scalar that ends on its line. Lines that go on with it fit no open map or list. */
  #scalar(): unknown {
    const text = this.#text
    const start = this.#at
    const code = text.charCodeAt(start)
    let value: unknown
    let end = start + 2
    if (code === QUOTE || code === APOSTROPHE) {
      end = this.#quotedEnd(code)
      value = text.slice(start + 1, end - 1)
    } else if (text.startsWith('{}', start)) value = {}
    else if (text.startsWith('[]', start)) value = []
    else {
      end = this.#plainEnd()
      value = plainValue(text.slice(start, end))
    }
    if (value === undefined || end - start > MAX_SCALAR || end <= start) return this.#giveUp()
    this.#endLine(end)
    return value
  }

  /** The end of a quoted scalar without escapes on one line; -1 for any other. */
  #quotedEnd(quote: number): number {
    const text = this.#text
    const end = text.indexOf(quote === QUOTE ? '"' : "'", this.#at + 1)
    for (let at = this.#at + 1; at < end; at += 1) {
      const code = text.charCodeAt(at)
      if (code === LF || (code === BACKSLASH && quote === QUOTE)) return -1
      if (code < SPACE || code >= DELETE) this.#wide = true
    }
    return end < 0 ? -1 : end + 1
  }

  /** The end of a plain scalar, before `: `, ` #` or the blanks at the end of its line. */
  #plainEnd(): number {
    const text = this.#text
    let end = this.#at
    if (PLAIN[text.charCodeAt(end)] !== 2) return end
    for (let at = end; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === SPACE) continue
      if (code === COLON && !(PLAIN[text.charCodeAt(at + 1)] ?? 0)) break
      if (!PLAIN[code]) break
      end = at + 1
    }
    return end
  }
}

/** A map puts keys that are numbers first, so that places could no longer be counted. */
function isEveryday(key: string): boolean {
  return key.length <= MAX_KEY && (key.charCodeAt(0) > NINE || !/^\d+$/.test(key))
}

function plainTable(): Uint8Array {
  const table = new Uint8Array(65_536)
  for (const char of '-.+=@(),;:~!%&*?|<>$^\'"') table[char.charCodeAt(0)] = 1
  for (const char of 'abcdefghijklmnopqrstuvwxyz_/0123456789') {
    table[char.charCodeAt(0)] = 2
    table[char.toUpperCase().charCodeAt(0)] = 2
  }
  return table
}
