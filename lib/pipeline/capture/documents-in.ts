import { type Document, isCollection, isPair, isScalar, parseAllDocuments } from 'yaml'

/** As claims are read: no merge keys, numbers by the core schema. */
const OPTIONS = {
  version: '1.2',
  schema: 'core',
  merge: false,
  uniqueKeys: false,
  prettyErrors: false,
} as const

/** The documents of a text as they are written. */
export function documentsIn(text: string): readonly Document[] {
  const documents = parseAllDocuments(text, OPTIONS)
  return Array.isArray(documents) ? documents : []
}

/** What each says; undefined where it cannot be read. */
export function valuesIn(text: string): readonly unknown[] {
  return documentsIn(text).map((one) => (one.errors.length > 0 ? undefined : one.toJS()))
}

/** Which of them has its first value on a line, from 1; -1 where none has. */
export function indexAt(text: string, documents: readonly Document[], line: number): number {
  return documents.findIndex(({ contents }) => {
    const [start] = contents?.range ?? []
    return start !== undefined && text.slice(0, start).split('\n').length === line
  })
}

/** Where the last value that is written in a node ends; undefined where that cannot be seen. */
export function endOf(node: unknown): number | undefined {
  if (isScalar(node)) {
    const isOdd = node.source === '' || (node.type ?? '').startsWith('BLOCK')
    return isOdd ? undefined : node.range?.[1]
  }
  if (!isCollection(node)) return undefined
  if (node.flow === true) return node.range?.[1]
  const last: unknown = node.items.at(-1)
  return endOf(isPair(last) ? last.value : last)
}
