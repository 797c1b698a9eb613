import type { Document, Path } from '../../domain/document.ts'
import { parseAddress } from '../../domain/net/address.ts'
import { type Cidr, hosts, parseCidr } from '../../domain/net/cidr.ts'
import { formatRange, parseRange, type Range, rangeOf } from '../../domain/net/range.ts'
import { type RangeSet, rangeSet, sameSet, subtract } from '../../domain/net/range-set.ts'
import { valueAt } from '../../domain/value-at.ts'
import { addPart } from './add-part.ts'
import { editDocument } from './edit-document.ts'
import type { Part } from './new-parts.ts'
import type { Wish } from './wish.ts'

/** Where a wish stands in the document, and the text that fulfils it. A text alone says why there is none. */
export type Fulfilled = { readonly path: Path; readonly text: string } | string

const base: Path = ['spec', 'networking']

/** The text of the declaration with one more wish in it. */
export function fulfil(text: string, document: Document, wish: Wish): Fulfilled {
  const path = pathIn(document.value, wish.path)
  if (path === undefined) return 'main does not declare it any more'
  const value = wish.isSet ? excludesFor(document.value, path, wish) : wish.value
  const before = valueAt(document.value, path)
  if (isSame(before, { ...wish, value }))
    return 'main says the same already, in this or another form'
  const edited = editDocument(text, {
    line: document.at.line,
    path,
    value,
    meaning: wish.meaning,
  })
  return edited === undefined
    ? `${document.file} is written in a form that only a person can edit`
    : { path, text: edited }
}

/** The text of the declaration with one more part in it. */
export function fulfilPart(text: string, document: Document, part: Part): Fulfilled {
  const path = placed(document.value, part.path)
  if (path === undefined) return 'main does not declare it any more'
  const { key, value } = part
  const added = addPart(text, { line: document.at.line, path, key, value })
  return added === undefined
    ? `${document.file} is written in a form that only a person can add to`
    : { path, text: added }
}

/** Entries of lists are named: `providerNetworks/provider/subnets/ext-a`. */
function pathIn(value: unknown, steps: Path): Path | undefined {
  const path = placed(value, steps.slice(0, -1))
  const last = steps.at(-1)
  return path === undefined || last === undefined ? undefined : [...path, last]
}

/** Undefined where one of the steps leads nowhere. */
function placed(value: unknown, steps: Path): Path | undefined {
  const path: (string | number)[] = [...base]
  for (const step of steps) {
    const node = valueAt(value, path)
    const at = Array.isArray(node) ? node.findIndex((one) => valueAt(one, ['name']) === step) : step
    if (at === -1) return undefined
    path.push(at)
  }
  return valueAt(value, path) === undefined ? undefined : path
}

function isSame(before: unknown, { value, meaning, isSet }: Wish): boolean {
  if (typeof value !== 'object') return meaning(String(before)) === meaning(String(value))
  const list = textsOf(before)
  if (isSet) return sameSet(rangesOf(list), rangesOf(value))
  return (
    list.length === value.length && value.every((one, n) => meaning(one) === meaning(list[n] ?? ''))
  )
}

/** What is written and still right, then the rest; the gateway is always among what a Subnet excludes, written or not. */
function excludesFor(document: unknown, path: Path, wish: Wish): readonly string[] {
  const wanted = rangesOf(Array.isArray(wish.value) ? wish.value : [])
  const written = textsOf(valueAt(document, path))
  const kept = written.filter((one) => isWithin(one, wanted))
  const gateway = gatewayOf(valueAt(document, path.slice(0, -1)))
  const said = rangeSet([...rangesOf(kept).ranges, ...gateway])
  const rest = subtract(wanted, said).ranges.map((range) => formatRange(range, '..'))
  const all = [...kept, ...rest]
  return all.length > 0 ? all : gateway.map((range) => formatRange(range, '..'))
}

function gatewayOf(subnet: unknown): readonly Range[] {
  const address = parseAddress(String(valueAt(subnet, ['gateway'])))
  if (address !== undefined) return [rangeOf(address)]
  const cidr: Cidr | undefined = parseCidr(String(valueAt(subnet, ['cidrBlock'])))
  if (cidr === undefined) return []
  return [rangeOf({ family: cidr.family, value: hosts(cidr).first })]
}

function isWithin(text: string, set: RangeSet): boolean {
  const range = parseRange(text, '..')
  return range !== undefined && subtract(rangeSet([range]), set).ranges.length === 0
}

function rangesOf(texts: readonly string[]): RangeSet {
  return rangeSet(texts.flatMap((text) => parseRange(text, '..') ?? []))
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
