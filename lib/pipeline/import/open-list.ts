import { type ItemKind, importKey, isNameless, named, Typed } from './dump-shapes.ts'
import { MAX_PIECE } from './limits.ts'

/** A list whose end has not come yet: what was cut off is not taken. */
export class OpenList {
  /** Items of kinds that an import asks for, and those that do not say their kind before the list does. */
  readonly held: unknown[] = []
  /** How many objects of other kinds there were. */
  others = 0
  /** Absent where the list has not said its kind. */
  readonly #item: ItemKind | undefined
  /** Characters of what does not say its kind. */
  #bare = 0

  constructor(item: ItemKind | undefined) {
    this.#item = item
  }

  /** Takes an item that was so many characters. */
  hold(value: unknown, length: number): void {
    if (this.#item === undefined && isNameless(value)) {
      this.#bare += length
      if (!this.isTooBare) this.held.push(value)
      return
    }
    const one = this.#item === undefined ? value : named(value, this.#item)
    const { data } = Typed.safeParse(one)
    if (data === undefined) return
    if (data.kind.endsWith('List') || importKey(data) !== undefined) this.held.push(one)
    else this.others += 1
  }

  /** Its items would have to say what they are: more than fits does not. */
  get isTooBare(): boolean {
    return this.#bare > MAX_PIECE
  }
}
