import * as z from 'zod'
import { quote } from '../../domain/claims/quote.ts'
import type { Path } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { isNear } from '../../domain/is-near.ts'
import { fieldRules } from '../../domain/rules/field-rules.ts'
import { valueAt } from '../../domain/value-at.ts'
import { didYouMean } from './did-you-mean.ts'
import { fieldFinding, type Subject } from './inspect.ts'
import { fieldPath, schemaAt } from './paths.ts'

/**
 * Likely slips for fields that are read, in a map whose other fields are left alone: there a typing mistake would be
 * ignored. A field of a map inside it, put beside that map, is one, too.
 */
export function foreignSlips(schema: z.ZodType, subject: Subject, base: Path): readonly Finding[] {
  const map = valueAt(subject.document.value, base)
  const at = schemaAt(schema, base)
  if (typeof map !== 'object' || map === null || !(at instanceof z.ZodObject)) return []
  const read = Object.keys(at.shape)
  const inner = read.flatMap((one) =>
    strictFields(schemaAt(at, [one])).map((key) => `${one}.${key}`),
  )
  return Object.keys(map).flatMap((key) => {
    if (read.includes(key)) return []
    const meant =
      read.find((one) => isNear(key, one)) ??
      inner.find((one) => isNear(key, one.slice(one.indexOf('.') + 1)))
    if (meant === undefined) return []
    const message = `field ${quote(key)} is unknown in ${fieldPath(base)}`
    const hint = didYouMean(key, meant)
    const finding = fieldFinding(subject, [...base, key], {
      rule: fieldRules.unknown,
      message,
      hint,
    })
    return [{ ...finding, at: subject.document.place([...base, key], 'key') }]
  })
}

/** The fields of a map that has no others: their names are its own. */
function strictFields(schema: z.ZodType | undefined): readonly string[] {
  const isStrict = schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever
  return isStrict ? Object.keys(schema.shape) : []
}
