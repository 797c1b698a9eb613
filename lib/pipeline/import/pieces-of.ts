import type { DumpPiece } from './dump-piece.ts'
import { jsonPieces } from './json-pieces.ts'
import { yamlPieces } from './yaml-pieces.ts'

/** The pieces of a file of objects, YAML or JSON, that comes in chunks, however they are cut. */
export function* piecesOf(chunks: Iterable<string>): Generator<DumpPiece> {
  const rest = chunks[Symbol.iterator]()
  let start = ''
  let next = rest.next()
  // Two characters tell: a flow map of YAML that is no JSON has no quote after its bracket.
  while (next.done !== true && !/\S\s*\S/.test(start)) {
    start += next.value
    next = rest.next()
  }
  const all = (function* () {
    yield start
    for (; next.done !== true; next = rest.next()) yield next.value
  })()
  yield* /^\s*[{[]\s*(?:["{[\]}]|$)/.test(start) ? jsonPieces(all) : yamlPieces(all)
}
