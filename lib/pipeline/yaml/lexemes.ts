import { printable } from '../../domain/printable.ts'
import { MAX_ALIASES, MAX_DOCUMENTS, MAX_NODES, MAX_SCALAR, MAX_STRAY_BRACKETS } from './limits.ts'
import type { Report } from './report.ts'
import { yamlRules } from './yaml-rules.ts'

/** Levels at which reading stops at once; the exact limit is kept on the composed tree. */
const DEEP = 100

/** How far the lexemes of a file are seen, and what is open there. */
export interface State {
  readonly report: Report
  offset: number
  lineStart: number
  /** Offset of a tab among the blanks at the start of this line, -1 once told or without one. */
  tab: number
  /** Only blanks so far in this line. */
  blank: boolean
  /** Only blanks, `-`, `?` and `:` so far in this line. */
  leading: boolean
  flow: number
  /** Columns at which the open block collections stand. */
  columns: number[]
  nodes: number
  documents: number
  refused: number
  stray: number
}

/** The state at the start of a file. */
export function newState(report: Report): State {
  const counts = { nodes: 0, documents: 0, refused: 0, stray: 0, flow: 0 }
  return {
    report,
    offset: 0,
    lineStart: 0,
    tab: -1,
    blank: true,
    leading: true,
    columns: [],
    ...counts,
  }
}

type See = (state: State, lexeme: string) => boolean

/** What to do with each kind of lexeme; the others begin a node. */
const SEE: Readonly<Record<string, See>> = {
  space: seeSpace,
  newline: () => true,
  comment: () => true,
  comma: countNode,
  'byte-order-mark': () => true,
  'directive-line': (state, lexeme) => refuse(state, lexeme, 'directive'),
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
  tag: (state, lexeme) => startNode(state) && refuse(state, lexeme, 'tag'),
  anchor: (state, lexeme) => startNode(state) && refuse(state, lexeme, 'anchor'),
  alias: (state, lexeme) => startNode(state) && refuse(state, lexeme, 'alias'),
}

/** Takes a lexeme in; false once the file must not be read further. */
export function lookAt(state: State, lexeme: string, type: string | null): boolean {
  return (SEE[type ?? ''] ?? startNode)(state, lexeme)
}

/** The next lexeme is the first of its line. */
export function startLine(state: State): void {
  state.lineStart = state.offset
  state.tab = -1
  state.blank = true
  state.leading = true
}

/** A node, or the mark of one, begins here. */
export function startNode(state: State): boolean {
  if (state.flow === 0 && state.leading) openColumn(state)
  startText(state)
  state.leading = false
  return countNode(state) && notTooDeep(state)
}

/** Reports a scalar of more than 64 KiB. */
export function withinScalar(state: State, length: number): void {
  if (length <= MAX_SCALAR) return
  const message = `a scalar has ${length} characters, more than ${MAX_SCALAR}`
  state.report(yamlRules.tooLarge, state.offset, message)
}

function countNode(state: State): boolean {
  state.nodes += 1
  if (state.nodes <= MAX_NODES) return true
  state.report(yamlRules.tooLarge, state.offset, `the file has more than ${MAX_NODES} values`)
  return false
}

/** Something other than a blank: a tab before it was indentation. */
function startText(state: State): void {
  state.blank = false
  if (state.tab < 0) return
  state.report(yamlRules.tabIndent, state.tab, 'a tab indents this line', {
    hint: 'indent by spaces only',
  })
  state.tab = -1
}

function openColumn(state: State): void {
  const column = state.offset - state.lineStart
  while ((state.columns.at(-1) ?? -1) > column) state.columns.pop()
  if ((state.columns.at(-1) ?? -1) < column) state.columns.push(column)
}

function notTooDeep(state: State): boolean {
  if (state.flow + state.columns.length <= DEEP) return true
  const message = `maps and lists are more than ${DEEP} levels deep here`
  state.report(yamlRules.tooDeep, state.offset, message)
  return false
}

function seeSpace(state: State, lexeme: string): boolean {
  if (state.blank && state.tab < 0 && lexeme.includes('\t'))
    state.tab = state.offset + lexeme.indexOf('\t')
  return true
}

function seeIndicator(state: State): boolean {
  if (state.flow > 0) return true
  if (state.leading) openColumn(state)
  startText(state)
  state.leading = true
  return notTooDeep(state)
}

function seeQuoted(state: State, lexeme: string): boolean {
  const goesOn = startNode(state)
  withinScalar(state, lexeme.length - 2)
  const lineFeed = lexeme.lastIndexOf('\n')
  if (lineFeed >= 0) state.lineStart = state.offset + lineFeed + 1
  return goesOn
}

function seeFlowStart(state: State): boolean {
  const goesOn = startNode(state)
  state.flow += 1
  return goesOn
}

function seeFlowEnd(state: State, lexeme: string): boolean {
  if (state.flow > 0) {
    state.flow -= 1
    return true
  }
  state.stray += 1
  if (state.stray <= MAX_STRAY_BRACKETS) return true
  const message = `not readable as YAML: too many brackets "${lexeme}" without an opening one`
  state.report(yamlRules.syntax, state.offset, message)
  return false
}

function seeDocumentStart(state: State): boolean {
  seeDocumentEnd(state)
  state.documents += 1
  if (state.documents <= MAX_DOCUMENTS) return true
  const message = `the file has more than ${MAX_DOCUMENTS} documents`
  state.report(yamlRules.tooManyDocuments, state.offset, message)
  return false
}

function seeDocumentEnd(state: State): boolean {
  state.columns = []
  state.flow = 0
  state.leading = true
  return true
}

function refuse(
  state: State,
  lexeme: string,
  kind: 'tag' | 'anchor' | 'alias' | 'directive',
): boolean {
  const text = printable(lexeme, 80)
  const hint =
    kind === 'tag' || kind === 'directive'
      ? 'leave it out'
      : 'write the value out where it is needed'
  state.report(yamlRules[kind], state.offset, `the ${kind} "${text}" is not allowed`, {
    value: text,
    hint,
  })
  state.refused += 1
  if (state.refused <= MAX_ALIASES) return true
  const message = `the file has more than ${MAX_ALIASES} tags, anchors, aliases and directives`
  state.report(yamlRules.tooManyAliases, state.offset, message)
  return false
}
