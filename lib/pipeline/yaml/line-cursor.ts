import { hasHiddenCharacter } from './check-characters.ts'
import { BACKSLASH, COLON, DELETE, DOT, HASH, HYPHEN, LF, QUOTE, SPACE } from './codes.ts'

/** What may begin a plain scalar (2) and what may only go on with it (1), by code unit. */
const PLAIN = plainTable()

/** A position in a text of lines, for the fast reader. `odd` ends the pass at the end of the text. */
export class LineCursor {
  readonly text: string
  at = 0
  /** Line feeds passed. */
  lines = 0
  /** Column of the next content; -1 at a separator or at the end. */
  indent = 0
  odd = false
  #lineStart = 0
  /** Something but printable ASCII stands in a comment or in quotes. */
  #wide = false

  constructor(text: string) {
    this.text = text
    this.#seekContent()
  }

  /** Whether something was passed that must not stand in a file, or is nothing for the fast reader. */
  isOdd(): boolean {
    if (this.odd || !this.#wide) return this.odd
    return this.text.includes('\t') || hasHiddenCharacter(this.text)
  }

  /** The text is nothing for the fast reader: ends the pass. */
  giveUp(): undefined {
    this.odd = true
    this.at = this.text.length
    this.indent = -1
    return undefined
  }

  /** Goes to the first character of the next line that is no blank and no comment. */
  #seekContent(): void {
    const text = this.text
    while (this.at < text.length) {
      this.passBlanks()
      const code = text.charCodeAt(this.at)
      if (code === HASH) this.#skipLine()
      else if (code !== LF) break
      this.#nextLine()
    }
    this.indent = this.at < text.length ? this.at - this.#lineStart : -1
    if (this.indent === 0 && this.#atSeparator()) this.indent = -1
  }

  #skipLine(): void {
    const text = this.text
    for (; this.at < text.length; this.at += 1) {
      const code = text.charCodeAt(this.at)
      if (code === LF) return
      if (code < SPACE || code >= DELETE) this.#wide = true
    }
  }

  #nextLine(): void {
    if (this.at >= this.text.length) return
    this.at += 1
    this.#lineStart = this.at
    this.lines += 1
  }

  #atSeparator(): boolean {
    const code = this.text.charCodeAt(this.at)
    if (code === HYPHEN) return this.text.startsWith('--', this.at + 1)
    return code === DOT && this.giveUp() === undefined
  }

  /** Passes the rest of a line, which may hold blanks and a comment only, and seeks content. */
  endLine(end: number): void {
    const text = this.text
    this.at = end
    this.passBlanks()
    if (text.charCodeAt(this.at) === HASH && this.at > end) this.#skipLine()
    if (this.at < text.length && text.charCodeAt(this.at) !== LF) this.giveUp()
    this.#nextLine()
    this.#seekContent()
  }

  /** Passes the mark of an item; what follows it stands at the new indent. */
  passMark(): void {
    this.at += 2
    this.passBlanks()
    this.indent = this.at - this.#lineStart
  }

  /** Goes to the next character that is no space. */
  passBlanks(): void {
    while (this.text.charCodeAt(this.at) === SPACE) this.at += 1
  }

  /** At the mark of a list's item. */
  atItem(): boolean {
    return this.text.charCodeAt(this.at) === HYPHEN && this.text.charCodeAt(this.at + 1) === SPACE
  }

  /** The end of a quoted scalar on one line, without escapes but of quotes and backslashes; -1 for any other. */
  quotedEnd(quote: number): number {
    const text = this.text
    for (let at = this.at + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === quote) return at + 1
      if (code === LF) return -1
      if (code < SPACE || code >= DELETE) this.#wide = true
      if (code !== BACKSLASH || quote !== QUOTE) continue
      at += 1
      const escaped = text.charCodeAt(at)
      if (escaped !== QUOTE && escaped !== BACKSLASH) return -1
    }
    return -1
  }

  /** What stands between the quotes of a scalar that ends there. */
  quoted(end: number): string {
    const text = this.text.slice(this.at + 1, end - 1)
    const isEscaped = this.text.charCodeAt(this.at) === QUOTE && text.includes('\\')
    return isEscaped ? text.replaceAll(/\\(["\\])/g, '$1') : text
  }

  /** The end of a plain scalar, before `: `, ` #` or the blanks at the end of its line. */
  plainEnd(): number {
    const text = this.text
    let end = this.at
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

function plainTable(): Uint8Array {
  const table = new Uint8Array(65_536)
  for (const char of '-.+=@(),;:~!%&*?|<>$^\'"') table[char.charCodeAt(0)] = 1
  for (const char of 'abcdefghijklmnopqrstuvwxyz_/0123456789') {
    table[char.charCodeAt(0)] = 2
    table[char.toUpperCase().charCodeAt(0)] = 2
  }
  return table
}
