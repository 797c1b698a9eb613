import { MAX_PIECE } from './limits.ts'

/** A piece of a file of objects: a document, or an item of the list that a document is. */
export interface DumpPiece {
  /** An item comes before the document that it is of, which then stands without its items. */
  readonly part: 'document' | 'item'
  /** Undefined where it is longer than an object ever is: then it was passed over. */
  readonly text: string | undefined
  /** How many lines stand before it. */
  readonly lines: number
  /** Of an item: what stands before the items of its document, as a document. */
  readonly head?: string
}

/** A text that grows up to the length of a piece. */
export class Growing {
  #parts: string[] = []
  #length = 0

  add(part: string): void {
    this.#length += part.length
    if (this.#length > MAX_PIECE) this.#parts = []
    else this.#parts.push(part)
  }

  get isEmpty(): boolean {
    return this.#length === 0
  }

  /** Undefined where it grew too long. */
  text(between = ''): string | undefined {
    return this.#length > MAX_PIECE ? undefined : this.#parts.join(between)
  }
}
