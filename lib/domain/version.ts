import * as z from 'zod'

/** A version as a setting names it. */
export const version = z
  .string()
  .regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/, 'is no version like "1.16.2"')
