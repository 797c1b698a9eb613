import { holdAnnotation, holdText, isHoldOver, parseHold } from '../../domain/hold.ts'

type Annotated = {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> }
}

/**
 * Why an object is to be left alone; undefined where it is not, or no longer. `now` is `2026-11-30T12:00:00Z`.
 *
 * What says neither why nor until when in a way that can be read is a hold all the same.
 */
export function holdOf({ metadata }: Annotated, now: string): string | undefined {
  const text = metadata.annotations?.[holdAnnotation]
  if (text === undefined) return undefined
  const hold = parseHold(text)
  return isHoldOver(hold, now) ? undefined : holdText(hold)
}
