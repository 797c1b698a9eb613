import * as z from 'zod'
import type { Finding } from '../../domain/finding.ts'
import { type FactKind, kindKey } from '../facts/fact-kinds.ts'
import type { ListOfKind, Lists } from '../facts/lists.ts'
import { holdsNothing } from '../facts/read-facts.ts'
import { readYaml } from '../facts/read-yaml.ts'
import { fastRead } from '../yaml/fast-read.ts'
import { type DumpPart, dumpParts } from './dump-parts.ts'
import { importKeys } from './import-kinds.ts'

/** Objects as kubectl prints them, while file by file is read. */
export class Dump {
  readonly #items = new Map<string, object[]>()
  readonly #findings: Finding[] = []
  #count = 0

  /** Takes the objects out of a file, YAML or JSON; of kinds that no import asks for none is kept. */
  add(file: string, text: string): void {
    const before = this.#count
    const json = parseJson(text)
    if (json !== undefined) for (const one of Array.isArray(json) ? json : [json]) this.#take(one)
    else for (const part of dumpParts(text)) this.#addPart(file, part)
    if (this.#count === before) this.#findings.push(holdsNothing(file))
  }

  /** How many objects were read so far, of whatever kinds. */
  get count(): number {
    return this.#count
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

  #addPart(file: string, { text, lines, item = NO_KIND }: DumpPart): void {
    const short = text.replace(LAST_APPLIED, '').replace(NO_ANNOTATIONS, '')
    const fast = fastRead(file, short)
    if (fast !== undefined) {
      for (const { value } of fast.value) this.#take(named(value, item))
      return
    }
    const { value, findings } = readYaml(file, short)
    for (const { object } of value) this.#take(named(object, item))
    for (const finding of findings) this.#findings.push(movedBy(finding, lines))
  }

  #take(value: unknown, depth = 0): void {
    const list = List.safeParse(value)
    if (list.success && depth < MAX_NESTING) {
      const kind = list.data.kind.slice(0, -'List'.length)
      const { apiVersion = '' } = list.data
      if (kind !== '') this.#listOf(apiVersion, kind)
      for (const item of list.data.items ?? [])
        this.#take(named(item, { apiVersion, kind }), depth + 1)
      return
    }
    const object = Typed.safeParse(value)
    if (!object.success) return
    this.#count += 1
    const { apiVersion, kind } = object.data
    this.#listOf(apiVersion, kind)?.push(value as object)
  }

  /** Undefined for kinds that nobody asks for. */
  #listOf(apiVersion: string, kind: string): object[] | undefined {
    const key = kindKey({ apiVersions: [apiVersion] as FactKind['apiVersions'], kind })
    if (!importKeys.has(key)) return undefined
    const items = this.#items.get(key) ?? []
    this.#items.set(key, items)
    return items
  }
}

/** Lists inside lists; kubectl never nests them. */
const MAX_NESTING = 4
const NO_KIND = { apiVersion: '', kind: '' }
const List = z.object({
  apiVersion: z.string().optional(),
  kind: z.string().endsWith('List'),
  items: z.array(z.unknown()).nullable(),
})
const Typed = z.object({ apiVersion: z.string(), kind: z.string() })

/** kubectl's own copy of what was applied: a text that says nothing new, and what makes YAML slow to read. */
const LAST_APPLIED =
  /^( +)kubectl\.kubernetes\.io\/last-applied-configuration: *[|>][-+\d]*\n(?:\1 +[^\n]*\n?|\n)*/m

/** What is left where that was the only one. */
const NO_ANNOTATIONS = /^( *)annotations: *\n(?!\1 )/m

/** The items of a `ServiceList` may leave their kind out. */
function named(
  item: unknown,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
): unknown {
  const isBare = typeof item === 'object' && item !== null && !('kind' in item)
  return isBare && kind !== '' ? { apiVersion, ...item, kind } : item
}

function parseJson(text: string): unknown {
  if (!/^\s*[{[]/.test(text.slice(0, 1_000))) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON after all: a flow map of YAML begins the same way.
    return undefined
  }
}

function movedBy({ at, ...finding }: Finding, lines: number): Finding {
  return at === undefined ? finding : { ...finding, at: { ...at, line: at.line + lines } }
}
