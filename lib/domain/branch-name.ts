import * as z from 'zod'

/** The part of git-check-ref-format that a branch name needs to be safe everywhere. */
export const branchName = z
  .string()
  .regex(
    /^(?!.*(?:\.\.|\/\/|\/\.|\.lock(?:\/|$)))[A-Za-z0-9_][A-Za-z0-9_./-]{0,198}(?<![./])$/,
    'is no name of a branch',
  )
  .refine(
    (name) => !/^(?:netclaim\/observed|gh-readonly-queue)(?:\/|$)/.test(name),
    'is a branch that others write: clusters, or a merge queue',
  )
