import { CST } from 'yaml'
import { printable } from '../../domain/printable.ts'
import { MAX_ALIASES, MAX_DOCUMENTS, MAX_NODES, MAX_SCALAR } from './limits.ts'
import type { Report } from './report.ts'
import { yamlRules } from './yaml-rules.ts'

/** Levels at which reading stops at once; the exact limit is kept on the composed tree. */
const DEEP = 100

/** Looks at one lexeme more; false once the file must not be read further. */
export type Watch = (lexeme: string) => boolean

interface State {
  offset: number
  lineStart: number
  /** A tab among the blanks at the start of this line, until something follows them. */
  tab: number
  /** Only blanks, `-`, `?` and `:` so far in this line. */
  leading: boolean
  blank: boolean
  scalarNext: boolean
  flow: number
  /** Columns at which the open block collections stand. */
  columns: number[]
  nodes: number
  documents: number
  aliases: number
}

/**
 * Sees the lexemes of a file before the parser does: reports what policy refuses (tags, anchors,
 * aliases, directives, tabs) and stops reading where the parser would take too long or too deep.
 */
export function watchLexemes(report: Report): Watch {
  const state: State = {
    offset: 0,
    lineStart: 0,
    tab: -1,
    leading: true,
    blank: true,
    scalarNext: false,
    flow: 0,
    columns: [],
    nodes: 0,
    documents: 0,
    aliases: 0,
  }
  return (lexeme) => {
    if (state.scalarNext) {
      state.scalarNext = false
      return seeScalar(state, lexeme, report)
    }
    const type = CST.tokenType(lexeme)
    // These three are marks of the lexer, without width.
    if (type === 'doc-mode' || type === 'flow-error-end') return true
    if (type === 'scalar') {
      state.scalarNext = true
      return seeStart(state, report)
    }
    const see = SEE[type ?? ''] ?? seeNode
    const goesOn = see(state, lexeme, report)
    state.offset += lexeme.length
    if (type === 'newline') startLine(state)
    return goesOn
  }
}

function startLine(state: State): void {
  state.lineStart = state.offset
  state.tab = -1
  state.leading = true
  state.blank = true
}

function seeScalar(state: State, text: string, report: Report): boolean {
  const end = state.offset + text.length
  if (text.length > MAX_SCALAR)
    report(
      yamlRules.tooLarge,
      state.offset,
      `a scalar has ${text.length} characters, more than ${MAX_SCALAR}`,
    )
  state.offset = end
  if (text.endsWith('\n')) startLine(state)
  return true
}

type See = (state: State, lexeme: string, report: Report) => boolean

/** What to do with each kind of lexeme; the others begin a node. */
const SEE: Readonly<Record<string, See>> = {
  space: seeSpace,
  newline: () => true,
  comment: () => true,
  comma: () => true,
  'byte-order-mark': () => true,
  'directive-line': seeDirective,
  'doc-start': seeDocumentStart,
  'doc-end': seeDocumentEnd,
  'seq-item-ind': seeIndicator,
  'explicit-key-ind': seeIndicator,
  'map-value-ind': seeIndicator,
  'flow-map-start': seeFlowStart,
  'flow-seq-start': seeFlowStart,
  'flow-map-end': seeFlowEnd,
  'flow-seq-end': seeFlowEnd,
  'single-quoted-scalar': seeQuoted,
  'double-quoted-scalar': seeQuoted,
  tag: (state, lexeme, report) => seeProperty(state, lexeme, 'tag', report),
  anchor: (state, lexeme, report) => seeProperty(state, lexeme, 'anchor', report),
  alias: (state, lexeme, report) => seeProperty(state, lexeme, 'alias', report),
}

function seeSpace(state: State, lexeme: string): boolean {
  if (state.blank && state.tab < 0 && lexeme.includes('\t'))
    state.tab = state.offset + lexeme.indexOf('\t')
  return true
}

function seeDirective(state: State, lexeme: string, report: Report): boolean {
  const text = printable(lexeme, 80)
  report(yamlRules.directive, state.offset, `the directive "${text}" is not allowed`)
  return true
}

function seeQuoted(state: State, lexeme: string, report: Report): boolean {
  const goesOn = seeStart(state, report)
  if (lexeme.length > MAX_SCALAR + 2)
    report(
      yamlRules.tooLarge,
      state.offset,
      `a scalar has ${lexeme.length} characters, more than ${MAX_SCALAR}`,
    )
  const lineFeed = lexeme.lastIndexOf('\n')
  if (lineFeed >= 0) state.lineStart = state.offset + lineFeed + 1
  return goesOn
}

function seeDocumentStart(state: State, _: string, report: Report): boolean {
  seeDocumentEnd(state)
  state.documents += 1
  if (state.documents <= MAX_DOCUMENTS) return true
  const message = `the file has more than ${MAX_DOCUMENTS} documents`
  report(yamlRules.tooManyDocuments, state.offset, message)
  return false
}

function seeDocumentEnd(state: State): boolean {
  state.columns = []
  state.flow = 0
  state.leading = true
  return true
}

function seeFlowStart(state: State, _: string, report: Report): boolean {
  state.flow += 1
  return seeStart(state, report)
}

function seeFlowEnd(state: State): boolean {
  state.flow = Math.max(0, state.flow - 1)
  return true
}

function seeNode(state: State, _: string, report: Report): boolean {
  return seeStart(state, report)
}

function seeIndicator(state: State, _: string, report: Report): boolean {
  if (state.flow > 0) return true
  const goesOn = seeStart(state, report)
  state.leading = true
  return goesOn
}

/** A node, or the mark of one, begins here. */
function seeStart(state: State, report: Report): boolean {
  if (state.tab >= 0) {
    report(yamlRules.tabIndent, state.tab, 'a tab indents this line', {
      hint: 'indent by spaces only',
    })
    state.tab = -1
  }
  state.blank = false
  state.nodes += 1
  if (state.nodes > MAX_NODES) {
    report(yamlRules.tooLarge, state.offset, `the file has more than ${MAX_NODES} values`)
    return false
  }
  if (state.flow === 0 && state.leading) openColumn(state)
  state.leading = false
  if (state.flow + state.columns.length <= DEEP) return true
  report(yamlRules.tooDeep, state.offset, `maps and lists are more than ${DEEP} levels deep here`)
  return false
}

function openColumn(state: State): void {
  const column = state.offset - state.lineStart
  while ((state.columns.at(-1) ?? -1) > column) state.columns.pop()
  if ((state.columns.at(-1) ?? -1) < column) state.columns.push(column)
}

function seeProperty(
  state: State,
  lexeme: string,
  type: 'tag' | 'anchor' | 'alias',
  report: Report,
): boolean {
  const goesOn = seeStart(state, report)
  const text = printable(lexeme, 80)
  report(yamlRules[type], state.offset, `the ${type} "${text}" is not allowed`, {
    value: text,
    hint:
      type === 'tag' ? 'write the value without a tag' : 'write the value out where it is needed',
  })
  state.aliases += 1
  if (state.aliases <= MAX_ALIASES || !goesOn) return goesOn
  report(
    yamlRules.tooManyAliases,
    state.offset,
    `the file has more than ${MAX_ALIASES} tags, anchors and aliases`,
  )
  return false
}
