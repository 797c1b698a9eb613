import type { Finding } from '../../domain/finding.ts'
import { breach } from '../../domain/rules/rule.ts'
import { factsUnreadable } from '../facts/facts-rules.ts'
import type { ListOfKind, Lists } from '../facts/lists.ts'
import { holdsNothing } from '../facts/read-facts.ts'
import type { DumpPiece } from './dump-piece.ts'
import { importKey, itemsIn, List, named, Typed } from './dump-shapes.ts'
import { MAX_PIECE } from './limits.ts'
import { OpenList } from './open-list.ts'
import { piecesOf } from './pieces-of.ts'
import { valuesIn } from './values-in.ts'

/** Objects as kubectl prints them, while file by file is read. */
export class Dump {
  readonly #items = new Map<string, object[]>()
  readonly #findings: Finding[] = []
  #count = 0
  #open: OpenList | undefined

  /** Takes the objects out of a file, YAML or JSON; of kinds that no import asks for none is kept. */
  add(file: string, chunks: Iterable<string>): void {
    const before = this.#count
    this.#open = undefined
    for (const piece of piecesOf(chunks)) {
      const values = this.#valuesOf(file, piece)
      if (piece.part === 'item') this.#hold(values, piece)
      else this.#settle(file, values, piece.lines)
    }
    if (this.#count === before) this.#findings.push(holdsNothing(file))
  }

  /** How many objects were read so far, of whatever kinds. */
  get count(): number {
    return this.#count + (this.#open?.others ?? 0) + (this.#open?.held.length ?? 0)
  }

  /** Of the kinds that were seen; what was not printed is not there. */
  get lists(): Lists {
    const lists = [...this.#items].map(([key, items]): [string, ListOfKind] => {
      return [key, { outcome: 'whole', items }]
    })
    return new Map(lists)
  }

  /** What could not be read. */
  get findings(): readonly Finding[] {
    return this.#findings
  }

  #valuesOf(file: string, { text, lines }: DumpPiece): readonly unknown[] {
    if (text === undefined) {
      this.#tell(file, lines, `an object of more than ${MAX_PIECE} characters is not read`)
      return []
    }
    const { value, findings } = valuesIn(file, text)
    for (const finding of findings) this.#findings.push(movedBy(finding, lines))
    return value
  }

  #hold(values: readonly unknown[], { head = '', text = '' }: DumpPiece): void {
    this.#open ??= new OpenList(itemsIn(valuesIn('', head).value[0]))
    for (const value of values) this.#open.hold(value, text.length)
  }

  /** Takes a document, and with it what was held of its items. */
  #settle(file: string, values: readonly unknown[], lines: number): void {
    const open = this.#open
    this.#open = undefined
    for (const value of values) {
      const item = itemsIn(value)
      if (item === undefined && !Typed.safeParse(value).success)
        this.#tell(file, lines, open === undefined ? UNKNOWN : CUT_OFF)
      for (const one of Array.isArray(value) ? value : [value]) this.#take(one)
      if (item === undefined || open === undefined) continue
      this.#count += open.others
      for (const one of open.held) this.#take(named(one, item), 1)
      if (open.isTooBare) this.#tell(file, lines, LATE)
    }
  }

  #take(value: unknown, depth = 0): void {
    const list = List.safeParse(value).data
    const item = list && itemsIn(list)
    if (item !== undefined && depth < MAX_NESTING) {
      if (item.kind !== '') this.#listOf(item)
      for (const one of list?.items ?? []) this.#take(named(one, item), depth + 1)
      return
    }
    const object = Typed.safeParse(value)
    if (!object.success) return
    this.#count += 1
    this.#listOf(object.data)?.push(value as object)
  }

  /** Undefined for kinds that nobody asks for. */
  #listOf(kind: Parameters<typeof importKey>[0]): object[] | undefined {
    const key = importKey(kind)
    if (key === undefined) return undefined
    const items = this.#items.get(key) ?? []
    this.#items.set(key, items)
    return items
  }

  #tell(file: string, lines: number, message: string): void {
    const at = { file, line: lines + 1, column: 1 }
    this.#findings.push(breach(factsUnreadable, message, { at }))
  }
}

const UNKNOWN = 'a document is no object and no list'
const CUT_OFF = 'a list without its kind is not read: it may have been cut off'
const LATE = 'the kind of a long list stands after its items: put it before them'
/** Lists inside lists; kubectl never nests them. */
const MAX_NESTING = 4

function movedBy({ at, ...finding }: Finding, lines: number): Finding {
  return at === undefined ? finding : { ...finding, at: { ...at, line: at.line + lines } }
}
