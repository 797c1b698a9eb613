import type * as z from 'zod'
import type { Objection } from '../../domain/claims/objection.ts'
import { quote } from '../../domain/claims/quote.ts'
import { fieldRules } from '../../domain/rules/field-rules.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import { inShort } from './in-short.ts'

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
  if (issue.code === 'custom') return objected(issue, field)
  if (issue.code === 'invalid_type') return otherType(issue.expected, field)
  if (issue.code === 'invalid_value') return otherValue(issue.values.map(String), field)
  if (issue.code === 'too_big') return outside(field, { most: issue.maximum })
  if (issue.code === 'too_small') return outside(field, { least: issue.minimum })
  // A pattern of ours brings its own clause as its message.
  return { rule: fieldRules.value, message: `${shown(field)} ${issue.message}` }
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
  number: 'a whole number',
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

function otherValue(values: readonly string[], field: Field): Words {
  const wanted = values.map(quote).join(', ')
  const { value } = field
  if (typeof value !== 'string') {
    const message = `${field.name} must be one of ${wanted}, not ${described(field)}`
    return { rule: fieldRules.type, message }
  }
  const near = values.find((known) => known.toLowerCase() === value.toLowerCase())
  return {
    rule: fieldRules.value,
    message: `${shown(field)} is none of ${wanted}`,
    ...(near === undefined ? {} : { hint: `write ${quote(near)}` }),
  }
}

function outside(
  field: Field,
  { most, least }: { readonly most?: number | bigint; readonly least?: number | bigint },
): Words {
  const allowed = most === undefined ? `at least ${least} needed` : `at most ${most} allowed`
  if (Array.isArray(field.value)) {
    const rule = most === undefined ? fieldRules.value : fieldRules.tooMany
    return { rule, message: `${field.name} has ${field.value.length} entries, ${allowed}` }
  }
  if (typeof field.value !== 'string') {
    return { rule: fieldRules.value, message: `${shown(field)} is out of bounds, ${allowed}` }
  }
  if (field.value === '') return { rule: fieldRules.value, message: `${field.name} "" is empty` }
  const message = `${field.name} has ${field.value.length} characters, ${allowed}`
  return { rule: fieldRules.value, message }
}

function shown({ name, value, written }: Field): string {
  const text = written ?? (typeof value === 'string' ? value : undefined)
  return text === undefined ? name : `${name} ${quote(text)}`
}

function described({ value, written }: Field): string {
  if (typeof value === 'object' && value !== null) {
    return `the ${Array.isArray(value) ? 'list' : 'map'} ${inShort(value)}`
  }
  const kind = typeof value === 'string' ? 'text' : typeof value
  return written === undefined ? `a ${kind}` : `the ${kind} ${quote(written)}`
}

function exampleOf(schema: z.ZodType | undefined): string | undefined {
  const examples: unknown = schema?.meta()?.['examples']
  const first: unknown = Array.isArray(examples) ? examples[0] : undefined
  if (typeof first === 'string' || typeof first === 'boolean' || typeof first === 'number') {
    return String(first)
  }
  return first === undefined ? undefined : JSON.stringify(first)
}
