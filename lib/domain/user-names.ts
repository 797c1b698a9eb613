import * as z from 'zod'

/** Users and service accounts as the API server names them to admission; they become part of an expression. */
export const userNames = z
  .array(
    z
      .string()
      .max(253)
      .regex(/^[A-Za-z0-9:@._/-]+$/, 'is no name of a user or service account'),
  )
  .max(64)
  .optional()
