/** Who had an address that rests before another claim may have it. */
export interface Cooling {
  /** `EipClaim photon-prod/web`. */
  readonly holder: string
  /** When it was free, in seconds since 1970, by the time of the commits that freed it. */
  readonly freed: number
}

/** How long what was freed rests, in seconds, and what time it is; no time: nothing is over. */
export interface Rest {
  readonly after: number
  readonly time?: number | undefined
}

/** The addresses that still rest, of those that did. */
export function stillCooling(
  cooling: ReadonlyMap<string, Cooling>,
  { after, time }: Rest,
): ReadonlyMap<string, Cooling> {
  if (after === 0 || cooling.size === 0) return new Map()
  return new Map([...cooling].filter(([, { freed }]) => time === undefined || time < freed + after))
}
