import {
  type CelFunc,
  type CelInput,
  type CelList,
  CelScalar,
  celEnv,
  celFunc,
  celList,
  celMethod,
  listType,
  mapType,
} from '@bufbuild/cel'
import { MAX_LIST, MAX_STRING } from '../limits.ts'
import { isSum } from './quantity-functions.ts'
import { HAS } from './rewrite.ts'

const { STRING, BOOL, INT, DOUBLE, DYN } = CelScalar
const LIST = listType(DYN)
const STRINGS = listType(STRING)
const MAP = mapType(DYN, DYN)
const standard = celEnv().funcs

/** Where the engine differs from Kubernetes', or would let an expression grow without bound. */
export const ownFunctions: readonly CelFunc[] = [
  celFunc('_+_', [STRING, STRING], STRING, (a, b) => bounded(a.length + b.length, () => a + b)),
  celFunc('_+_', [LIST, LIST], LIST, (a, b) => {
    if (a.size + b.size > MAX_LIST) throw new Error(`a list of more than ${MAX_LIST} items`)
    const both = itemsOf(a).concat(itemsOf(b))
    const list = celList(both)
    made.set(list, both)
    return list
  }),
  celMethod('join', LIST, [], STRING, function (this: CelList) {
    return join(this, '')
  }),
  celMethod('join', LIST, [STRING], STRING, function (this: CelList, separator) {
    return join(this, separator)
  }),
  // JavaScript orders by UTF-16 units, Go by bytes, which is the order of the characters.
  ...Object.entries({
    '_<_': (order: number) => order < 0,
    '_<=_': (order: number) => order <= 0,
    '_>_': (order: number) => order > 0,
    '_>=_': (order: number) => order >= 0,
  }).map(([name, holds]) =>
    celFunc(name, [STRING, STRING], BOOL, (a, b) => holds(compareCharacters(a, b))),
  ),
  celMethod('charAt', STRING, [INT], STRING, function (this: string, at) {
    return characters(this, at, at)
      .slice(Number(at), Number(at) + 1)
      .join('')
  }),
  celMethod('substring', STRING, [INT], STRING, function (this: string, from) {
    return characters(this, from, from).slice(Number(from)).join('')
  }),
  celMethod('substring', STRING, [INT, INT], STRING, function (this: string, from, to) {
    return characters(this, from, to).slice(Number(from), Number(to)).join('')
  }),
  celMethod('indexOf', STRING, [STRING], INT, function (this: string, part) {
    return charactersBefore(this, this.indexOf(part))
  }),
  celMethod('lastIndexOf', STRING, [STRING], INT, function (this: string, part) {
    return charactersBefore(this, this.lastIndexOf(part))
  }),
  celMethod('split', STRING, [STRING], STRINGS, function (this: string, separator) {
    return split(this, separator, -1)
  }),
  celMethod('split', STRING, [STRING, INT], STRINGS, function (this: string, separator, most) {
    return split(this, separator, Number(most))
  }),
  ...['indexOf', 'lastIndexOf'].map((name) =>
    celMethod(name, STRING, [STRING, INT], INT, () => {
      throw new Error(`${name} from an offset is not looked at here`)
    }),
  ),
  // The engine takes a field that is null for none.
  celFunc(HAS, [MAP, STRING], BOOL, (map, field) => map.get(field) !== undefined),
  celFunc('@in', [STRING, MAP], BOOL, (field, map) => map.get(field) !== undefined),
  ...['_==_', '_!=_'].map((name) =>
    celFunc(name, [DYN, DYN], BOOL, (a, b) => {
      // Kubernetes finds no way to compare them, which for != is a difference.
      if (isSum(b) && name === '_!=_') return true
      if (isSum(b)) throw new Error('no such overload')
      return standard.find(name)?.call(0, undefined, [a, b]) === true
    }),
  ),
  celFunc('int', [STRING], INT, (text) => {
    if (!/^[+-]?\d{1,30}$/.test(text)) throw new Error(`${JSON.stringify(text)} is no integer`)
    const value = BigInt(text.startsWith('+') ? text.slice(1) : text)
    if (BigInt.asIntN(64, value) !== value) throw new Error('integer overflow')
    return value
  }),
  // Go writes and reads floats otherwise.
  celFunc('string', [DOUBLE], STRING, () => {
    throw new Error('a float is not turned into a string here')
  }),
]

/** Items of lists that were put together. The engine would keep the parts, and go through all of them for each item. */
const made = new WeakMap<CelList, readonly CelInput[]>()

function itemsOf(list: CelList): readonly CelInput[] {
  return made.get(list) ?? [...list]
}

/** The characters of a text; throws where one of the ends lies outside. */
function characters(text: string, from: bigint, to: bigint): readonly string[] {
  const all = Array.from(text)
  if (from < 0n || to < from || to > BigInt(all.length)) throw new Error('index out of range')
  return all
}

function charactersBefore(text: string, units: number): bigint {
  return units < 0 ? -1n : BigInt(Array.from(text.slice(0, units)).length)
}

/** As Go's SplitN: what is beyond the last part stays in it. */
function split(text: string, separator: string, most: number): readonly string[] {
  const parts = separator === '' ? Array.from(text) : text.split(separator)
  if (most < 0 || parts.length <= most) return parts
  if (most === 0) return []
  return [...parts.slice(0, most - 1), parts.slice(most - 1).join(separator)]
}

function join(list: CelList, separator: string): string {
  const parts: string[] = []
  let length = 0
  for (const part of list) {
    if (typeof part !== 'string') throw new Error('join wants strings')
    parts.push(part)
    length += part.length + separator.length
    if (length > MAX_STRING) break
  }
  return bounded(length, () => parts.join(separator))
}

function bounded(length: number, make: () => string): string {
  if (length > MAX_STRING) throw new Error(`a string of more than ${MAX_STRING} characters`)
  return make()
}

function compareCharacters(a: string, b: string): number {
  for (let at = 0; at < a.length && at < b.length; ) {
    const [left = 0, right = 0] = [a.codePointAt(at), b.codePointAt(at)]
    if (left !== right) return left - right
    at += left > 0xffff ? 2 : 1
  }
  return a.length - b.length
}
