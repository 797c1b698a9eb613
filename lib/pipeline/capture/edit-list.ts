import { isScalar, type Scalar, type YAMLSeq } from 'yaml'
import { lineEnd, quotedLike } from './edit-text.ts'

interface List {
  readonly text: string
  /** A list of scalars. */
  readonly node: YAMLSeq
  readonly wanted: readonly string[]
  readonly meaning: (entry: string) => string
}

/** The text with other entries in a list of the form `[a, b]`; what stays is as it was written. */
export function flowList({ text, node, wanted, meaning }: List): string | undefined {
  const [start, end] = node.range ?? []
  if (start === undefined || end === undefined) return undefined
  if (text.slice(start, end).includes('#')) return undefined
  const items = scalarsOf(node)
  const written = new Map(items.map((one) => [meaning(String(one.value)), sourceOf(text, one)]))
  const [first, second] = items
  const between = first?.range && second?.range ? text.slice(first.range[1], second.range[0]) : ', '
  const entries = wanted.map((one) => written.get(meaning(one)) ?? quotedLike(one, first?.type))
  return `${text.slice(0, start)}[${entries.join(between)}]${text.slice(end)}`
}

/** The same of one with an entry on each line: each takes the comments with it that stand above it and behind it. */
export function blockList({ text, node, wanted, meaning }: List): string | undefined {
  const items = scalarsOf(node)
  const [first] = items
  if (first?.range === undefined || first.range === null || wanted.length === 0) return undefined
  const begin = text.lastIndexOf('\n', first.range[0] - 1) + 1
  const chunks = new Map<string, string>()
  let at = begin
  for (const item of items) {
    const [start, end] = item.range ?? [0, 0]
    const line = lineEnd(text, end)
    if (line === undefined || isText(item) || !isEntry(text, start)) return undefined
    chunks.set(meaning(String(item.value)), text.slice(at, line))
    at = line + 1
  }
  const prefix = text.slice(begin, first.range[0])
  const eol = text[at - 2] === '\r' ? '\r' : ''
  const lines = wanted.map(
    (one) => chunks.get(meaning(one)) ?? `${prefix}${quotedLike(one, first.type)}${eol}`,
  )
  return text.slice(0, begin) + lines.join('\n') + text.slice(at - 1)
}

/** Is it written over several lines? */
function isText({ type }: Scalar): boolean {
  return type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED'
}

/** Does nothing but the dash stand before it on its line? */
function isEntry(text: string, start: number): boolean {
  return /^ *- +$/.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start))
}

function scalarsOf(node: YAMLSeq): readonly Scalar[] {
  return node.items.filter(isScalar)
}

function sourceOf(text: string, { range }: Scalar): string {
  return range ? text.slice(range[0], range[1]) : ''
}
