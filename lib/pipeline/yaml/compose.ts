import { Composer, Lexer, type ParsedNode, Parser, type Document as YamlDocument } from 'yaml'
import { printable } from '../../domain/printable.ts'
import { MAX_SYNTAX_ERRORS } from './limits.ts'
import type { Report, Spot } from './report.ts'
import { costOf, watchLexemes } from './watch-lexemes.ts'
import { yamlRules } from './yaml-rules.ts'

/** A document as the library composed it: nodes with ranges, nothing resolved. */
export type Composed = YamlDocument.Parsed<ParsedNode>

/** Keys are compared by our own walk (the library's way is quadratic), tags by `watchLexemes`. */
const OPTIONS = {
  version: '1.2',
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  stringKeys: false,
  keepSourceTokens: false,
} as const

/** The documents of a text, none when it must not be read to its end, and what was seen of it. */
export function compose(
  text: string,
  spots: Spot[],
  report: Report,
): { readonly documents: readonly Composed[]; readonly cost: number } {
  const watch = watchLexemes(report)
  const parser = new Parser()
  const composer = new Composer<ParsedNode>(OPTIONS)
  const documents: Composed[] = []
  let cost = 0

  for (const lexeme of new Lexer().lex(text)) {
    cost += costOf(lexeme)
    if (!watch(lexeme)) return { documents: [], cost }
    for (const token of parser.next(lexeme)) documents.push(...composer.next(token))
  }
  for (const token of parser.end()) documents.push(...composer.next(token))
  documents.push(...composer.end(true, text.length))

  for (const document of documents) reportSyntax(document, { text, spots, report })
  return { documents, cost }
}

/** What was looked at, and what was found in it. */
interface Looked {
  readonly text: string
  readonly spots: readonly Spot[]
  readonly report: Report
}

/** Tags are told already; after a tab, what else the parser says is a consequence of it. */
function reportSyntax(document: Composed, { text, spots, report }: Looked): void {
  const [start, , end] = document.range
  const errors = document.errors.filter((error) => error.code !== 'TAG_RESOLVE_FAILED')
  if (errors.length === 0) return
  const tab = spots.find(({ rule, offset }) => {
    return rule === yamlRules.tabIndent && offset >= start && offset <= end
  })
  if (tab !== undefined) return
  for (const error of errors.slice(0, MAX_SYNTAX_ERRORS)) {
    const isTab = error.code === 'TAB_AS_INDENT'
    const message = isTab
      ? 'a tab indents this line'
      : `not readable as YAML: ${asClause(error.message)}`
    const [at] = error.pos
    const value = lineAt(text, at)
    report(
      isTab ? yamlRules.tabIndent : yamlRules.syntax,
      at,
      message,
      value === '' ? {} : { value },
    )
  }
}

/** The line that an offset is in, without the blanks around it. */
function lineAt(text: string, offset: number): string {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', start)
  return printable(text.slice(start, end < 0 ? text.length : end).trim())
}

function asClause(message: string): string {
  const text = printable(message.trim().replace(/\.$/, ''))
  return text.charAt(0).toLowerCase() + text.slice(1)
}
