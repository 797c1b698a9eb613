import * as z from 'zod'
import { printable } from '../../domain/printable.ts'
import type { Gathered, Named } from './observed.ts'

/** Adds what the object says; gives what could not be read, a clause each. */
export type Reader = (named: Named, into: Gathered) => readonly string[]

/** A text that may be missing. */
export const Text = z.string().nullish()

/** Which fields are not of the shape they should be; three are enough to see what is wrong. */
export function shape(error: z.ZodError): readonly string[] {
  return error.issues.slice(0, 3).map(({ path, message }) => {
    const field = path.map(String).join('.')
    return `field "${printable(field, 120)}" cannot be read: ${printable(message)}`
  })
}
