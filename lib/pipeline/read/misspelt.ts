import * as z from 'zod'
import { quote } from '../../domain/claims/quote.ts'
import type { Path } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { fieldRules } from '../../domain/rules/field-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { valueAt } from '../../domain/value-at.ts'
import { didYouMean } from './did-you-mean.ts'
import type { Subject } from './inspect.ts'
import { nearest } from './nearest.ts'
import { fieldPath, schemaAt } from './paths.ts'

/**
 * Warnings about fields of a foreign object that are most likely a mistake for one that is read. Any other field that
 * is not read is left alone.
 */
export function misspelt(schema: z.ZodType, subject: Subject, base: Path = []): readonly Finding[] {
  const value = valueAt(subject.document.value, base)
  const inner = schemaAt(schema, [])
  if (Array.isArray(value)) {
    if (!(inner instanceof z.ZodArray) || !(inner.element instanceof z.ZodType)) return []
    const { element } = inner
    return value.flatMap((_, index) => misspelt(element, subject, [...base, index]))
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return []
  const known = Object.keys(inner.shape)
  const open = known.filter((key) => !Object.hasOwn(value, key))
  return Object.keys(value).flatMap((key) => {
    const path = [...base, key]
    const field = known.includes(key) ? schemaAt(inner, [key]) : undefined
    if (field !== undefined) return misspelt(field, subject, path)
    const meant = nearest(key, open)
    return meant === undefined ? [] : [notRead(subject, path, meant)]
  })
}

function notRead({ document, object }: Subject, path: Path, meant: string): Finding {
  return breach(fieldRules.unknown, `field ${quote(String(path.at(-1)))} is not read`, {
    severity: 'warning',
    at: document.place(path, 'key'),
    ...(object === undefined ? {} : { object }),
    field: fieldPath(path),
    hint: didYouMean(String(path.at(-1)), meant),
  })
}
