import * as z from 'zod'
import type { Syntax } from '../claims/field.ts'
import type { Json } from '../emit.ts'
import { syntaxes } from './syntaxes.ts'

/** A rule in CEL that the API server keeps, and what it answers where the rule is broken. */
export interface Validation {
  readonly rule: string
  readonly message: string
}

/** A node of a structural schema of `apiextensions.k8s.io/v1`: the fields that we use. */
export interface Structural {
  readonly type?: string
  readonly description?: string
  readonly default?: Json
  readonly properties?: Readonly<Record<string, Structural>>
  readonly additionalProperties?: Structural
  readonly items?: Structural
  readonly required?: readonly string[]
  readonly enum?: readonly Json[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'map' | 'set'
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
  readonly 'x-kubernetes-preserve-unknown-fields'?: true
  readonly 'x-kubernetes-validations'?: readonly Validation[]
}

/** JSON Schema as zod writes it, with our notes. */
interface Node extends Omit<Structural, 'properties' | 'items' | 'additionalProperties'> {
  readonly syntax?: Syntax
  readonly const?: Json
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly additionalProperties?: Node | false
}

/** What else is asked of a schema in CEL. */
export interface Asked {
  /** Rules by the path of what they look at, `spec` or `spec.matchExpressions[]`. */
  readonly rules: Readonly<Record<string, readonly Validation[]>>
  /** Whether the syntax of texts is asked in CEL, too: too dear in lists within lists. */
  readonly exact: boolean
}

/** The structural schema that takes what `schema` takes, found at `path` of its kind. */
export function structural(schema: z.ZodType, path: string, asked: Asked): Structural {
  const json: unknown = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  })
  return toStructural(json as Node, path, asked)
}

/** Keywords that mean the same in both. Others, of editors or ours, are left behind. */
const KEPT = [
  'type',
  'description',
  'default',
  'required',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
] as const

function toStructural(node: Node, path: string, asked: Asked): Structural {
  const { properties, items, additionalProperties: values } = node
  const kept = Object.fromEntries(
    KEPT.flatMap((keyword) => (node[keyword] === undefined ? [] : [[keyword, node[keyword]]])),
  ) as Structural
  const rules = [...rulesOfSyntax(node, asked), ...(asked.rules[path] ?? [])]
  const below = (inner: Node, step: string) => toStructural(inner, path + step, asked)
  return {
    ...kept,
    ...(node.const === undefined ? {} : { enum: [node.const] }),
    ...shapeOfSyntax(node),
    ...(kept.type === undefined ? { 'x-kubernetes-preserve-unknown-fields': true } : {}),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, below(inner, `.${name}`)]),
      ),
    }),
    ...(items && { items: below(items, '[]'), ...listMap(path) }),
    ...(values && { additionalProperties: below(values, '{}'), maxProperties: MAP_LIMIT }),
    ...(rules.length > 0 && { 'x-kubernetes-validations': rules }),
  }
}

/**
 * Lists whose entries are told apart by a field: no two have the same, and each may have another writer. A list in a spec is
 * none of them: an empty one that is applied over entries of one's own is left out, and missed where it is required.
 */
const LIST_KEYS: Readonly<Record<string, string>> = {
  'status.conditions': 'type',
  'status.components': 'name',
}

function listMap(path: string): Structural {
  const key = LIST_KEYS[path]
  if (key === undefined) return {}
  return { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': [key] }
}

/** Labels in a selector: without a limit the server takes a rule on them for endless work. */
const MAP_LIMIT = 64

function shapeOfSyntax({ syntax }: Node): Structural {
  if (syntax === undefined) return {}
  const { pattern, maxLength } = syntaxes[syntax]
  return { pattern, maxLength }
}

function rulesOfSyntax({ syntax }: Node, { exact }: Asked): readonly Validation[] {
  return syntax !== undefined && exact ? (syntaxes[syntax].rules ?? []) : []
}
