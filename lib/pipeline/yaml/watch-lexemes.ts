import { CST } from 'yaml'
import { BACKSLASH, LF, QUOTE } from './codes.ts'
import { newState, type State, startLine, startNode, withinScalar } from './lexeme-state.ts'
import { MAX_LEXEMES } from './limits.ts'
import { lookAt } from './look-at.ts'
import type { Report } from './report.ts'
import { yamlRules } from './yaml-rules.ts'

/** Looks at one lexeme more; false once the file must not be read further. */
export type Watch = (lexeme: string) => boolean

/**
 * Sees the lexemes of a file before the parser does: reports what policy refuses (tags, anchors,
 * aliases, directives, tabs) and stops reading where the parser would take too long or too deep.
 */
export function watchLexemes(report: Report): Watch {
  const state = newState(report)
  let scalarNext = false
  let count = 0
  return (lexeme) => {
    count += costOf(lexeme)
    if (count > MAX_LEXEMES) {
      const message = `the file has more than ${MAX_LEXEMES} words, marks and blanks`
      report(yamlRules.tooLarge, state.offset, message)
      return false
    }
    if (scalarNext) {
      scalarNext = false
      return seeScalar(state, lexeme)
    }
    const type = CST.tokenType(lexeme)
    // These three are marks of the lexer, without width.
    if (type === 'doc-mode' || type === 'flow-error-end') return true
    if (type === 'scalar') {
      scalarNext = true
      return startNode(state)
    }
    const goesOn = lookAt(state, lexeme, type)
    state.offset += lexeme.length
    if (type === 'newline') startLine(state)
    return goesOn
  }
}

/** An escape that is none costs the library an exception, as much as some five lexemes. */
const ESCAPE_COST = 5

/** What a lexeme costs to read: one, and more for the lines of a scalar and the escapes in quotes. */
export function costOf(lexeme: string): number {
  let cost = 1
  if (lexeme.length < 2) return cost
  const isQuoted = lexeme.charCodeAt(0) === QUOTE
  for (let at = 0; at < lexeme.length; at += 1) {
    const code = lexeme.charCodeAt(at)
    if (code === LF) cost += 1
    else if (isQuoted && code === BACKSLASH) cost += ESCAPE_COST
  }
  return cost
}

/** A plain or a block scalar; the latter ends with its line. */
function seeScalar(state: State, text: string): boolean {
  withinScalar(state, text.length)
  state.offset += text.length
  if (text.endsWith('\n')) startLine(state)
  return true
}
