import { type Document, isMap, isScalar, isSeq, type YAMLMap } from 'yaml'
import type { Path } from '../../domain/document.ts'
import { same } from '../../domain/same.ts'
import { documentsIn, endOf, indexAt, valuesIn } from './documents-in.ts'
import { blockList, flowList } from './edit-list.ts'
import { lineEnd, quotedLike } from './edit-text.ts'
import { meant, withValue } from './edit-value.ts'

/** One value of a document that is to be another, all else as it was written. */
export interface Edit {
  /** The line, from 1, where the document's first value begins. */
  readonly line: number
  /** Where the value stands, or is to: then its map is there already. */
  readonly path: Path
  readonly value: string | number | readonly string[]
  /** What two entries of a list have in common that say the same. */
  readonly meaning: (entry: string) => string
}

/**
 * The text with that value in it, its comments and layout kept. Undefined where it is written in a form that cannot be edited
 * piece by piece: what comes out is read again, and holds nothing but the change.
 */
export function editDocument(text: string, edit: Edit): string | undefined {
  const documents = documentsIn(text)
  const index = indexAt(text, documents, edit.line)
  const document = documents[index]
  if (document === undefined || document.errors.length > 0) return undefined
  const edited = spliced(text, document, edit)
  if (edited === undefined) return undefined
  const wanted = valuesIn(text).map((value, n) => (n === index ? withValue(value, edit) : value))
  return same(meant(valuesIn(edited), index, edit), meant(wanted, index, edit)) ? edited : undefined
}

function spliced(text: string, document: Document, edit: Edit): string | undefined {
  const { path, value, meaning } = edit
  const node = document.getIn(path, true)
  if (node === undefined) return added(text, document, edit)
  if (typeof value === 'object') {
    if (!isSeq(node) || !node.items.every(isScalar)) return undefined
    const list = { text, node, wanted: value, meaning }
    return node.flow === true ? flowList(list) : blockList(list)
  }
  if (!isScalar(node) || !node.range) return undefined
  const [start, end] = node.range
  return text.slice(0, start) + quotedLike(value, node.type) + text.slice(end)
}

/** A key that was not there, as the last of its map. */
function added(text: string, document: Document, { path, value }: Edit): string | undefined {
  const map = document.getIn(path.slice(0, -1), true)
  const key = String(path.at(-1))
  if (!isMap(map) || map.items.length === 0) return undefined
  if (map.flow !== true) return addedBelow(text, map, { key, value })
  const end = endOf(map.items.at(-1)?.value)
  if (end === undefined) return undefined
  const list =
    typeof value === 'object' ? value.map((one) => quotedLike(one)).join(', ') : undefined
  const said = list === undefined ? quotedLike(value as string | number) : `[${list}]`
  return `${text.slice(0, end)}, ${key}: ${said}${text.slice(end)}`
}

/** On lines of its own. */
function addedBelow(
  text: string,
  map: YAMLMap,
  { key, value }: Pick<Edit, 'value'> & { readonly key: string },
): string | undefined {
  const end = endOf(map)
  const at = end === undefined ? undefined : lineEnd(text, end)
  const column = columnOf(text, map)
  if (at === undefined || column === undefined) return undefined
  const indent = ' '.repeat(column)
  const lines =
    typeof value === 'object'
      ? [`${indent}${key}:`, ...value.map((one) => `${indent}  - ${quotedLike(one)}`)]
      : [`${indent}${key}: ${quotedLike(value)}`]
  const before = text.slice(0, at).replace(/\r$/, '')
  const eol = before.length < at ? '\r\n' : '\n'
  return before + lines.map((line) => eol + line).join('') + text.slice(before.length)
}

function columnOf(text: string, { items }: YAMLMap): number | undefined {
  const key = items[0]?.key
  const start = isScalar(key) ? key.range?.[0] : undefined
  return start === undefined ? undefined : start - (text.lastIndexOf('\n', start - 1) + 1)
}
