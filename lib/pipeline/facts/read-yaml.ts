import {
  type Document,
  isAlias,
  isCollection,
  isScalar,
  LineCounter,
  parseAllDocuments,
  Schema,
  visit,
} from 'yaml'
import type { Checked, Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { breach } from '../../domain/rules/rule.ts'
import { factsMalformed, factsUnreadable } from './facts-rules.ts'
import type { Observed } from './observed.ts'

/** One schema for all documents: each would make its own, which takes as long as to read it. */
const OPTIONS = {
  schema: new Schema({ schema: 'core', resolveKnownTags: true }),
  // Keys are compared by our own walk: the library's way is quadratic.
  uniqueKeys: false,
  prettyErrors: false,
  // It would write its warnings to stderr.
  logLevel: 'error',
} as const

/** The documents of one file of facts. One that cannot be read is a warning, and is left out. */
export function readYaml(file: string, text: string): Checked<readonly Observed[]> {
  const value: Observed[] = []
  const findings: Finding[] = []
  const lineCounter = new LineCounter()
  const placeOf = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const unreadable = (offset: number, why: string) => {
    const message = `the document cannot be read: ${printable(why)}`
    findings.push(breach(factsUnreadable, message, { at: placeOf(offset) }))
  }
  try {
    for (const document of parseAllDocuments(text, { ...OPTIONS, lineCounter })) {
      const { odd, doubled } = lookAtKeys(document)
      const [error] = document.errors
      if (error !== undefined) unreadable(error.pos[0], error.message)
      else if (doubled !== undefined) unreadable(doubled, 'one map has the same key twice')
      else {
        if (odd !== undefined) findings.push(oddKey(placeOf(odd)))
        const object: unknown = document.toJS()
        const offset = document.contents?.range[0] ?? 0
        if (object !== null && object !== undefined) value.push({ object, at: placeOf(offset) })
      }
    }
  } catch (error) {
    // Nesting beyond the stack, or aliases that would swell: yaml throws where it has no error to give.
    unreadable(0, error instanceof Error ? error.message : String(error))
  }
  return { value, findings }
}

function oddKey(at: Finding['at'] & object): Finding {
  return breach(factsMalformed, 'a key that is a list or a map is read as its text', { at })
}

/** Where the first key that is a list or a map stands, and the first that its map has already. */
function lookAtKeys(document: Document): { readonly odd?: number; readonly doubled?: number } {
  let odd: number | undefined
  let doubled: number | undefined
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        const node = isAlias(key) ? key.resolve(document) : key
        if (isCollection(node)) odd ??= offsetOf(key)
        if (!isScalar(node)) continue
        if (seen.has(node.value)) doubled ??= offsetOf(key)
        seen.add(node.value)
      }
    },
  })
  return {
    ...(odd === undefined ? {} : { odd }),
    ...(doubled === undefined ? {} : { doubled }),
  }
}

function offsetOf(key: unknown): number {
  return (isScalar(key) || isCollection(key) || isAlias(key) ? key.range?.[0] : undefined) ?? 0
}
