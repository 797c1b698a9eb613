import type * as z from 'zod'
import type { Objection } from '../../domain/claims/objection.ts'
import { quote } from '../../domain/claims/quote.ts'
import { fieldRules } from '../../domain/rules/field-rules.ts'
import type { Rule } from '../../domain/rules/rule.ts'

/** What a finding says. */
export interface Words {
  readonly rule: Rule
  readonly message: string
  readonly hint?: string
}

/** The field that an issue is about. */
export interface Field {
  readonly name: string
  readonly value: unknown
  /** The scalar as written, without quotes. */
  readonly written: string | undefined
  readonly schema: z.ZodType | undefined
}

/** An issue of zod in our words. */
export function wordsFor(issue: z.core.$ZodIssue, field: Field): Words {
  if (field.value === undefined) return missing(field)
  if (field.value === null) return empty(field)
  switch (issue.code) {
    case 'custom':
      return objected(issue, field)
    case 'invalid_type':
      return otherType(issue.expected, field)
    case 'invalid_value':
      return otherValue(issue.values, field)
    case 'too_big':
      return outside(field, issue.origin, { most: issue.maximum })
    case 'too_small':
      return outside(field, issue.origin, { least: issue.minimum })
    default:
      return { rule: fieldRules.value, message: `${shown(field)} ${issue.message}` }
  }
}

function missing({ name, schema }: Field): Words {
  const example = exampleOf(schema)
  const hint = example === undefined ? undefined : `for example ${name}: ${example}`
  return { rule: fieldRules.missing, message: `${name} is missing`, ...(hint ? { hint } : {}) }
}

function empty({ name }: Field): Words {
  return {
    rule: fieldRules.null,
    message: `${name} is empty (null)`,
    hint: 'write a value, or leave the line out',
  }
}

function objected(issue: z.core.$ZodIssueCustom, field: Field): Words {
  // `text()` in field.ts puts it there; any other custom issue brings only its message.
  const objection = issue.params?.['objection'] as Objection | undefined
  const { rule = fieldRules.value, why = issue.message, hint } = objection ?? {}
  return { rule, message: `${shown(field)} ${why}`, ...(hint === undefined ? {} : { hint }) }
}

function otherType(expected: string, field: Field): Words {
  const wanted = typeWords[expected] ?? expected
  const message = `${field.name} must be ${wanted}, not ${described(field)}`
  const hint = typeHint(expected, field)
  return { rule: fieldRules.type, message, ...(hint === undefined ? {} : { hint }) }
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'a map',
  record: 'a map',
}

function typeHint(expected: string, field: Field): string | undefined {
  const { value, written } = field
  if (expected === 'string' && written !== undefined) return `put it in quotes: ${quote(written)}`
  if (expected === 'boolean' && (value === 'true' || value === 'false')) {
    return 'write it without quotes'
  }
  if (expected === 'int' && typeof value === 'string' && /^\d{1,9}$/.test(value)) {
    return 'write it without quotes'
  }
  if (expected === 'array' && typeof value === 'string') return 'begin the line with "- "'
  return undefined
}

function otherValue(values: readonly unknown[], field: Field): Words {
  const wanted = values.map((value) => quote(String(value))).join(', ')
  if (typeof field.value !== 'string') {
    const message = `${field.name} must be one of ${wanted}, not ${described(field)}`
    return { rule: fieldRules.type, message }
  }
  const near = values.find(
    (value) => String(value).toLowerCase() === String(field.value).toLowerCase(),
  )
  return {
    rule: fieldRules.value,
    message: `${shown(field)} is none of ${wanted}`,
    ...(near === undefined ? {} : { hint: `write ${quote(String(near))}` }),
  }
}

function outside(
  field: Field,
  origin: string,
  limit: { readonly most?: number | bigint; readonly least?: number | bigint },
): Words {
  const bound = limit.most === undefined ? `at least ${limit.least}` : `at most ${limit.most}`
  if (Array.isArray(field.value)) {
    const count = field.value.length
    const rule = limit.most === undefined ? fieldRules.value : fieldRules.tooMany
    return { rule, message: `${field.name} has ${count} entries, ${bound} must be there` }
  }
  if (origin === 'string') {
    const count = String(field.value).length
    return {
      rule: fieldRules.value,
      message: `${field.name} has ${count} characters, not ${bound}`,
    }
  }
  return { rule: fieldRules.value, message: `${shown(field)} is not ${bound}` }
}

function shown({ name, value, written }: Field): string {
  return `${name} ${quote(written ?? (typeof value === 'string' ? value : 'as written'))}`
}

function described({ value, written }: Field): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a map'
  const kind = typeof value === 'string' ? 'text' : typeof value
  return `the ${kind} ${quote(written ?? String(value))}`
}

function exampleOf(schema: z.ZodType | undefined): string | undefined {
  const examples: unknown = schema?.meta()?.['examples']
  const first: unknown = Array.isArray(examples) ? examples[0] : undefined
  if (typeof first === 'string' || typeof first === 'boolean' || typeof first === 'number') {
    return String(first)
  }
  return first === undefined ? undefined : JSON.stringify(first)
}
