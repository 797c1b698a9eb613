import { isMap, isScalar, isSeq, type Node, type Scalar, type YAMLMap } from 'yaml'
import { printable } from '../../domain/printable.ts'
import { otherReading } from './ambiguous.ts'
import { hiddenCharacter } from './check-characters.ts'
import { MAX_DEPTH, MAX_KEY } from './limits.ts'
import type { Locate } from './lines.ts'
import type { Report } from './report.ts'
import { yamlRules } from './yaml-rules.ts'

/** Where the walk reports to, and how it names the place of a first duplicate. */
export interface Walk {
  readonly report: Report
  readonly locate: Locate
}

/** The plain value of a node. All that is odd is reported; aliases are not followed (null). */
export function toValue(node: Node | null, walk: Walk, depth = 1): unknown {
  if (isScalar(node)) return scalarValue(node, walk)
  if (!isMap(node) && !isSeq(node)) return null
  if (depth > MAX_DEPTH) {
    walk.report(
      yamlRules.tooDeep,
      startOf(node),
      `maps and lists are more than ${MAX_DEPTH} levels deep here`,
    )
    return null
  }
  if (isMap(node)) return mapValue(node, walk, depth)
  return node.items.map((item) => toValue(item as Node | null, walk, depth + 1))
}

/** Where a node begins, without the blanks before it. */
export function startOf(node: Node): number {
  return node.range?.[0] ?? 0
}

function mapValue(map: YAMLMap, walk: Walk, depth: number): unknown {
  const value: Record<string, unknown> = {}
  const seen = new Map<string, number>()
  for (const pair of map.items) {
    const key = pair.key as Node | null
    const entry = toValue(pair.value as Node | null, walk, depth + 1)
    const name = keyName(key, map, walk)
    if (name === undefined || key === null) continue
    const first = seen.get(name)
    if (first !== undefined) reportDuplicate(name, startOf(key), first, walk)
    else seen.set(name, startOf(key))
    define(value, name, entry)
  }
  return value
}

/** The key as a string; undefined, and reported, where it is anything else. */
function keyName(key: Node | null, map: YAMLMap, walk: Walk): string | undefined {
  if (!isScalar(key)) {
    const at = key === null ? startOf(map) : startOf(key)
    walk.report(yamlRules.keyType, at, 'a key is a map, a list or an alias, not a string')
    return undefined
  }
  const name = scalarValue(key, walk)
  if (typeof name !== 'string') {
    const text = printable(key.source ?? '')
    const kind = name === null ? 'null' : `a ${typeof name}`
    walk.report(yamlRules.keyType, startOf(key), `the key "${text}" is ${kind}, not a string`, {
      value: text,
      hint: 'put the key in quotes',
    })
    return undefined
  }
  if (name.length > MAX_KEY)
    walk.report(
      yamlRules.tooLarge,
      startOf(key),
      `a key has ${name.length} characters, more than ${MAX_KEY}`,
    )
  if (name === '<<' && key.type === 'PLAIN')
    walk.report(yamlRules.mergeKey, startOf(key), 'the merge key "<<" is not allowed', {
      hint: 'write the fields out where they are needed',
    })
  return name
}

function scalarValue(scalar: Scalar, walk: Walk): unknown {
  const { value } = scalar
  if (scalar.type === 'PLAIN') reportAmbiguous(scalar, walk)
  if (typeof value !== 'string' || scalar.type !== 'QUOTE_DOUBLE') return value
  const hidden = hiddenCharacter(value)
  if (hidden !== undefined)
    walk.report(
      hidden.rule,
      startOf(scalar),
      `an escape makes the character ${hidden.name} in "${printable(value)}"`,
    )
  return value
}

function reportAmbiguous(scalar: Scalar, walk: Walk): void {
  const source = scalar.source ?? ''
  const other = otherReading(source)
  if (other === undefined) return
  const { value } = scalar
  const ours = typeof value === 'string' ? 'text' : `the ${typeof value} ${String(value)}`
  walk.report(
    yamlRules.ambiguous,
    startOf(scalar),
    `"${printable(source)}" is ${ours} here, but ${other} in YAML 1.1`,
    {
      value: printable(source),
      hint: 'put it in quotes, or write true, false or a decimal number',
      ...(other === 'a date' ? { severity: 'info' } : {}),
    },
  )
}

function reportDuplicate(name: string, offset: number, first: number, walk: Walk): void {
  const text = printable(name)
  walk.report(yamlRules.duplicateKey, offset, `the key "${text}" stands twice in this map`, {
    value: text,
    hint: 'keep one of them',
    related: [{ at: walk.locate(first), message: `the first "${text}"` }],
  })
}

/** Sets an own property, also one called `__proto__`. */
function define(map: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') map[key] = value
  else
    Object.defineProperty(map, key, { value, enumerable: true, writable: true, configurable: true })
}
