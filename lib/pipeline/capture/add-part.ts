import { isCollection, isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml'
import type { Path } from '../../domain/document.ts'
import { emit, type Json } from '../../domain/emit.ts'
import { same } from '../../domain/same.ts'
import { valueAt } from '../../domain/value-at.ts'
import { documentsIn, endOf, indexAt, valuesIn } from './documents-in.ts'
import { lineEnd } from './edit-text.ts'

/** What is to stand in a document as the last of a list, or of a map under a key. */
export interface Addition {
  /** The line, from 1, where the document's first value begins. */
  readonly line: number
  /** Of the list or the map, which is there already and not empty. */
  readonly path: Path
  /** Absent: it goes into a list. */
  readonly key?: string | undefined
  readonly value: Json
}

/**
 * The text with that part in it, all else as it was written. Undefined where it is written in a form that cannot be added
 * to line by line: what comes out is read again, and holds nothing but the part.
 */
export function addPart(text: string, addition: Addition): string | undefined {
  const documents = documentsIn(text)
  const index = indexAt(text, documents, addition.line)
  const document = documents[index]
  if (document === undefined || document.errors.length > 0) return undefined
  const node = document.getIn(addition.path, true)
  const added = isCollection(node) ? withLines(text, node, addition) : undefined
  if (added === undefined) return undefined
  const wanted = valuesIn(text).map((value, n) => (n === index ? withPart(value, addition) : value))
  return same(valuesIn(added), wanted) ? added : undefined
}

type Collection = YAMLMap | YAMLSeq

function withLines(text: string, node: Collection, { key, value }: Addition): string | undefined {
  const end = node.flow === true ? undefined : endOf(node)
  const at = end === undefined ? undefined : lineEnd(text, end)
  const indent = key === undefined ? dashIndent(text, node) : keyIndent(text, node)
  if (at === undefined || indent === undefined) return undefined
  const lines = emit(key === undefined ? [value] : { [key]: value })
    .trimEnd()
    .split('\n')
  const before = text.slice(0, at).replace(/\r$/, '')
  const eol = before.length < at ? '\r\n' : '\n'
  return before + lines.map((line) => eol + indent + line).join('') + text.slice(before.length)
}

/** What stands before the dash of a list's entries. */
function dashIndent(text: string, node: Collection): string | undefined {
  if (!isSeq(node)) return undefined
  const [first] = node.items
  const start = (first as { readonly range?: readonly number[] } | undefined)?.range?.[0]
  if (start === undefined) return undefined
  return /^(?<indent> *)- +$/.exec(lineBefore(text, start))?.groups?.['indent']
}

/** The blanks up to the column of a map's keys. */
function keyIndent(text: string, node: Collection): string | undefined {
  if (!isMap(node)) return undefined
  const key = node.items[0]?.key
  const start = isScalar(key) ? key.range?.[0] : undefined
  return start === undefined ? undefined : ' '.repeat(lineBefore(text, start).length)
}

function lineBefore(text: string, offset: number): string {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
}

function withPart(value: unknown, { path, key, value: part }: Addition): unknown {
  const whole = structuredClone(value)
  const node = valueAt(whole, path)
  if (Array.isArray(node)) node.push(part)
  else if (key !== undefined) (node as Record<string, unknown>)[key] = part
  return whole
}
