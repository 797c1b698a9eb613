import type { Point } from '../../domain/trend.ts'

/** The part of the history that a forecast goes by, in seconds since 1970. */
export interface Window {
  readonly from: number
  readonly now: number
}

/** How many addresses were taken from some time on. */
export interface Count {
  /** Seconds since 1970. */
  readonly at: number
  readonly taken: number
}

/** Points that a trend is taken of: its cost goes by their square. */
const SAMPLES = 120

/**
 * What was taken at evenly spaced times of a window: a day with many commits weighs no more than one without any. The
 * counts come in the order of their commits; one that is dated before the one ahead of it counts from that one's time on.
 */
export function samples(counts: readonly Count[], { from, now }: Window): readonly Point[] {
  const points: Point[] = []
  let [next, taken] = [0, 0]
  for (let n = 0; n < SAMPLES; n++) {
    const at = from + ((now - from) * n) / (SAMPLES - 1)
    for (; (counts[next]?.at ?? Infinity) <= at; next++) taken = counts[next]?.taken ?? taken
    points.push({ at, value: taken })
  }
  return points
}
