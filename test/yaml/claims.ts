import fc from 'fast-check'
import { endings, keys, pieces, scalars, separators } from './words.ts'

/** Claim-like YAML texts of every style a person may write, most of them everyday ones. */
export function claimText(): fc.Arbitrary<string> {
  return fc
    .array(fc.record({ head: separator, body: mapText(3) }), { minLength: 1, maxLength: 3 })
    .map((documents) => documents.map(({ head, body }) => head + body('')).join(''))
}

/** The same with some bytes of it changed. */
export function brokenText(): fc.Arbitrary<string> {
  const edit = fc.record({ at: fc.nat(), cut: fc.nat({ max: 3 }), put: piece })
  return fc
    .tuple(claimText(), fc.array(edit, { minLength: 1, maxLength: 3 }))
    .map(([text, edits]) => edits.reduce(apply, text))
}

type Write = (indent: string) => string

const often = <T>(common: readonly T[], rare: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom(...common) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  )

const separator = often(separators.common, separators.rare)
const key = often(keys.common, keys.rare)
const scalar = often(scalars.common, scalars.rare)
const ending = often(endings.common, endings.rare)
const indentStep = often(['  ', '  ', '    ', ' '], ['', '\t'])
const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 2 }))

/** A claim with each of the words once in each place: as key, value, item, line end, separator. */
export function oneByOne(): readonly string[] {
  const all = [keys, scalars, endings, separators].flatMap(({ common, rare }) => [
    ...common,
    ...rare,
  ])
  return [...new Set([...all, ...pieces])].flatMap((word) => [
    `a: 1\n${word}: 2\nc: 3\n`,
    `${word}: 1\n`,
    `a: ${word}\nb: 2\n`,
    `a:\n  b: ${word}\n  c: 2\n`,
    `a:\n  - ${word}\n  - x\nb: 1\n`,
    `a:\n- x\n- ${word}\n`,
    `a:\n  - ${word}: 1\n    b: 2\n`,
    `a:\n  - b: ${word}\n    c: 2\n`,
    `a: x${word}\nb: y\n`,
    `a:${word}\n  b: y\n`,
    `a: "x"${word}\nb: 'y'${word}\n`,
    `a: {}${word}\n`,
    `${word}a: 1\n`,
    `a: 1\n${word}b: 2\n`,
    `a: 1\n${word}\nb: 2\n`,
    `a: 1\n${word}`,
    `a: ${word}`,
    `a:\n    b: 1\n  ${word}\nc: 1\n`,
    `${word}`,
    `--- ${word}\na: 1\n---${word}\nb: 2\n`,
  ])
}

function apply(text: string, edit: { at: number; cut: number; put: string }): string {
  const at = edit.at % (text.length + 1)
  return text.slice(0, at) + edit.put + text.slice(at + edit.cut)
}

function mapText(depth: number): fc.Arbitrary<Write> {
  const entry = fc.record({ name: key, value: valueText(depth), end: ending })
  const entries = fc.array(entry, { minLength: 1, maxLength: 4 })
  return fc.tuple(entries, often([false], [true])).map(([all, twice]) => (indent) => {
    const kept = twice ? all : [...new Map(all.map((one) => [one.name, one])).values()]
    return kept.map(({ name, value, end }) => `${indent}${name}:${value(indent, end)}\n`).join('')
  })
}

function valueText(depth: number): fc.Arbitrary<(indent: string, end: string) => string> {
  const plain = scalar.map((text) => (_: string, end: string) => ` ${text}${end}`)
  if (depth === 0) return plain
  const map = fc.tuple(indentStep, mapText(depth - 1)).map(([step, body]) => {
    return (indent: string, end: string) => `${end}\n${body(indent + step).replace(/\n$/, '')}`
  })
  const list = fc
    .tuple(
      often(['', '  '], ['    ', ' ']),
      fc.array(itemText(depth - 1), { minLength: 1, maxLength: 3 }),
    )
    .map(([step, items]) => (indent: string, end: string) => {
      return `${end}\n${items.map((item) => item(indent + step)).join('\n')}`
    })
  return fc.oneof(
    { weight: 5, arbitrary: plain },
    { weight: 2, arbitrary: map },
    { weight: 2, arbitrary: list },
  )
}

function itemText(depth: number): fc.Arbitrary<Write> {
  const gap = often([' ', ' ', '   '], ['', '\n', '\t', ' - '])
  const plain = fc.tuple(gap, scalar, ending).map(([blank, text, end]) => (indent: string) => {
    return `${indent}-${blank}${text}${end}`
  })
  const map = mapText(depth).map((body) => (indent: string) => {
    return `${indent}- ${body(`${indent}  `)
      .slice(indent.length + 2)
      .replace(/\n$/, '')}`
  })
  return fc.oneof({ weight: 2, arbitrary: plain }, { weight: 1, arbitrary: map })
}
