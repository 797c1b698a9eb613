import * as z from 'zod'
import type { Objection } from './objection.ts'
import {
  objectToAddress,
  objectToAddresses,
  objectToAddressRange,
  objectToBlocks,
  objectToCidr,
  objectToLabel,
  objectToPoolEntry,
  objectToRange,
} from './syntax.ts'

/** What is documented about a field; docs, editor schemas and CRDs are made of it. */
export interface FieldNote {
  readonly description: string
  readonly examples: readonly [unknown, ...unknown[]]
  /** What a missing field means. */
  readonly default?: unknown
  /** What a number counts, or how a text is to be read. */
  readonly unit: string
}

/** What a text must be, by name; CRDs say it in their own words (`crds/syntaxes.ts`). */
export type Syntax =
  | 'label'
  | 'labelKey'
  | 'labelValue'
  | 'address'
  | 'IPv4'
  | 'cidr'
  | 'blocks'
  | 'addresses'
  | 'exclusion'
  | 'poolEntry'
  | 'addressRange'

/** A string whose syntax `objectTo` judges; zod's issue carries the objection in `params`. */
export function text(
  syntax: Syntax,
  objectTo: (text: string) => Objection | undefined,
): z.ZodString {
  const schema = z.string().check((payload) => {
    const objection = objectTo(payload.value)
    if (objection === undefined) return
    const { value: input, issues } = payload
    const { why: message } = objection
    // Whatever else is asked of the value, or of the map that it is in, is asked all the same.
    issues.push({ code: 'custom', input, message, params: { objection }, continue: true })
  })
  return schema.meta({ syntax })
}

/** A DNS label. */
export function label(): z.ZodString {
  return text('label', objectToLabel)
}

/** One address, of `family` where that is given. */
export function address(family?: 'IPv4'): z.ZodString {
  return text(family ?? 'address', (value) => objectToAddress(value, family))
}

/** One CIDR. */
export function cidr(): z.ZodString {
  return text('cidr', objectToCidr)
}

/** One CIDR, or one of each family as `v4,v6`. */
export function blocks(): z.ZodString {
  return text('blocks', objectToBlocks)
}

/** One address, or one of each family as `v4,v6`. */
export function addresses(): z.ZodString {
  return text('addresses', objectToAddresses)
}

/** One address, or a range as `first..last`. */
export function exclusion(): z.ZodString {
  return text('exclusion', (value) => objectToRange(value, '..'))
}

/** One address, a range as `first-last`, or a CIDR. */
export function poolEntry(): z.ZodString {
  return text('poolEntry', objectToPoolEntry)
}

/** One address, a range as `first..last` or `first-last`, or a CIDR. */
export function addressRange(): z.ZodString {
  return text('addressRange', objectToAddressRange)
}

/** The field with its documentation. */
export function note<Schema extends z.ZodType>(schema: Schema, about: FieldNote): Schema {
  return schema.meta({ ...about, examples: [...about.examples] })
}
