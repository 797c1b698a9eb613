import type * as z from 'zod'
import { printable } from '../../domain/printable.ts'

/** What is wrong with the first field that is not as it is written. */
export function whyNot(issue: z.core.$ZodIssue | undefined): string {
  const field =
    issue === undefined || issue.path.length === 0 ? 'it' : `"${printable(issue.path.join('.'))}"`
  if (issue?.code === 'unrecognized_keys')
    return `${field} has "${printable(issue.keys[0] ?? '')}", which is never written`
  if (issue?.code === 'invalid_type') return `${field} is missing or no ${issue.expected}`
  return `${field} has another form`
}
