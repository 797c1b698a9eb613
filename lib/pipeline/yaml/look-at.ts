import { printable } from '../../domain/printable.ts'
import {
  countNode,
  notTooDeep,
  openColumn,
  type State,
  startDocument,
  startNode,
  startText,
  withinScalar,
} from './lexeme-state.ts'
import { MAX_ALIASES, MAX_STRAY_BRACKETS } from './limits.ts'
import { yamlRules } from './yaml-rules.ts'

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
  return startDocument(state)
}

function seeDocumentEnd(state: State): boolean {
  state.columns = []
  state.flow = 0
  state.leading = true
  state.inDocument = false
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
