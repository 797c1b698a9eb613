import * as z from 'zod'
import type { Facts } from '../../domain/facts.ts'
import { holdAnnotation } from '../../domain/hold.ts'
import { printable } from '../../domain/printable.ts'

const Annotated = z.object({
  metadata: z.object({ annotations: z.object({ [holdAnnotation]: z.string() }) }),
})

/** Of a text that anybody may write into a cluster. */
const MAX_TEXT = 500

/** That a person keeps an object as it is, if one does. */
export function holdsOf(name: string, object: object): NonNullable<Facts['holds']> {
  const found = Annotated.safeParse(object)
  if (!found.success) return []
  const text = found.data.metadata.annotations[holdAnnotation]
  return [{ object: name, text: printable(text, MAX_TEXT) }]
}
