import type * as z from 'zod'

/** What a claim's file says, as far as it can be used. */
export interface Said<Spec extends z.ZodObject> {
  /** The claim's name. */
  readonly name: string
  readonly annotations: Readonly<Record<string, string>>
  /** The fields of `spec` that are there and have no error in them. */
  readonly fields: Partial<z.output<Spec>>
  /** The fields of `spec` with an error in them: no default stands in for these. */
  readonly bad: ReadonlySet<string>
}
