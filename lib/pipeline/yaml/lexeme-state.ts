import { MAX_DOCUMENTS, MAX_NODES, MAX_SCALAR } from './limits.ts'
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
  /** Begun so far, empty ones included. */
  documents: number
  /** Since a separator, or since text that stands without one. */
  inDocument: boolean
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
    inDocument: false,
    ...counts,
  }
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
  return (state.inDocument || startDocument(state)) && countNode(state) && notTooDeep(state)
}

/** A document begins here, by a separator or without; false beyond 1,000. */
export function startDocument(state: State): boolean {
  state.inDocument = true
  state.documents += 1
  if (state.documents <= MAX_DOCUMENTS) return true
  const message = `the file has more than ${MAX_DOCUMENTS} documents`
  state.report(yamlRules.tooManyDocuments, state.offset, message)
  return false
}

/** Reports a scalar of more than 64 KiB. */
export function withinScalar(state: State, length: number): void {
  if (length <= MAX_SCALAR) return
  const message = `a scalar has ${length} characters, more than ${MAX_SCALAR}`
  state.report(yamlRules.tooLarge, state.offset, message)
}

/** Counts a node; false beyond 100,000. */
export function countNode(state: State): boolean {
  state.nodes += 1
  if (state.nodes <= MAX_NODES) return true
  state.report(yamlRules.tooLarge, state.offset, `the file has more than ${MAX_NODES} values`)
  return false
}

/** Something other than a blank: a tab before it was indentation. */
export function startText(state: State): void {
  state.blank = false
  if (state.tab < 0) return
  state.report(yamlRules.tabIndent, state.tab, 'a tab indents this line', {
    hint: 'indent by spaces only',
  })
  state.tab = -1
}

/** A block collection may stand at this column. */
export function openColumn(state: State): void {
  const column = state.offset - state.lineStart
  while ((state.columns.at(-1) ?? -1) > column) state.columns.pop()
  if ((state.columns.at(-1) ?? -1) < column) state.columns.push(column)
}

/** False, and reported, where nothing sane is as deep. */
export function notTooDeep(state: State): boolean {
  if (state.flow + state.columns.length <= DEEP) return true
  const message = `maps and lists are more than ${DEEP} levels deep here`
  state.report(yamlRules.tooDeep, state.offset, message)
  return false
}
