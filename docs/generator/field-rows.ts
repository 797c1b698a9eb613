import * as z from 'zod'
import type { FieldNote } from '../../lib/domain/claims/field.ts'
import { code, plainText } from './markdown.ts'

/** What JSON Schema says of a field, and what our notes add. */
interface Node extends Partial<FieldNote> {
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
}

/** The heads of the table that `fieldRows` fills. */
export const fieldHeads = [
  'field',
  'what it is',
  'left out',
  'how it is written',
  'example',
] as const

/** A row for each field of a schema that has a note, parents before children, in the schema's order. */
export function fieldRows(schema: z.ZodType): readonly (readonly string[])[] {
  return rowsOf(toNode(schema), '')
}

/** The first example of a field by its path, `spec`; undefined where it has none. */
export function exampleOf(schema: z.ZodType, field: string): unknown {
  return toNode(schema).properties?.[field]?.examples?.[0]
}

function toNode(schema: z.ZodType): Node {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  }) as unknown as Node
}

function rowsOf(node: Node, path: string): readonly (readonly string[])[] {
  const { properties = {}, required = [] } = node
  return Object.entries(properties).flatMap(([name, field]) => {
    const here = path === '' ? name : `${path}.${name}`
    const row = field.description === undefined ? [] : [rowOf(here, field, required.includes(name))]
    return [...row, ...rowsOf(field, here), ...rowsOf(field.items ?? {}, `${here}[]`)]
  })
}

function rowOf(path: string, field: Node, isRequired: boolean): readonly string[] {
  const { description = '', unit = '', examples } = field
  const limits = [
    field.minimum === undefined || Number(field.maximum) === Number.MAX_SAFE_INTEGER
      ? ''
      : `${field.minimum} to ${field.maximum}`,
    field.maxItems === undefined ? '' : `at most ${field.maxItems}`,
  ].filter((limit) => limit !== '' && !unit.includes(limit))
  return [
    code(path),
    plainText(description),
    isRequired ? '**required**' : defaultText(field),
    plainText([unit, ...limits].join(', ')),
    examples === undefined ? '' : code(oneLine(examples[0])),
  ]
}

function defaultText(field: Node): string {
  return field.default === undefined ? '' : code(oneLine(field.default))
}

/** A value as YAML's one-line form, which JSON is. */
function oneLine(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value, null, 1)
    .replace(/\n */g, ' ')
    .replace(/([[{]) | ([\]}])/g, '$1$2')
}
