/** A value at a time, both in whatever unit. */
export interface Point {
  readonly at: number
  readonly value: number
}

/** How much a value grows in one unit of time. */
export interface Trend {
  /** The middle of all slopes between two points (Theil and Sen): less than a third of the points do not move it. */
  readonly slope: number
  /** Three of four slopes are above it, … */
  readonly low: number
  /** … or below it. */
  readonly high: number
}

/** The trend of points; undefined where no two have different times. Takes time by the square of their number. */
export function trendOf(points: readonly Point[]): Trend | undefined {
  const slopes: number[] = []
  points.forEach((one, n) => {
    for (const other of points.slice(n + 1)) {
      if (other.at !== one.at) slopes.push((other.value - one.value) / (other.at - one.at))
    }
  })
  slopes.sort((a, b) => a - b)
  const quantile = (share: number) => slopes[Math.round(share * (slopes.length - 1))] ?? 0
  if (slopes.length === 0) return undefined
  return { slope: quantile(0.5), low: quantile(0.25), high: quantile(0.75) }
}
